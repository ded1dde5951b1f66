import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { api } from '#contract/api.ts';
import type { Output } from '#contract/route.ts';
import { claimedFor } from '#server/safety/alerts.ts';
import { newAppKey } from '#tests/desk/app-key.ts';
import { built } from '#tests/desk/built-server.ts';
import { caller, expectDone } from '#tests/desk/caller.ts';
import { mailServer } from '#tests/desk/mail-server.ts';
import { newFolder, startServer, until } from '#tests/desk/server-process.ts';
import { addAdmin, startSession } from '#tests/desk/staff.ts';
import { openStream } from '#tests/desk/stream.ts';
import { testApp } from '#tests/desk/test-app.ts';
import { type TestDatabase, testDatabase } from '#tests/database/database.ts';

const folder = newFolder();
let database: TestDatabase;
let bearer: string;
let key: string;
beforeAll(async () => {
  database = await testDatabase();
  const app = await testApp({ database });
  bearer = (await startSession(app, await addAdmin(app, 'bola@desk.test', 'Bọ́lá Adé', 'moderator'))).session.token;
  key = await newAppKey(app);
  await app.drain();
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(settings: Record<string, string> = {}) {
  const server = await startServer(built.main, { DATABASE_URL: database.url, DATA_DIR: `${folder}/data`, ...settings });
  onTestFinished(async () => {
    server.child.kill('SIGTERM');
    await server.ended;
  });
  return server;
}
const sql = (text: string, values: unknown[] = []) => database.pool.query<{ id: string }>(text, values);

async function addPerson() {
  const id = randomUUID();
  await sql('INSERT INTO users (id, email) VALUES ($1, $2)', [id, `${id}@mail.test`]);
  return id;
}

test('50 of 50 posts of people in danger are first in the queue of another process within 2 seconds', async () => {
  const [first, second] = [await start(), await start()];
  const [backend, staff] = [caller(first.url, key), caller(second.url, bearer)];
  const stream = await openStream(second.url, bearer);
  onTestFinished(() => stream.close());
  const told = () =>
    stream.events.filter(({ name, data }) => name === 'app' && (data as string[]).includes('reports')).length;
  const times: number[] = [];
  for (let count = 0; count < 50; count += 1) {
    const id = randomUUID();
    const before = told();
    const personId = await addPerson();
    const createdAt = new Date().toISOString();
    const began = performance.now();
    const written = await backend.post('/app/v1/posts', {
      posts: [{ id, personId, content: 'I want to kill myself tonight', createdAt }],
    });
    expect(expectDone(written)).toMatchObject({ written: 1 });
    await until('the event of a report', () => told() > before, 20_000);
    const { cases } = expectDone(await staff.get('/admin/moderation/cases?limit=1')) as Output<typeof api.cases.list>;
    times.push(performance.now() - began);
    expect(cases[0]?.subject).toEqual({ kind: 'post', id });
    // The next one is the first again.
    await sql("UPDATE cases SET state = 'decided'");
  }
  expect(times.filter((time) => time >= 2000)).toEqual([]);
});

/** A mail server that takes connections and never says anything. */
async function silentServer() {
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function addCase() {
  await sql(
    `INSERT INTO cases (id, subject_kind, subject_id, person_id, reason, rank, waiting_since)
     VALUES (gen_random_uuid(), 'person', gen_random_uuid(), $1, 'danger', 1, now() - interval '15 minutes 1 second')`,
    [await addPerson()],
  );
}
const mails = { MAIL_FROM: 'desk@example.org', PUBLIC_URL: 'http://desk.example.org' };

test('three processes send exactly one mail, also when the one that claimed it is killed', async () => {
  const stuck = await start({ SMTP_URL: await silentServer(), ...mails });
  await addCase();
  const claimed = async () => (await sql('SELECT id FROM alerts WHERE claimed_at IS NOT NULL')).rows.length === 1;
  await until('the claim', claimed, 20_000);
  stuck.child.kill('SIGKILL');
  await stuck.ended;

  const mail = await mailServer();
  onTestFinished(() => mail.close());
  for (let count = 0; count < 3; count += 1) await start({ SMTP_URL: mail.url, ...mails });
  await pause(3000);
  expect(mail.letters).toEqual([]);
  await sql('UPDATE alerts SET claimed_at = claimed_at - make_interval(secs => $1)', [claimedFor]);
  await until('the mail', () => mail.letters.length > 0, 20_000);
  await addCase();
  await until('the mail about the second case', () => mail.letters.length > 1, 20_000);
  await pause(3000);
  expect(mail.letters.map((letter) => /^To: (.*)$/m.exec(letter)?.[1])).toEqual(['bola@desk.test', 'bola@desk.test']);
});
