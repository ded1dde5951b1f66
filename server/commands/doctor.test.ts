import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemo } from '#server/run/demo.ts';
import { secretBox } from '#server/auth/factors/secret-box.ts';
import { checkFactors, checkFigures } from '#server/commands/desk-checks.ts';
import { sealLog } from '#server/log/seals/seals.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { mailServer } from '#tests/desk/mail-server.ts';
import { plainPicture, upload } from '#tests/records/pictures.ts';
import { built } from '#tests/desk/built-server.ts';
import { launch, newFolder } from '#tests/desk/server-process.ts';

let desk: TestDesk;
let mail: Awaited<ReturnType<typeof mailServer>>;
const dataDir = newFolder();
beforeAll(async () => {
  desk = await testDesk({ settings: { dataDir } });
  await loadDemo({ ...desk.database, storage: desk.storage }, 100);
  await desk.staff.make('/admin/announcements', { message: 'Sealed' });
  await sealLog(desk.database.db);
  await sql('DELETE FROM cases');
  await openDuty();
});
afterAll(async () => {
  mail.close();
  await desk.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Staff who can be told of danger: a mail server, and an account that is always on duty. */
async function openDuty() {
  mail = await mailServer();
  await sql(
    "INSERT INTO shifts (id, staff_id, days, starts, ends) SELECT id, id, '{1,2,3,4,5,6,7}', 0, 0 FROM staff LIMIT 1",
  );
}

async function doctor(args: string[] = [], settings: Record<string, string> = {}) {
  const mails = { SMTP_URL: mail.url, MAIL_FROM: 'desk@example.org', PUBLIC_URL: 'https://desk.example.org' };
  const given = { DATABASE_URL: desk.database.url, DATA_DIR: dataDir, DISK_RESERVE_MB: '0', ...mails, ...settings };
  const command = launch(built.program('doctor'), given, { args });
  const code = await command.ended;
  const said = command.output().trim().split('\n');
  return { code, todo: said.filter((line) => line.startsWith('to do')), said, errors: command.errors() };
}
const sql = (text: string, values: unknown[] = []) => desk.database.pool.query(text, values);
const well = { code: 0, todo: [], errors: '' };

test('a desk with which all is well', async () => {
  const found = await doctor();
  expect(found).toMatchObject(well);
  expect(found.said.map((line) => line.slice(0, 15).trim())).toEqual([
    'well   settings',
    'well   mail: 12',
    'well   uploads:',
    'well   database',
    'well   accounts',
    'well   app: no',
    'well   danger:',
    'well   images:',
    'well   second f',
    'well   metrics:',
    'well   log: who',
    'All is well.',
  ]);
});

test('a backend that does not take the news', async () => {
  const news = {
    APP_WEBHOOK_URL: 'https://app.example.org/news?token=x',
    APP_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
  };
  expect((await doctor([], news)).said).toContain('well   app: app.example.org takes the news');
  await sql(
    "UPDATE app_feed SET push_failures = 3, push_failure = 'answered 500', push_failed_at = '2026-11-27T10:00:00Z'",
  );
  expect(await doctor([], news)).toMatchObject({
    code: 1,
    todo: [
      'to do  app: The backend of APP_WEBHOOK_URL does not take the news: app.example.org answered 500 (3 failures, the last at ' +
        '2026-11-27T10:00:00.000Z). It misses nothing: one delivery tells of everything.',
    ],
  });
  await sql("UPDATE app_feed SET push_failures = 0, push_failure = ''");
});

test('nobody who is told of danger, and cases that wait', async () => {
  const none = { SMTP_URL: '', MAIL_FROM: '' };
  await sql('UPDATE shifts SET days = $1', [[]]);
  await sql(
    `INSERT INTO cases (id, subject_kind, subject_id, person_id, reason, rank, waiting_since)
     SELECT id, 'person', id, id, 'danger', 1, now() - interval '16 minutes' FROM users LIMIT 2`,
  );
  const nobody = 'to do  danger: Nobody is on the rota now.';
  const late =
    'to do  danger: 2 cases of people who may be in danger wait for over 15 minutes: open the queue of Moderation.';
  expect(await doctor()).toMatchObject({
    code: 1,
    todo: [late, `${nobody} All moderators are told instead. Administrators fill in the rota, in Moderation.`],
  });
  expect((await doctor([], none)).todo).toEqual([
    late,
    'to do  danger: No mail can be sent: no mail tells of danger. Set SMTP_URL.',
    `${nobody} Administrators fill in the rota, in Moderation.`,
  ]);
  await sql('DELETE FROM cases');
  await sql("DELETE FROM figures WHERE name = 'cases'");
  await sql("UPDATE shifts SET days = '{1,2,3,4,5,6,7}'");
});

test('images without files, files without images and names of images that are gone', async () => {
  const { imageUrl } = (await upload(desk, desk.bearer, await plainPicture('png'))).json as { imageUrl: string };
  rmSync(path.join(dataDir, imageUrl));
  const lost = `${'0'.repeat(32)}.webp`;
  await sql(
    `UPDATE users SET profile_image = '/images/community-images/${lost}' WHERE id = (SELECT id FROM users LIMIT 1)`,
  );
  const stray = path.join(dataDir, 'images/doctor-images', `${'1'.repeat(32)}-96.webp`);
  mkdirSync(path.dirname(stray), { recursive: true });
  writeFileSync(stray, '');
  expect((await doctor()).todo).toEqual([
    expect.stringContaining(`The files of 1 image are lost (${imageUrl.slice('/images/'.length)})`),
    expect.stringContaining(`Content names 1 image which the desk does not have (${lost})`),
  ]);
  const yesterday = Date.now() / 1000 - 86_500;
  utimesSync(stray, yesterday, yesterday);
  expect((await doctor()).todo.at(-1)).toContain(`nothing removed 1 file without an image`);
  rmSync(stray);
  await sql(`DELETE FROM images WHERE name = $1`, [path.basename(imageUrl)]);
  await sql(`UPDATE users SET profile_image = '' WHERE profile_image LIKE $1`, [`%${lost}`]);
});

test('authenticator apps whose secrets FACTOR_KEY does not open are found', async () => {
  const [key, another] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
  const { rows } = await sql('SELECT id, email FROM staff');
  const [{ id, email }] = rows as [{ id: string; email: string }];
  const secret = secretBox(key).close(Buffer.from('made with the first key'), id);
  const add = 'INSERT INTO authenticator_apps (id, staff_id, secret, last_step) VALUES ($1, $1, $2, 0)';
  await sql(add, [id, secret]);
  const check = (factorKey: Buffer | null) => checkFactors(desk.database.db, factorKey);
  expect((await check(key)).wrong).toEqual([]);
  for (const factorKey of [another, null]) {
    expect((await check(factorKey)).wrong).toEqual([
      expect.stringContaining(`the secrets of 1 authenticator app (${email})`),
    ]);
  }
  await sql('DELETE FROM authenticator_apps');
});

test('metrics that drifted are found, and recounted on request', async () => {
  const drifts = [
    `UPDATE figures SET value = value + 1 WHERE id = (SELECT max(id) FROM figures)`,
    `DELETE FROM figures WHERE id = (SELECT min(id) FROM figures WHERE value > 0)`,
    'UPDATE users SET post_count = post_count + 1 WHERE id = (SELECT id FROM users LIMIT 1)',
    'UPDATE posts SET like_count = like_count + 1 WHERE id = (SELECT id FROM posts LIMIT 1)',
  ];
  const check = (recount: boolean) => checkFigures(desk.database.db, recount);
  for (const drift of drifts) {
    await sql(drift);
    expect((await check(false)).wrong, drift).toEqual([
      expect.stringMatching(/^A count of all rows disagrees with \d+ figures?\. /),
    ]);
    expect((await check(true)).wrong, drift).toEqual([]);
    expect((await check(false)).wrong, drift).toEqual([]);
  }
  await sql(drifts[0] ?? '');
  expect(await doctor(['--recount'])).toMatchObject(well);
});

test('a changed entry of the log, and late seals', async () => {
  await sql(`ALTER TABLE operations DISABLE TRIGGER USER; UPDATE operations SET label = 'forged'`);
  await sql(`INSERT INTO unsealed (operation_id, at) SELECT id, now() - interval '6 minutes' FROM operations LIMIT 1`);
  expect((await doctor()).todo).toEqual([
    expect.stringContaining('was changed after it was sealed'),
    expect.stringContaining('minutes to seal 1 entry'),
  ]);
});

test('the exit code is 2 where it cannot look, and 1 where the database lacks a migration', async () => {
  expect(await doctor(['--all'])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('no arguments except --recount'),
  });
  expect(await doctor([], { PORT: 'four' })).toMatchObject({ code: 2, errors: 'PORT must be a whole number\n' });
  expect(await doctor([], { DATABASE_URL: '' })).toMatchObject({
    code: 2,
    errors: expect.stringContaining(`DATA_DIR ${dataDir} holds no database. `),
  });
  const nowhere = { DATABASE_URL: 'postgres://awa@127.0.0.1:1/desk' };
  expect(await doctor([], nowhere)).toMatchObject({ code: 2, errors: expect.stringContaining('ECONNREFUSED') });
  const open = { HOST: '0.0.0.0', PUBLIC_URL: '', SMTP_URL: '', DISK_RESERVE_MB: '1000000000' };
  expect((await doctor([], open)).todo).toEqual(
    expect.arrayContaining([expect.stringContaining('PUBLIC_URL is not set'), expect.stringContaining('Make room.')]),
  );
  await sql('DELETE FROM drizzle.__drizzle_migrations WHERE id = (SELECT max(id) FROM drizzle.__drizzle_migrations)');
  expect(await doctor()).toMatchObject({
    code: 1,
    todo: [expect.stringContaining('The database is older than this program')],
  });
});
