import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { send } from '#tests/desk/send.ts';
import { webFolder } from '#tests/desk/web-folder.ts';

const web = webFolder();
const script = '/assets/index-abc123.js';
const forms = { '.br': 'brotli form', '.gz': 'gzip form' };
let app: TestApp;
beforeAll(async () => {
  for (const [extension, text] of Object.entries(forms)) writeFileSync(path.join(web.folder, script + extension), text);
  app = await testApp({ webFolder: web.folder });
});
afterAll(async () => {
  await app.close();
  web.remove();
});

const ask = (address: string, encodings: string) =>
  send(app.url, address, { headers: { 'accept-encoding': encodings } });

test.each([
  ['gzip, deflate, br', 'br', 'brotli form'],
  ['gzip', 'gzip', 'gzip form'],
  ['', undefined, 'document.title;'],
  ['zstd', undefined, 'document.title;'],
])('a built script asked for with %j is sent as it was compressed at the build', async (encodings, encoding, text) => {
  const answer = await ask(script, encodings);
  expect(answer.text).toBe(text);
  expect(answer.headers).toMatchObject({
    vary: 'accept-encoding',
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(answer.headers['content-encoding']).toBe(encoding);
});

test('a file without a compressed form is sent as it is, whatever the caller takes', async () => {
  for (const encodings of ['br', 'gzip', 'br, gzip']) {
    const { headers, text } = await ask('/plain.js', encodings);
    expect([headers['content-encoding'], text]).toEqual([undefined, 'document.title;']);
  }
});

test('a compressed file has no address of its own', async () => {
  for (const extension of Object.keys(forms)) expect((await send(app.url, script + extension)).status).toBe(404);
});

test('the files of /docs are never compressed while they are sent', async () => {
  const { hostname, port } = new URL(app.url);
  const read = async () => {
    const request = http.get({
      hostname,
      port,
      path: '/docs/static/swagger-ui-bundle.js',
      headers: { 'accept-encoding': 'br' },
    });
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    return { encoding: answer.headers['content-encoding'], bytes: Buffer.concat(await answer.toArray()).length };
  };
  const answers = await Promise.all(Array.from({ length: 8 }, read));
  for (const { encoding, bytes } of answers) {
    expect(encoding).toBeUndefined();
    expect(bytes).toBeGreaterThan(1_000_000);
  }
});
