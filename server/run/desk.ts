import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { keepPushing } from '#server/app-backend/push.ts';
import { buildApp, openStorage } from '#server/app.ts';
import { type FirstAdministrator, bootstrapAdmin } from '#server/auth/bootstrap-admin.ts';
import { lifetimesOf } from '#server/auth/sessions/store.ts';
import { keepDoing } from '#server/concurrency/keep-doing.ts';
import { keepTime } from '#server/run/clock.ts';
import type { Database } from '#server/database/open.ts';
import { loadDemo, loadReference } from '#server/run/demo.ts';
import type { Settings } from '#server/env.ts';
import { maintainPartitions } from '#server/log/partitions.ts';
import { keepSealed } from '#server/log/seals/seals.ts';
import type { Log } from '#server/http/log/log.ts';
import { picturesState, provePictures } from '#server/images/encode.ts';
import { noteFolder } from '#server/images/folder-id.ts';
import { measure, serveMeasured } from '#server/run/prometheus.ts';
import { describeError } from '#server/database/reason.ts';
import { keepAlerting } from '#server/safety/alerts.ts';
import { tellServiceManager } from '#server/run/service-manager.ts';

/** Seconds for which accepted requests may finish. */
export const finishSeconds = 10;

/** The server of the desk: this process, or its workers. */
export type Served = {
  port: number;
  /** Called when the start is complete: `/readyz` reports it from now on, and the background work begins. */
  begin: () => void;
  /** Makes `/readyz` return "not ready" from now on. Everything else is still served. */
  leave: () => void;
  /** Leaves, accepts nothing more, and resolves when every accepted request is done or its time is over. */
  drain: () => Promise<void>;
};

type Desk = Awaited<ReturnType<typeof buildApp>>;

/** Milliseconds between two checks whether the staff log needs partitions for coming months. */
const partitionsEvery = 12 * 3_600_000;
/** Milliseconds between two sweeps of images without a reference. */
const sweepEvery = 6 * 3_600_000;
/** Milliseconds between two searches for times in the future. */
const timeEvery = 30_000;
/** Milliseconds between the end of one upkeep of the features and the start of the next. */
const upkeepEvery = 10_000;

/** Milliseconds between two looks for mails that are due. */
const mailsEvery = 15_000;
/** Milliseconds between two tests of picture processing, while it fails. */
const proofEvery = 60_000;

/** Logs in one line when picture processing fails, and when it works again. */
async function tellPictures(log: Log) {
  const before = picturesState();
  const reason = await provePictures();
  const after = picturesState();
  if (after === before) return;
  if (after === 'unavailable') log.error({ reason }, 'pictures cannot be worked on: uploads answer 503 until they can');
  else if (before === 'unavailable') log.info('pictures can be worked on again');
}

/**
 * Starts the background work. Every process does so; each task finds out whether another process is already doing it.
 * Returns a function that ends the work, after finishing waiting tasks.
 */
function keepUp(desk: Desk, database: Database, settings: Settings, log: Log) {
  const failed = (words: string) => (error: Error) => log.warn({ error: describeError(error) }, words);
  const time = () =>
    keepTime(database.db, lifetimesOf(settings), log).catch(
      failed('times that lie ahead of the clock were not pulled back'),
    );
  setInterval(() => void time(), timeEvery).unref();
  void time();
  const partitions = () =>
    maintainPartitions(database.db, log).catch(failed('the partitions of the staff log were not kept up to date'));
  setInterval(() => void partitions(), partitionsEvery).unref();
  const sweep = () => desk.sweepImages().catch(failed('images were not swept'));
  setInterval(() => void sweep(), sweepEvery).unref();
  void sweep();
  const upkeep = () =>
    desk
      .upkeep()
      .catch(failed('the upkeep was not done'))
      .finally(() => setTimeout(() => void upkeep(), upkeepEvery).unref());
  void upkeep();
  setInterval(() => picturesState() === 'unavailable' && void tellPictures(log), proofEvery).unref();
  void tellPictures(log);
  const { appWebhook } = settings;
  const { smtpUrl, mailFrom: from, publicUrl } = settings;
  const alerting = keepAlerting(database.share(), { smtpUrl, from, publicUrl }, log);
  const mailing = keepDoing(() => desk.sendMails(), {
    every: mailsEvery,
    onFailure: (error) => log.error({ error: describeError(error) }, 'the mails of the day could not be sent'),
  });
  const ends = [
    mailing,
    keepSealed(database, log),
    alerting,
    ...(appWebhook ? [keepPushing(database.share(), appWebhook, log)] : []),
  ];
  return async () => void (await Promise.all(ends.map((end) => end())));
}

/** Serves the desk in this process. Throws when it cannot listen. */
export async function serveDesk(settings: Settings, database: Database, log: Log): Promise<Served> {
  const storage = await openStorage(settings, database);
  const observe = settings.metricsPort ? await measure(database, settings) : undefined;
  const desk = await buildApp({ settings, database, log, storage, ...(observe && { observe }) });
  // Node's default is a queue of 511 connections while the server is busy. A client that finds the queue full tries
  // again only seconds later.
  await desk.app.listen({ host: settings.host, port: settings.port, backlog: settings.maxConnections });
  let endUpkeep: (() => Promise<void>) | undefined;
  const end = async () => {
    await desk.drain();
    await endUpkeep?.();
  };
  return {
    port: (desk.app.server.address() as AddressInfo).port,
    begin() {
      endUpkeep = keepUp(desk, database, settings, log);
      desk.markReady();
    },
    leave: () => desk.markLeaving(),
    drain: () => Promise.race([end(), pause(finishSeconds * 1000)]),
  };
}

/** Warns when the images in DATA_DIR are not in the same place as those of other desks of the database. */
async function tellOfFolder({ databaseUrl, s3, dataDir }: Settings, { db }: Database, log: Log) {
  // An embedded database is in the same folder.
  if (!databaseUrl || s3) return;
  const fault = await noteFolder(db, path.join(dataDir, 'images')).catch(
    ({ code }: NodeJS.ErrnoException) => `DATA_DIR takes no images (${code}).`,
  );
  if (fault) log.warn(fault);
}

/** Adds the initial content to a database: once, by whichever process comes first. */
async function fillDatabase(settings: Settings, database: Database, log: Log) {
  await maintainPartitions(database.db, log);
  const demoUsers = settings.demoUsers ?? (database.fresh ? 2000 : 0);
  const isDemo = demoUsers > 0;
  const isNew = await loadReference(database, { isActive: isDemo });
  if (isNew && !isDemo) {
    log.warn('The texts of My Cycle are inactive: let a clinician read them, then activate them for the app.');
  }
  if (!isDemo) return;
  const storage = await openStorage(settings, database);
  await loadDemo({ ...database, storage }, demoUsers, { doctors: settings.demoDoctors, cards: settings.demoCards });
}

/**
 * Starts the desk on an open database, served by `serve`. Throws when it cannot listen or when the initial content
 * cannot be created.
 */
export async function startDesk(settings: Settings, database: Database, log: Log, serve = serveDesk): Promise<Served> {
  await fillDatabase(settings, database, log);
  await tellOfFolder(settings, database, log);
  const served = await serve(settings, database, log);
  try {
    if (settings.metricsPort) await serveMeasured(settings);
    // This runs only now, because a password that is shown once must not be lost to a failed start.
    const first = await bootstrapAdmin(database.db, settings);
    await database.markFilled();
    greet(settings, served.port, first, log);
    served.begin();
    tellServiceManager(log);
    return served;
  } catch (error) {
    await served.drain();
    throw error;
  }
}

/**
 * Shows the address of the desk and the way to sign in: in plain words at a terminal, else in a line of the log,
 * without a password.
 */
function greet(settings: Settings, port: number, first: FirstAdministrator | null, log: Log) {
  const host = ['0.0.0.0', '::'].includes(settings.host) ? 'localhost' : settings.host;
  const address = settings.publicUrl || `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const ready = `Awa Desk is ready: ${address}`;
  if (process.stdout.isTTY) {
    process.stdout.write(`\n  ${[ready, ...signInByHand(first)].join('\n  ')}\n  Ctrl-C stops it.\n\n`);
  } else {
    // One line at any log level: the operator needs the address.
    log.child({}, { level: 'info' }).info(`${ready} ${signInLater(first)}`);
    log.flush();
  }
}

const reset = (email: string) => `npm run staff -- reset-password ${email}`;

/** The way to sign in, for a terminal. */
export function signInByHand(first: FirstAdministrator | null): string[] {
  if (!first) return [`Sign in with your staff account. Password lost: ${reset('EMAIL')}`];
  if (first.password === null) return [`Sign in as ${first.email} with the password from ADMIN_PASSWORD.`];
  return [
    `Sign in as ${first.email} with the password ${first.password}`,
    `It is shown this once. To get another: ${reset(first.email)}`,
  ];
}

/** The same for a log, which many people may read. */
export function signInLater(first: FirstAdministrator | null): string {
  if (!first?.password) return signInByHand(first).join(' ');
  const service = `awa-desk staff reset-password ${first.email}`;
  return `Sign in as ${first.email} with a password that this makes and shows once: ${reset(first.email)} (of a service: ${service})`;
}
