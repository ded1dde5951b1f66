import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type SQL, asc, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { alertMinutes } from '#contract/crisis.ts';
import { ImageBucket } from '#contract/images.ts';
import { appFeed } from '#server/app-backend/tables.ts';
import { openMail } from '#server/auth/link-mail.ts';
import { secretBox } from '#server/auth/factors/secret-box.ts';
import { authenticatorApps } from '#server/auth/factors/tables.ts';
import { staff } from '#server/auth/tables.ts';
import { freeBytes } from '#server/database/disk-full.ts';
import { readNow } from '#server/database/read-now.ts';
import type { Settings } from '#server/env.ts';
import { features } from '#server/features.ts';
import { checkSeals } from '#server/log/seals/check-seals.ts';
import { imageColumnsOf } from '#server/feature.ts';
import { provePictures } from '#server/images/encode.ts';
import { findFolderFault } from '#server/images/folder-id.ts';
import { referencedNames } from '#server/images/references.ts';
import { type Storage, originalName } from '#server/images/storage.ts';
import { lateCases } from '#server/safety/alerts.ts';
import { readDuty } from '#server/safety/rota.ts';
import { networkWarnings } from '#server/run/network-warnings.ts';

/** The result for one part of a desk. `wrong` are sentences with instructions; when it is empty, the part is fine. */
export type Checked = { part: string; wrong: string[]; well: string };

/** Milliseconds after which the sweep should have removed a file without an image. */
const sweptWithin = 24 * 3_600_000;
/** Minutes after which a running desk should have sealed an entry of the log. */
const sealedWithin = 5;

const some = (names: string[]) => `${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}`;
const mb = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`;

/** A count with its noun: `1 image`, `2 images`. */
const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

const count = async (db: NodePgDatabase, statement: SQL) =>
  (await db.execute<{ count: number }>(statement)).rows[0]?.count ?? 0;

/** Checks the settings for security, and the disk for room. */
export async function checkSettings(settings: Settings): Promise<Checked> {
  const wrong = networkWarnings(settings);
  const there = await stat(settings.dataDir).catch(() => undefined);
  const free = there && freeBytes(settings.dataDir);
  if (free !== undefined && free < settings.diskReserve) {
    wrong.push(
      `The disk of DATA_DIR has ${mb(free)} free, less than the ${mb(settings.diskReserve)} of DISK_RESERVE_MB: no image ` +
        'is taken. Make room.',
    );
  }
  return { part: 'settings', wrong, well: free === undefined ? 'fine' : `fine; ${mb(free)} free in DATA_DIR` };
}

/** Whether anyone can sign in: a desk without an account was mostly created by mistake. */
export async function checkAccounts(db: NodePgDatabase): Promise<Checked> {
  const accounts = await count(db, sql`SELECT count(*) FROM staff WHERE enabled`);
  const wrong =
    'There is no staff account that is enabled. Is this the database of the desk? Look at DATA_DIR and DATABASE_URL.';
  return { part: 'accounts', wrong: accounts === 0 ? [wrong] : [], well: `${counted(accounts, 'account')}, enabled` };
}

/** Whether uploads can be processed here. */
export async function checkPictures(): Promise<Checked> {
  const reason = await provePictures();
  const todo = 'Mend that: until then no image is taken. A running desk tries again each minute.';
  const wrong = reason === undefined ? [] : [`Pictures cannot be worked on: ${reason}. ${todo}`];
  return { part: 'uploads', wrong, well: 'a picture of 8 x 8 pixels was worked on' };
}

/** Whether the mail server accepts the desk's password over an encrypted connection. */
export async function checkMail({ smtpUrl }: Settings): Promise<Checked> {
  const part = 'mail';
  if (smtpUrl === '') return { part, wrong: [], well: 'none is sent; administrators hand links over' };
  const transport = await openMail(smtpUrl, 10_000);
  try {
    await transport.verify();
    return { part, wrong: [], well: `${transport.options.host ?? 'the server'} takes letters` };
  } catch (error) {
    const { code, response, message } = error as { code?: string; response?: string; message: string };
    const why = code === 'ETLS' ? 'it has no STARTTLS: see ignoreTLS in docs/operations.md' : (response ?? message);
    return { part, wrong: [`The server of SMTP_URL takes no letters: ${why}.`], well: '' };
  } finally {
    transport.close();
  }
}

/** Whether the app's backend takes the news that the desk sends. */
export async function checkPush(db: NodePgDatabase, { appWebhook }: Settings): Promise<Checked> {
  const part = 'app';
  if (!appWebhook) return { part, wrong: [], well: 'no news is sent; its backend asks for changes' };
  const [feed] = await db.select().from(appFeed);
  const { host } = new URL(appWebhook.url);
  if (!feed || feed.pushFailures === 0) return { part, wrong: [], well: `${host} takes the news` };
  const since = `${counted(feed.pushFailures, 'failure')}, the last at ${feed.pushFailedAt}`;
  const wrong = `The backend of APP_WEBHOOK_URL does not take the news: ${host} ${feed.pushFailure} (${since}). It misses nothing: one delivery tells of everything.`;
  return { part, wrong: [wrong], well: '' };
}

/** Whether staff can be told of people who may be in danger, and whether a person waits too long. */
export async function checkDanger(db: NodePgDatabase, { smtpUrl }: Settings): Promise<Checked> {
  const part = 'danger';
  const people = await db.execute(sql`SELECT FROM users LIMIT 1`);
  if (people.rowCount === 0) return { part, wrong: [], well: 'the app has no people yet' };
  const late = await count(db, sql`SELECT count(*) FROM (${lateCases}) AS late`);
  const { onDuty } = await readDuty(db, await readNow(db));
  const wrong: string[] = [];
  if (late > 0) {
    const wait = late === 1 ? 'waits' : 'wait';
    wrong.push(
      `${counted(late, 'case')} of people who may be in danger ${wait} for over ${alertMinutes.onDuty} minutes: open the queue of Moderation.`,
    );
  }
  if (smtpUrl === '') wrong.push('No mail can be sent: no mail tells of danger. Set SMTP_URL.');
  if (onDuty.length === 0) {
    wrong.push(
      `Nobody is on the rota now.${smtpUrl === '' ? '' : ' All moderators are told instead.'} Administrators fill in the rota, in Moderation.`,
    );
  }
  return { part, wrong, well: `${counted(onDuty.length, 'account')} on duty, and nobody waits for long` };
}

/**
 * Whether each image has its file, each file its image, and each image in the content exists. `dataDir` is the place of
 * the files, if other desks may share the database.
 */
export async function checkImages(db: NodePgDatabase, storage: Storage, dataDir?: string): Promise<Checked> {
  const { rows } = await db.execute<{ bucket: string; name: string }>(sql`SELECT bucket, name FROM images`);
  const missing = new Set(rows.map(({ bucket, name }) => `${bucket}/${name}`));
  const known = new Set(missing);
  const strays: string[] = [];
  for (const bucket of ImageBucket.options) {
    for await (const { name, at } of storage.list(bucket)) {
      const file = `${bucket}/${name}`;
      missing.delete(file);
      const picture = originalName(name);
      if (picture && !known.has(`${bucket}/${picture}`) && at < Date.now() - sweptWithin) strays.push(file);
    }
  }
  const { rows: lost } = await db.execute<{ name: string }>(sql`
    SELECT DISTINCT name FROM (${referencedNames(imageColumnsOf(features), 0)}) AS named
    WHERE NOT EXISTS (SELECT FROM images WHERE images.name = named.name) ORDER BY name`);
  const fault = dataDir && (await findFolderFault(db, path.join(dataDir, 'images')));
  const wrong = fault ? [fault] : [];
  if (missing.size > 0) {
    wrong.push(
      `The files of ${counted(missing.size, 'image')} are lost (${some([...missing])}). Copy them from a backup: images/ in its tar.`,
    );
  }
  if (lost.length > 0) {
    const names = some(lost.map(({ name }) => name));
    wrong.push(
      `Content names ${counted(lost.length, 'image')} which the desk does not have (${names}). Upload others in their place.`,
    );
  }
  if (strays.length > 0) {
    wrong.push(
      `For a day nothing removed ${counted(strays.length, 'file')} without an image (${some(strays)}). A running desk does ` +
        'that every six hours: look into its log for “images were not swept”.',
    );
  }
  return { part: 'images', wrong, well: `${counted(known.size, 'image')}, all with their files` };
}

/** The maximum number of rows with wrong counts that are read at once, and that are corrected in one transaction. */
const [maxWrong, mendedAtOnce] = [50_000, 500];

/**
 * Corrects the counts in the rows of a table until none is wrong, in small batches, so that no other transaction waits
 * long.
 */
async function recountRows(db: NodePgDatabase, table: 'users' | 'posts') {
  const [wrong, mend] = [sql.raw(`wrong_${table}()`), sql.raw(`recount_${table}`)];
  for (;;) {
    const { rows } = await db.execute<{ id: string }>(sql`SELECT id FROM ${wrong} LIMIT ${maxWrong}`);
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    for (let from = 0; from < ids.length; from += mendedAtOnce) {
      await db.execute(sql`SELECT ${mend}(${sql.param(ids.slice(from, from + mendedAtOnce))}::uuid[])`);
    }
  }
}

/** Whether the stored figures equal a recount. With `recount`, wrong ones are corrected while others write. */
export async function checkFigures(db: NodePgDatabase, recount: boolean): Promise<Checked> {
  const part = 'metrics';
  const wrong = await count(
    db,
    sql`SELECT (SELECT count(*) FROM wrong_figures()) + (SELECT count(*) FROM wrong_users())
      + (SELECT count(*) FROM wrong_posts()) AS count`,
  );
  if (wrong === 0) return { part, wrong: [], well: 'as a count of all rows gives them' };
  if (recount) {
    await recountRows(db, 'posts');
    await recountRows(db, 'users');
    await db.execute(sql`SELECT recount_figures()`);
    return { part, wrong: [], well: `${counted(wrong, 'wrong figure')} recalculated` };
  }
  const todo = 'Run npm run doctor -- --recount, also while the desk runs.';
  return { part, wrong: [`A count of all rows disagrees with ${counted(wrong, 'figure')}. ${todo}`], well: '' };
}

/** Whether FACTOR_KEY opens the secrets of all authenticator apps. */
export async function checkFactors(db: NodePgDatabase, factorKey: Buffer | null): Promise<Checked> {
  const box = secretBox(factorKey);
  const apps = await db
    .select({ id: staff.id, email: staff.email, secret: authenticatorApps.secret })
    .from(authenticatorApps)
    .innerJoin(staff, eq(staff.id, authenticatorApps.staffId))
    .orderBy(asc(staff.email));
  const lost = apps.filter(({ id, secret }) => {
    try {
      box.open(secret, id);
      return false;
    } catch {
      return true;
    }
  });
  const wrong = [
    `FACTOR_KEY does not open the secrets of ${counted(lost.length, 'authenticator app')} (${some(lost.map(({ email }) => email))}). ` +
      'Set the key that they were made with, or let their owners set them up again: npm run staff -- remove-factors EMAIL.',
  ];
  const well = `${counted(apps.length, 'authenticator app')}, with secrets that can be read`;
  return { part: 'second factors', wrong: lost.length > 0 ? wrong : [], well };
}

/** Whether the log matches its seals, and whether it is being sealed. */
export async function checkLog(db: NodePgDatabase): Promise<Checked> {
  const { fault, sealedTo } = await checkSeals(db);
  const late = await count(
    db,
    sql`SELECT count(*) FROM unsealed WHERE at < now() - make_interval(mins => ${sealedWithin})`,
  );
  const wrong: string[] = [];
  if (fault) {
    wrong.push(
      `The log is not as it was sealed. ${fault.sentence} Find out who can write to the database, and compare with a backup.`,
    );
  }
  if (late > 0) {
    wrong.push(
      `The log has waited for over ${sealedWithin} minutes to seal ${late === 1 ? '1 entry' : `${late} entries`}. A running desk does that.`,
    );
  }
  return { part: 'log', wrong, well: sealedTo ? `whole, and sealed up to ${sealedTo}` : 'nothing is sealed yet' };
}
