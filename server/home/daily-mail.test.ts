import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { api } from '#contract/api.ts';
import { type Home, homeGroupNames } from '#contract/home.ts';
import type { Role } from '#contract/roles.ts';
import type { Output } from '#contract/route.ts';
import { createLog } from '#server/http/log/log.ts';
import { dailyMailOf } from '#server/home/mail-words.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';
import { mailServer } from '#tests/desk/mail-server.ts';
import { addPerson } from '#tests/desk/people.ts';
import { addAdmin, disableAccount, startSession } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

type Account = Caller & { id: string; email: string };

let app: TestApp;
let mail: Awaited<ReturnType<typeof mailServer>>;
let ada: Account;
let musa: Account;
let emeka: Account;
const refusals: string[] = [];
const lines: string[] = [];

async function account(name: string, role: Role): Promise<Account> {
  const made = await addAdmin(app, `${name.split(' ', 1)[0]?.toLowerCase()}@desk.test`, name, role);
  return { ...made, ...caller(app.url, (await startSession(app, made)).session.token) };
}

beforeAll(async () => {
  mail = await mailServer({ refusals });
  const settings = { smtpUrl: mail.url, mailFrom: 'desk@example.org', publicUrl: 'https://desk.example.org' };
  app = await testApp({ settings, log: createLog('trace', { write: (line) => void lines.push(line) }) });
  ada = await account('Ada Obi', 'administrator');
  musa = await account('Musa Bello', 'moderator');
  emeka = await account('Emeka Eze', 'editor');
});
afterAll(async () => {
  await app.close();
  mail.close();
});
beforeEach(async () => {
  await query('TRUNCATE users, cases CASCADE; DELETE FROM daily_mails; UPDATE staff SET enabled = true');
  mail.letters.length = 0;
  refusals.length = 0;
});

const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values);
const addCase = async (reason = 'spam', rank = 6) =>
  query(
    `INSERT INTO cases (id, subject_kind, subject_id, person_id, reason, rank) VALUES (gen_random_uuid(), 'person', gen_random_uuid(), $1, $2, $3)`,
    [await addPerson(app), reason, rank],
  );
const wish = (one: Account, isWanted = true) => one.put('/account/daily-mail', { isWanted });
const dailyMail = async (one: Account) =>
  (expectDone(await one.get('/account')) as Output<typeof api.account.get>).dailyMail;

/** The wish of an account since the day before. */
async function wished(...accounts: Account[]) {
  for (const one of accounts) expectDone(await wish(one));
  await query("UPDATE daily_mails SET day = '2026-11-29'");
}

/** Three processes look for mails at this time in Lagos. */
const at = (time: string, day = '2026-11-30') => {
  const now = sql`(${`${day}T${time}+01:00`}::timestamptz)`;
  return Promise.all([1, 2, 3].map(() => app.sendMails(now)));
};
const told = () => mail.letters.map((letter) => /^To: (\w+)@/m.exec(letter)?.[1]).toSorted();

test('the switch is off at first, and a change of it is in the log', async () => {
  expect(await dailyMail(musa)).toEqual({ isWanted: false, isPossible: true });
  expectDone(await wish(musa));
  expectDone(await wish(musa));
  expect(await dailyMail(musa)).toEqual({ isWanted: true, isPossible: true });
  expect((await dailyMail(ada)).isWanted).toBe(false);
  expectDone(await wish(musa, false));
  expect((await dailyMail(musa)).isWanted).toBe(false);
  const { operations } = await ada.operations();
  expect(operations.slice(0, 2).map(({ label, details }) => [label, details])).toEqual([
    ['musa@desk.test', 'mail of the day off'],
    ['musa@desk.test', 'mail of the day on'],
  ]);
});

test('a desk without a mail server says so, keeps the wish and sends nothing', async () => {
  const other = await testApp({ database: app.database });
  const staff = { ...musa, ...caller(other.url, (await startSession(other, musa)).session.token) };
  expectDone(await wish(staff));
  expect(await dailyMail(staff)).toEqual({ isWanted: true, isPossible: false });
  await query("UPDATE daily_mails SET day = '2026-11-29'");
  await other.sendMails(sql`'2026-11-30T08:00:00+01:00'::timestamptz`);
  expect((await query('SELECT FROM daily_mails WHERE claimed_at IS NULL')).rowCount).toBe(1);
  await other.close();
});

test('each account that wishes for it gets one mail between 7:00 and noon in Lagos, with counts and links alone', async () => {
  await addCase();
  await addCase('self-harm', 1);
  await wished(ada, musa);
  await at('06:59:59');
  expect(told()).toEqual([]);
  // The page has the same counts.
  const { groups } = expectDone(await musa.get('/admin/home')) as Home;
  expect(groups.find(({ name }) => name === 'open')?.count).toBe(2);
  await at('07:00:00');
  expect(told()).toEqual(['ada', 'musa']);
  await at('07:00:15');
  await at('11:00:00');
  expect(told()).toEqual(['ada', 'musa']);
  const letter = mail.letters.find((one) => one.includes('To: musa@'))?.replaceAll('=\n', '') ?? '';
  expect(letter).toContain('Subject: Awa Desk: 2 things wait for you');
  expect(letter).toContain('2 open cases\nhttps://desk.example.org/admin/desk/moderation\n');
  expect(letter).toContain('https://desk.example.org/admin/desk/account');
  expect(letter).not.toMatch(/danger|spam|self-harm|text\/html/i);
  await at('07:30:00', '2026-12-01');
  expect(told()).toEqual(['ada', 'ada', 'musa', 'musa']);
  expect(lines.join('')).not.toContain('musa@desk.test');
});

test('a day without work, and one that began after noon, has no mail', async () => {
  await wished(musa, emeka);
  await at('07:00:00');
  await addCase();
  await at('07:01:00');
  expect(told()).toEqual([]);
  await at('12:00:00', '2026-12-01');
  expect(told()).toEqual([]);
  await at('11:59:00', '2026-12-02');
  expect(told()).toEqual(['musa']);
});

test('a disabled account, one that no longer wishes, and a deleted one get none', async () => {
  await addCase();
  const gone = await account('Gone Person', 'moderator');
  const disabled = await account('Disabled Person', 'moderator');
  await wished(ada, disabled, gone);
  expectDone(await wish(ada, false));
  await disableAccount(app, disabled.email);
  await query('DELETE FROM staff WHERE id = $1', [gone.id]);
  await at('07:00:00');
  expect(told()).toEqual([]);
});

test('a wish after 7:00 is for the next day, so that changing one’s mind makes no second mail', async () => {
  expectDone(await wish(musa));
  const { rows } = await query(
    `SELECT day = ((now() AT TIME ZONE interval '1 hour') - interval '7 hours')::date AS "isLast" FROM daily_mails`,
  );
  expect(rows).toEqual([{ isLast: true }]);
});

test('a process that was killed before it sent the mail leaves it to another one, and a refused one is not tried again', async () => {
  await addCase();
  await wished(musa);
  await query("UPDATE daily_mails SET claimed_at = '2026-11-30T07:00:00+01:00', tries = 1");
  await at('07:00:59');
  expect(told()).toEqual([]);
  await at('07:01:00');
  await at('07:05:00');
  expect(told()).toEqual(['musa']);
  refusals.push('550 unknown');
  await at('07:00:00', '2026-12-01');
  await at('07:10:00', '2026-12-01');
  expect(told()).toEqual(['musa']);
});

test('a mail that the server takes later has the same Message-ID; the next day begins with no tries', async () => {
  await addCase();
  await wished(musa);
  refusals.push('450 later', '450 later');
  await at('07:00:00');
  await at('07:01:00');
  await at('07:02:00');
  expect(told()).toEqual([]);
  await at('07:03:00');
  expect(mail.letters).toHaveLength(1);
  expect(mail.letters[0]).toContain(`Message-ID:\n <day-2026-11-30-${musa.id}@desk.example.org>`);
  await query("UPDATE daily_mails SET day = '2026-11-30', claimed_at = '2026-11-30T11:59:00+01:00', tries = 12");
  await at('07:00:00', '2026-12-01');
  expect(told()).toEqual(['musa', 'musa']);
});

const home = (counts: Partial<Record<Home['groups'][number]['name'], number>>): Pick<Home, 'groups'> => ({
  groups: homeGroupNames.map((name) => ({ name, count: counts[name] ?? 0, rows: [] })),
});

test('the mail has a line and a link for each group, and counts nothing twice', () => {
  const mailOf = (counts: Parameters<typeof home>[0]) => dailyMailOf(home(counts), 'Ada Obi', 'https://d.example');
  expect(mailOf({})).toBeUndefined();
  expect(mailOf({ crisis: 1, open: 1 })?.subject).toBe('Awa Desk: 1 thing waits for you');
  expect(mailOf({ mine: 3, open: 2, crisis: 2, helpLines: 1 })).toEqual({
    subject: 'Awa Desk: 6 things wait for you',
    text: `Hello Ada Obi,

6 things wait for you:

2 open cases
https://d.example/admin/desk/moderation

3 reviews asked of you
https://d.example/admin/desk/review?state=mine

1 help line to call
https://d.example/admin/desk/moderation/help-lines?calls=due

You get this email because you asked for it in Awa Desk. You can switch it off there:
https://d.example/admin/desk/account`,
  });
  for (const name of homeGroupNames.filter((one) => one !== 'crisis')) {
    expect(mailOf({ [name]: 1 })?.text).toMatch(/\n\n1 [a-z ]+\d*[a-z ]*\nhttps:\/\/d\.example\/admin\/desk\//);
  }
});
