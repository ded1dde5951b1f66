import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createLog } from '#server/http/log/log.ts';
import { claimedFor, nextMail, tellOfWaiting } from '#server/safety/alerts.ts';
import { comments, posts } from '#server/users/tables.ts';
import { addPerson } from '#tests/desk/people.ts';
import { mailServer } from '#tests/desk/mail-server.ts';
import { type TestAdmin, addAdmin, disableAccount } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

let app: TestApp;
let accounts: Record<'ada' | 'bola' | 'chidi' | 'editor', TestAdmin>;
const lines: string[] = [];
const log = createLog('trace', { write: (line) => void lines.push(line) });
beforeAll(async () => {
  app = await testApp({ log });
  accounts = {
    ada: await addAdmin(app, 'ada@desk.test', 'Ada Obi', 'administrator'),
    bola: await addAdmin(app, 'bola@desk.test', 'Bọ́lá Adé', 'moderator'),
    chidi: await addAdmin(app, 'chidi@desk.test', 'Chidi Eze', 'moderator'),
    editor: await addAdmin(app, 'editor@desk.test', 'Emeka Editor', 'editor'),
  };
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql(
    'TRUNCATE users, posts CASCADE; DELETE FROM shifts; DELETE FROM app_changes; UPDATE staff SET enabled = true',
  );
  lines.length = 0;
});

const sql = async <T>(text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows as T[];

/** A case that has waited for so long, of the first rank unless the reason says otherwise. */
async function addCase(seconds: number, { reason = 'self-harm', rank = 1, person = '' } = {}) {
  const personId = person || (await addPerson(app));
  const [row] = await sql<{ id: string }>(
    `INSERT INTO cases (id, subject_kind, subject_id, person_id, reason, rank, waiting_since)
     VALUES (gen_random_uuid(), 'person', gen_random_uuid(), $1, $2, $3, now() - make_interval(secs => $4)) RETURNING id`,
    [personId, reason, rank, seconds],
  );
  return row?.id ?? '';
}
const pass = (seconds: number, column = 'waiting_since', table = 'cases') =>
  sql(`UPDATE ${table} SET ${column} = ${column} - make_interval(secs => $1)`, [seconds]);

async function openMail(options: Parameters<typeof mailServer>[0] = {}) {
  const mail = await mailServer(options);
  onTestFinished(() => mail.close());
  const server = { smtpUrl: mail.url, from: 'desk@example.org', publicUrl: 'https://desk.example.org' };
  /** Three processes come at the same moment. */
  const run = () => Promise.all([1, 2, 3].map(() => tellOfWaiting(app.database.db, server, log)));
  const told = () => mail.letters.map((letter) => /^To: (\w+)@/m.exec(letter)?.[1]).toSorted();
  return { letters: mail.letters, server, run, told };
}
const feed = async () =>
  (await sql<{ type: string; subject: string }>('SELECT type, subject FROM app_changes ORDER BY id'))
    .filter(({ type }) => type === 'crisis.waiting')
    .map(({ subject }) => subject);

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const addShift = ({ id }: TestAdmin, starts = 0, ends = 0) =>
  sql('INSERT INTO shifts (id, staff_id, days, starts, ends) VALUES ($1, $2, $3, $4, $5)', [
    randomUUID(),
    id,
    everyDay,
    starts,
    ends,
  ]);

describe('a case that waits', () => {
  test('for 15 minutes is told once to those on duty, and once to the feed', async () => {
    await addShift(accounts.bola);
    const id = await addCase(15 * 60 - 5);
    const { run, told } = await openMail();
    await run();
    expect([told(), await feed()]).toEqual([[], []]);
    await pass(6);
    await run();
    expect([told(), await feed()]).toEqual([['bola'], [id]]);
    await run();
    await pass(60);
    await run();
    expect([told(), await feed()]).toEqual([['bola'], [id]]);
  });

  test('for 60 minutes is told once to all administrators', async () => {
    await addShift(accounts.bola);
    const id = await addCase(16 * 60);
    const { run, told, letters } = await openMail();
    await run();
    await pass(45 * 60);
    await run();
    await run();
    expect([told(), await feed()]).toEqual([['ada', 'bola'], [id]]);
    expect(letters[1]).toContain('has waited for 60 minutes');
  });

  test('is told to all moderators without a rota, or with nobody on duty, and else to the administrators', async () => {
    await addCase(16 * 60);
    const first = await openMail();
    await first.run();
    expect(first.told()).toEqual(['bola', 'chidi']);
    // Nobody is on duty: the only shift is that of a disabled account.
    await addShift(accounts.chidi);
    await disableAccount(app, 'chidi@desk.test');
    await addCase(16 * 60);
    const second = await openMail();
    await second.run();
    expect(second.told()).toEqual(['bola']);
    await disableAccount(app, 'bola@desk.test');
    await addCase(16 * 60);
    const third = await openMail();
    await third.run();
    expect(third.told()).toEqual(['ada']);
  });

  test('is not told while a colleague reads it, but after an hour it is in any case', async () => {
    await addShift(accounts.bola);
    const id = await addCase(16 * 60);
    const { run, told } = await openMail();
    const claim = () => sql('UPDATE cases SET claimed_by = $1, claimed_at = now()', [accounts.chidi.id]);
    await claim();
    await run();
    expect(told()).toEqual([]);
    await pass(181, 'claimed_at');
    await run();
    expect(told()).toEqual(['bola']);
    await claim();
    await pass(45 * 60);
    await run();
    expect([told(), await feed()]).toEqual([['ada', 'bola'], [id]]);
  });

  test('for another reason, or that is decided, is told to nobody', async () => {
    await addCase(90 * 60, { reason: 'spam', rank: 6 });
    await addCase(90 * 60);
    await sql("UPDATE cases SET state = 'decided' WHERE rank = 1");
    const { run, told } = await openMail();
    await run();
    expect([told(), await feed()]).toEqual([[], []]);
  });

  test('counts from the report of danger, when it waited for another reason before', async () => {
    const id = await addCase(3 * 86_400, { reason: 'spam', rank: 6 });
    await sql("INSERT INTO reports (id, case_id, reason, at) VALUES ($1, $2, 'spam', now() - interval '3 days')", [
      randomUUID(),
      id,
    ]);
    await sql("INSERT INTO reports (id, case_id, reason) VALUES ($1, $2, 'danger')", [randomUUID(), id]);
    await sql("UPDATE cases SET reason = 'danger', rank = 1");
    const { run, told } = await openMail();
    await run();
    expect(told()).toEqual([]);
    await pass(901, 'at', 'reports');
    await run();
    expect(told()).toEqual(['bola', 'chidi']);
  });
});

describe('a mail', () => {
  test('is one for ten cases, with a link alone', async () => {
    await addShift(accounts.bola);
    for (let count = 0; count < 10; count += 1) await addCase(16 * 60);
    const { run, told, letters } = await openMail();
    await run();
    expect([told(), (await feed()).length]).toEqual([['bola'], 10]);
    const letter = (letters[0] ?? '').replaceAll('=\n', '').replaceAll('=3D', '=');
    expect(letter).toContain('https://desk.example.org/admin/desk/moderation\n');
    expect(letter).toContain('Subject: Please open the queue of Awa Desk');
    expect(letter).not.toMatch(/\b10\b cases|danger|crisis/);
  });

  test('has no word of a post, of a person, of a note or of a look; neither has the log', async () => {
    const person = await addPerson(app, { username: 'MARKERperson', email: 'MARKERmail@secret.test' });
    const [post] = await app.database.db.insert(posts).values({ content: 'MARKERpost', userId: person }).returning();
    const postId = post?.id ?? '';
    await app.database.db.insert(comments).values({ postId, userId: person, content: 'MARKERcomment' });
    const id = await addCase(61 * 60, { person });
    const decision = randomUUID();
    await sql(
      "INSERT INTO reports (id, case_id, reason, note, at) VALUES ($1, $2, 'danger', 'MARKERnote', now() - interval '2 hours')",
      [randomUUID(), id],
    );
    await sql("INSERT INTO snapshots (id, case_id, content) VALUES ($1, $2, 'MARKERsnapshot')", [randomUUID(), id]);
    await sql(
      `INSERT INTO decisions (id, case_id, person_id, verdict, rule, hide, hide_others, erase, sanction, reason, statement, language, case_reason, waited)
       VALUES ($1, $2, $3, 'needs_help', '', false, false, false, 'none', 'MARKERreason', 'MARKERstatement', 'english', 'self-harm', 0)`,
      [decision, id, person],
    );
    await sql("INSERT INTO looks (id, case_id, decision_id, due_at, note) VALUES ($1, $2, $3, now(), 'MARKERlook')", [
      randomUUID(),
      id,
      decision,
    ]);
    const refusing = await openMail({ refusals: ['451 later', '451 later', '451 later'] });
    await refusing.run();
    await pass(claimedFor + 1, 'claimed_at', 'alerts');
    await refusing.run();
    expect(refusing.told()).toEqual(['ada', 'bola', 'chidi']);
    expect(lines.join()).toContain('a mail about a waiting case was not sent');
    expect(lines.join() + refusing.letters.join()).not.toMatch(/MARKER|@desk\.test.*was not sent/);
  });

  test('of a process that was killed after its claim is sent by another one, once', async () => {
    await addShift(accounts.bola);
    await addCase(16 * 60);
    const { run, told, server } = await openMail();
    expect(await nextMail(app.database.db, server.smtpUrl !== '')).toMatchObject({ to: 'bola@desk.test' });
    await run();
    expect(told()).toEqual([]);
    await pass(claimedFor + 1, 'claimed_at', 'alerts');
    await run();
    await run();
    expect(told()).toEqual(['bola']);
  });

  test('that was taken before its process was killed has the same Message-ID when it is sent again', async () => {
    await addShift(accounts.bola);
    await addCase(16 * 60);
    const { run, letters } = await openMail();
    await run();
    await sql("UPDATE alerts SET sent_at = NULL, claimed_at = now() - interval '1 hour'");
    await run();
    const ids = letters.map((letter) => /^Message-ID: (.*)$/m.exec(letter)?.[1]);
    expect(ids).toEqual([expect.stringMatching(/^<alert-.*@desk\.example\.org>$/), ids[0]]);
  });

  test('that the mail server refuses for good is given up; another is tried again later and later', async () => {
    await addShift(accounts.bola);
    await addCase(16 * 60);
    const gone = await openMail({ refusals: ['550 no such person'] });
    await gone.run();
    await pass(7200, 'claimed_at', 'alerts');
    await gone.run();
    expect(gone.told()).toEqual([]);
    await sql('DELETE FROM alerts');
    const busy = await openMail({ refusals: ['451 later', '451 later'] });
    await busy.run();
    await pass(claimedFor + 1, 'claimed_at', 'alerts');
    await busy.run();
    await pass(claimedFor + 1, 'claimed_at', 'alerts');
    await busy.run();
    expect(busy.told()).toEqual([]);
    await pass(claimedFor, 'claimed_at', 'alerts');
    await busy.run();
    expect(busy.told()).toEqual(['bola']);
  });

  test('is not sent for a case that was decided meanwhile, nor to an account that was disabled', async () => {
    await addShift(accounts.bola);
    await addCase(16 * 60);
    const { run, told } = await openMail({ refusals: ['451 later'] });
    await run();
    await pass(claimedFor + 1, 'claimed_at', 'alerts');
    await disableAccount(app, 'bola@desk.test');
    await run();
    await sql('UPDATE staff SET enabled = true');
    await sql("UPDATE cases SET state = 'decided'");
    await run();
    expect(told()).toEqual([]);
  });

  test('waits for a mail server where none is set; the feed is told once', async () => {
    await addShift(accounts.bola);
    const id = await addCase(16 * 60);
    const none = { smtpUrl: '', from: '', publicUrl: '' };
    await tellOfWaiting(app.database.db, none, log);
    await tellOfWaiting(app.database.db, none, log);
    expect(await feed()).toEqual([id]);
    const { run, told } = await openMail();
    await run();
    expect([told(), await feed()]).toEqual([['bola'], [id]]);
  });
});
