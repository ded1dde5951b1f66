import { expect, test } from 'vitest';
import { testApp } from '#server/testing/app.ts';
import { send, sendRaw } from '#server/testing/send.ts';

const login = 'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';

test('a head and a body that never end are cut off, the head first', async () => {
  const desk = await testApp();
  const cut: string[] = [];
  const begin = async (what: string, bytes: string) => {
    expect(await sendRaw(desk.url, bytes)).toMatch(/^HTTP\/1.1 408 /);
    cut.push(what);
  };
  await Promise.all([begin('body', `${login}{"email"`), begin('head', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-')]);
  expect(cut).toEqual(['head', 'body']);
  expect((await send(desk.url, '/healthz')).status).toBe(200);
  await desk.close();
});
