import { expect, test } from 'vitest';
import { testApp } from '#server/testing/app.ts';
import { send, sendRaw } from '#server/testing/send.ts';

test.concurrent.each([
  ['head', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-'],
  [
    'body',
    'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"email"',
  ],
])('a %s that never ends is cut off within its limit, looked at every 5 seconds', async (what, bytes) => {
  const desk = await testApp();
  const began = performance.now();
  const answer = await sendRaw(desk.url, bytes);
  const seconds = (performance.now() - began) / 1000;
  expect(seconds).toBeLessThan(what === 'head' ? 30 : 70);
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect((await send(desk.url, '/healthz')).status).toBe(200);
  await desk.close();
});
