import { randomBytes, randomUUID } from 'node:crypto';
import { getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lifetimesOf } from '#server/auth/sessions/store.ts';
import { clockLock, isAhead, keepTime, pulledBack } from '#server/run/clock.ts';
import { features } from '#server/features.ts';
import { createLog } from '#server/http/log/log.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { holdLock } from '#tests/database/locks.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { addAdmin, startSession, testPassword } from '#tests/desk/staff.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const lifetimes = { most: 12, bearer: 15 };
const columns = Object.entries(pulledBack(lifetimes)).flatMap(([table, limits]) =>
  Object.entries(limits).map(([name, limit]) => Object.assign({ table, name }, limit)),
);
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await app.database.pool.query<Row>(text, values)).rows;

const ofLog = 'the log only grows';
const ofContent = 'stands in the log as it is, and is only shown and sorted by';
const ofPeople = 'belongs to the app';
const planned = 'is planned by people';
/** Columns whose time may be in the future, with the reason. */
const stay: Record<string, string> = {
  ...Object.fromEntries(
    features
      .flatMap(({ kinds = [] }) => kinds.map(({ table }) => getTableName(table)))
      .flatMap((table) => [`${table}.created_at`, `${table}.updated_at`])
      .map((column) => [column, ofContent]),
  ),
  'announcements.starts_at': planned,
  'announcements.ends_at': planned,
  'cards.published_at': planned,
  'cards.shown_until': planned,
  'preview_links.at': planned,
  'source_marks.marked_at': 'is only shown',
  ...Object.fromEntries(
    ['cards', 'phases', 'activities', 'insights', 'phase_descriptions', 'pregnancy_weeks'].map((table) => [
      `${table}.next_from`,
      planned,
    ]),
  ),
  'editions.created_at': ofContent,
  'editions.show_from': ofContent,
  'operations.at': ofLog,
  'revisions.at': ofLog,
  'seals.at': ofLog,
  'unsealed.at': 'is the time of an operation, which is found by it',
  'idempotency_keys.at': 'decides nothing: the running hour does',
  'posts.hidden_at': 'decides nothing: the running hour does',
  'comments.hidden_at': 'decides nothing: the running hour does',
  'app_changes.at': 'is only shown',
  'app_keys.created_at': 'is only shown',
  'saved_views.created_at': 'decides nothing',
  'app_keys.revoked_at': 'decides nothing: a key that has one is revoked',
  'app_feed.pushed_at': 'is only shown',
  'app_feed.push_failed_at': 'is only shown',
  'approvals.at': 'is only shown',
  'approvals.due_at': 'is only shown',
  'review_requests.at': 'sorts requests, and keeps one that is approved in a list for 30 days',
  'review_requests.due_on': planned,
  'remarks.at': 'is only shown, and sorts remarks',
  'remarks.resolved_at': 'is only shown; whether there is one counts',
  'remark_replies.at': 'is only shown, and sorts replies',
  'cases.opened_at': 'is only shown',
  'reports.at': 'is compared with the time of a decision of the same case alone',
  'reports.answered_at': 'decides nothing: a report that has one is answered',
  'snapshots.at': 'sorts the texts of one case',
  'decisions.until': planned,
  'decisions.told_at': 'decides nothing: a decision that has one is told',
  'decisions.taken_back_at': 'decides nothing: a decision that has one is taken back',
  'decisions.appealed_at': 'is only shown; the running hour decides',
  'decisions.answered_at': 'is only shown',
  'alerts.sent_at': 'decides nothing: a mail that has one is sent',
  'decisions.seen_at': 'is only shown',
  'messages.told_at': 'decides nothing: a message that has one is told',
  'messages.taken_back_at': 'decides nothing: a message that has one is taken back',
  'messages.seen_at': 'is only shown',
  'agreements.at': 'is only shown',
  'looks.done_at': 'decides nothing: a look that has one is done',
  'staff.created_at': 'is only shown',
  'staff.updated_at': 'is only shown',
  'users.created_at': ofPeople,
  'users.updated_at': ofPeople,
  'users.last_active_at': ofPeople,
  'users.sort_active': ofPeople,
  'posts.created_at': ofPeople,
  'comments.created_at': ofPeople,
};

test('every column with a time is pulled back, or there is a reason why not', async () => {
  const timed = await query<{ name: string }>(
    `SELECT concat(relname, '.', attname) AS name FROM pg_attribute JOIN pg_class ON attrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND attnum > 0
       AND atttypid IN ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype)`,
  );
  // The step of a code is a number of half minutes.
  const known = [...columns.map(({ table, name }) => `${table}.${name}`), ...Object.keys(stay)];
  expect([...timed.map(({ name }) => name), 'authenticator_apps.last_step'].toSorted()).toEqual(known.toSorted());
});

/** Adds a row to each of the tables, all of one account. */
async function fill() {
  const account = await addAdmin(app);
  await startSession(app, account);
  const hash = randomBytes(32);
  await query(
    `INSERT INTO invitations (staff_id, hash, invited_by, is_new, expires_at) VALUES ($1, $2, $1, true, now())`,
    [account.id, hash],
  );
  await query(
    `INSERT INTO preview_links (hash, tracking_mode, drafts, created_by, expires_at) VALUES ($1, 'PCOS', false, $2, now())`,
    [hash, account.id],
  );
  await query(`INSERT INTO challenges (hash, purpose, expires_at) VALUES ($1, 'sign-in', now())`, [hash]);
  await query(`INSERT INTO sign_in_failures (account, address) VALUES ($1, $1)`, [hash]);
  await query(
    `INSERT INTO passkeys (id, staff_id, name, credential_id, public_key, counter, transports) VALUES (gen_random_uuid(), $1, '', gen_random_uuid(), '', 0, '{}')`,
    [account.id],
  );
  await query(`INSERT INTO authenticator_apps (id, staff_id, secret, last_step) VALUES ($1, $2, '', 0)`, [
    randomUUID(),
    account.id,
  ]);
  await query(`INSERT INTO presence (kind, entity_id, staff_id, until) VALUES ('doctor', $1, $2, now())`, [
    randomUUID(),
    account.id,
  ]);
  await query('INSERT INTO app_feed DEFAULT VALUES');
  await query(
    `INSERT INTO app_keys (id, name, hash, scopes, networks, expires_at) VALUES ($1, '', $2, '{}', '{}', now())`,
    [randomUUID(), hash],
  );
  const caseId = randomUUID();
  await query(`INSERT INTO users (id, email) VALUES ($1, $2)`, [account.id, account.email]);
  await query(
    `INSERT INTO cases (id, subject_kind, subject_id, person_id, reason, rank, claimed_at) VALUES ($1, 'person', $2, $2, 'spam', 9, now())`,
    [caseId, account.id],
  );
  await query(
    `INSERT INTO decisions (id, case_id, person_id, verdict, rule, hide, hide_others, erase, sanction, reason, statement, language, case_reason, waited)
    VALUES (gen_random_uuid(), $1, $2, 'within_rules', '', false, false, false, 'none', '', '', 'english', 'spam', 0)`,
    [caseId, account.id],
  );
  await query(
    `INSERT INTO alerts (id, case_id, step, staff_id, claimed_at) VALUES (gen_random_uuid(), $1, 15, $2, now())`,
    [caseId, account.id],
  );
  await query(
    `INSERT INTO messages (id, case_id, person_id, playbook, text, language) VALUES (gen_random_uuid(), $1, $2, '', '', 'english')`,
    [caseId, account.id],
  );
  await query(
    'INSERT INTO looks (id, case_id, decision_id, due_at) SELECT gen_random_uuid(), case_id, id, now() FROM decisions',
  );
  await query(
    `INSERT INTO help_line_calls (id, help_line_id, number, result) VALUES (gen_random_uuid(), $1, '', 'answered')`,
    [caseId],
  );
  await query(
    `INSERT INTO user_notes (id, user_id, kind, text, deleted_at) VALUES (gen_random_uuid(), $1, 'other', '', now())`,
    [account.id],
  );
  await query('INSERT INTO daily_mails (staff_id, day, claimed_at) VALUES ($1, now(), now())', [account.id]);
  await query(
    `INSERT INTO doctors (id, name, specialty, bio, email, phone, image_url, profile_image, years_of_experience, location,
       availability_status, consultation_fee, rating, languages, calendly_url, is_active, display_order, verified_at)
     VALUES ($1, '', '', '', '', '', '', '', 0, '', 'available', 0, 0, '[]', '', true, 1, now())`,
    [caseId],
  );
  await query('INSERT INTO log_checks (run, total) VALUES (gen_random_uuid(), 0)');
  await query(`INSERT INTO user_pages_read (staff_id, page) VALUES ($1, '')`, [account.id]);
  await query(`INSERT INTO images (name, bucket, width, height, bytes) VALUES ($1, 'doctor-images', 1, 1, 1)`, [
    randomUUID(),
  ]);
}

beforeEach(async () => {
  await query(
    `TRUNCATE ${[...new Set(columns.map(({ table }) => table))].filter((table) => table !== 'desk').join(', ')} CASCADE`,
  );
  await query('UPDATE desk SET running_hours = 0, hour_began = now()');
  await fill();
});

/** Sets each column to the result of `value`, which gets the column with its latest allowed value. */
async function setAll(value: (column: (typeof columns)[number]) => ReturnType<typeof sql>) {
  for (const column of columns) {
    const { table, name } = column;
    await app.database.db.execute(sql`UPDATE ${sql.identifier(table)} SET ${sql.identifier(name)} = ${value(column)}`);
  }
}

const forty = ({ name }: { name: string }) =>
  name === 'last_step' ? sql`${40 * 2880}::integer` : sql`interval '40 days'`;

/** The columns that differ from their latest allowed value by more than a minute. */
async function differing() {
  const found: string[] = [];
  for (const { table, name, limit } of columns) {
    const minute = name === 'last_step' ? sql`2` : sql`interval '1 minute'`;
    const column = sql.identifier(name);
    const { rowCount } = await app.database.db.execute(
      sql`SELECT FROM ${sql.identifier(table)} WHERE ${column} NOT BETWEEN ${limit} - ${minute} AND ${limit} + ${minute}`,
    );
    if (rowCount) found.push(`${table}.${name}`);
  }
  return found;
}

test('after a step back of the clock each time lies at most its own span ahead', async () => {
  await setAll((column) => sql`${column.limit} + ${forty(column)}`);
  expect(await differing()).toHaveLength(columns.length);
  const lines: { level: number; pulled: Record<string, number> }[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
  await keepTime(app.database.db, lifetimes, log);
  expect(await differing()).toEqual([]);
  const pulled = Object.fromEntries(columns.map(({ table }) => [table, 1]));
  expect(lines).toMatchObject([{ level: 40, pulled }]);
  await keepTime(app.database.db, lifetimes, log);
  expect(lines).toHaveLength(1);
});

test('rows without a future time stay unchanged', async () => {
  await setAll(({ limit }) => limit);
  const rows = async () => {
    const tables = [...new Set(columns.map(({ table }) => table))];
    return Promise.all(tables.map((table) => query(`SELECT xmin::text, * FROM ${table}`)));
  };
  const before = await rows();
  await keepTime(app.database.db, lifetimes);
  expect(await rows()).toEqual(before);
});

test('thousands are pulled back, past the rows that are being written', async () => {
  const many = `INSERT INTO sign_in_failures (account, address, at)
    SELECT sha256(n::text::bytea), '\\x00', now() + interval '40 days' FROM generate_series(1, 2500) AS n`;
  await query(many);
  const { release } = await holdLock(
    app.database.pool,
    "UPDATE sign_in_failures SET at = at WHERE account = sha256('7')",
  );
  await keepTime(app.database.db, lifetimes);
  expect(await query('SELECT FROM sign_in_failures WHERE at > now()')).toHaveLength(1);
  await release();
  await keepTime(app.database.db, lifetimes);
  expect(await query('SELECT FROM sign_in_failures WHERE at > now()')).toEqual([]);
});

test('one process looks after times, and no other waits for it', async () => {
  await setAll((column) => sql`${column.limit} + ${forty(column)}`);
  const { release } = await holdLock(app.database.pool, 'SELECT pg_advisory_xact_lock($1)', [clockLock]);
  await keepTime(app.database.db, lifetimes);
  expect(await differing()).toHaveLength(columns.length);
  await release();
});

test('a look reads no table whose rows calls add without an index', async () => {
  const fillers = [
    `INSERT INTO sign_in_failures (account, address) SELECT sha256(n::text::bytea), '\\x00' FROM generate_series(1, 3000) AS n`,
    `INSERT INTO challenges (hash, purpose, expires_at) SELECT sha256(n::text::bytea), 'sign-in', now() FROM generate_series(1, 3000) AS n`,
    `INSERT INTO bearers (hash, session_id, expires_at)
     SELECT sha256(n::text::bytea), sessions.id, now() FROM generate_series(1, 3000) AS n, sessions`,
    `INSERT INTO images (name, bucket, width, height, bytes) SELECT n, 'doctor-images', 1, 1, 1 FROM generate_series(1, 3000) AS n`,
  ];
  for (const filler of fillers) await query(filler);
  await query('ANALYZE sign_in_failures, challenges, bearers, images');
  for (const table of ['sign_in_failures', 'challenges', 'bearers', 'images']) {
    const { rows } = await app.database.db.execute<{ 'QUERY PLAN': string }>(
      sql`EXPLAIN SELECT FROM ${sql.identifier(table)} WHERE ${isAhead(pulledBack(lifetimes)[table] ?? {})}`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan');
  }
});

test.each([
  ['an hour that passed is one', "now() - interval '61 minutes'", 1],
  ['less than an hour is none yet', "now() - interval '59 minutes'", 0],
  ['a jump of 40 days is one', "now() - interval '40 days'", 1],
  ['a step back of 40 days is none', "now() + interval '40 days'", 0],
])('of the hours in which the desk runs %s', async (_, began, hours) => {
  await query(`UPDATE desk SET hour_began = ${began}`);
  await keepTime(app.database.db, lifetimes);
  expect(await query('SELECT running_hour() AS hours')).toEqual([{ hours }]);
  await keepTime(app.database.db, lifetimes);
  expect(await query('SELECT running_hour() AS hours')).toEqual([{ hours }]);
});

test('a block that began while the clock was ahead says and lasts its own span', async () => {
  const { email } = await addAdmin(app);
  const signIn = () => send(app.url, '/auth/login', { method: 'POST', body: { email, password: testPassword } });
  for (let tries = 0; tries < app.settings.signInLimitAccountAddress; tries += 1) {
    await send(app.url, '/auth/login', { method: 'POST', body: { email, password: 'wrong' } });
  }
  await query("UPDATE sign_in_failures SET at = at + interval '40 days'");
  const refused = await signIn();
  expect([refused.status, problemOf(refused).code]).toEqual([429, 'too_many_tries']);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
  await keepTime(app.database.db, lifetimesOf(app.settings));
  await query("UPDATE sign_in_failures SET at = at - interval '15 minutes'");
  const other = await testApp({ database: app.database });
  const later = await send(other.url, '/auth/login', { method: 'POST', body: { email, password: testPassword } });
  expect(later.status).toBe(200);
  await other.close();
});

test('a session whose use lies ahead is noted as used at once, so that it ends when it should', async () => {
  const { session } = await startSession(app, await addAdmin(app));
  await query("UPDATE sessions SET used_at = now() + interval '40 days'");
  expect((await send(app.url, '/auth/session', { bearer: session.token })).status).toBe(200);
  await expect.poll(() => query('SELECT FROM sessions WHERE used_at > now()')).toHaveLength(1);
});
