import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testApp } from '#tests/desk/test-app.ts';
import { formOf, formType, phonePhoto, uploadPath } from '#tests/records/pictures.ts';
import { read, send, sendRaw } from '#tests/desk/send.ts';
import { addAdmin, startSession } from '#tests/desk/staff.ts';

const login = 'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';

test('requests whose head or body never ends are cut off, the head first', async () => {
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

test('a picture over a poor link may take longer than other calls, and arrives', async () => {
  const desk = await testApp();
  const bearer = (await startSession(desk, await addAdmin(desk))).session.token;
  const bytes = formOf([['image', await phonePhoto()]]);
  const { hostname, port } = new URL(desk.url);
  const request = http.request({
    hostname,
    port,
    method: 'POST',
    path: uploadPath,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': formType, 'content-length': bytes.length },
  });
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
  const parts = 80;
  for (let part = 0; part < parts; part += 1) {
    request.write(bytes.subarray((bytes.length * part) / parts, (bytes.length * (part + 1)) / parts));
    await pause(1000);
  }
  request.end();
  expect((await read((await answered)[0])).status).toBe(201);
  await desk.close();
});
