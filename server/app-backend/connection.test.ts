import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Connection } from '#contract/app-backend.ts';
import { readFeed } from '#server/app-backend/feed.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { expectDone } from '#tests/desk/caller.ts';
import { send } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';

let app: TestApp;
let bearer: string;
beforeAll(async () => {
  app = await testApp({
    settings: {
      publicUrl: 'https://desk.example.org',
      appWebhook: {
        url: 'https://app.example.org:8443/news?token=x',
        secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
      },
    },
  });
  bearer = await newBearer(app);
});
afterAll(() => app.close());

const read = async () => expectDone(await send(app.url, '/admin/staff/app-connection', { bearer })) as Connection;

test('it says how far the backend has read, and how the last delivery went', async () => {
  const first = await read();
  expect(first).toMatchObject({ address: 'https://desk.example.org', feed: { readAt: null } });
  expect(first.push).toMatchObject({ host: 'app.example.org:8443', deliveredAt: null, failures: 0, failure: '' });
  const { after } = await readFeed(app.database.db, { limit: 100 });
  await app.database.pool.query(
    "INSERT INTO app_changes (type, subject) SELECT 'content.changed', '/content/v1/doctors' FROM generate_series(1, 3)",
  );
  const before = (await read()).feed.waiting;
  const { after: next } = await readFeed(app.database.db, { after, limit: 2 });
  await readFeed(app.database.db, { after: next, limit: 2 });
  const { feed } = await read();
  expect(before - feed.waiting).toBe(before - 1);
  expect(Date.parse(feed.readAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
});

test('the address of the backend is not told beyond its host', async () => {
  expect((await send(app.url, '/admin/staff/app-connection', { bearer })).text).not.toContain('token');
});
