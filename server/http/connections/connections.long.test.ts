import { rmSync } from 'node:fs';
import net from 'node:net';
import { expect, test } from 'vitest';
import { built } from '#tests/desk/built-server.ts';
import { newFolder, residentMb, startServer } from '#tests/desk/server-process.ts';
import { send } from '#tests/desk/send.ts';
import { signIn } from '#tests/desk/writes.ts';

const body = 1_000_000;
/** The maximum memory of the server in MB, during the test and afterwards. */
const most = 300;

/** Sends a request of 1 MB from an address of this machine, without its last byte. */
function unfinished(port: number, localAddress: string, route: string, bearer?: string) {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined).resume();
  const authorization = bearer ? `Authorization: Bearer ${bearer}\r\n` : '';
  socket.write(
    `${route} HTTP/1.1\r\nHost: x\r\n${authorization}Content-Type: application/json\r\nContent-Length: ${body}\r\n\r\n`,
  );
  socket.write(Buffer.alloc(body - 1, ' '));
  return socket;
}

test('600 unfinished bodies of 1 MB from each of three addresses: memory stays, and others are served', async () => {
  const dataDir = newFolder();
  const server = await startServer(built.main, { DATA_DIR: dataDir });
  const port = Number(new URL(server.url).port);
  const resident = () => residentMb(server.child.pid);
  const bearer = await signIn(server.url, server.password ?? '');
  const before = resident();
  const held: number[] = [];
  const times: number[] = [];
  const routes = ['POST /auth/login', 'POST /admin/announcements', 'PUT /nothing'];
  const sockets = routes.flatMap((route, index) =>
    Array.from({ length: 600 }, () => unfinished(port, `127.0.0.${index + 2}`, route)),
  );
  for (let round = 0; round < 300; round += 1) {
    const began = performance.now();
    expect((await send(server.url, '/healthz')).status).toBe(200);
    expect((await send(server.url, '/admin/users', { bearer })).status).toBe(200);
    times.push(performance.now() - began);
    held.push(resident());
  }
  for (const socket of sockets) socket.destroy();
  const p99 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
  console.log(
    `MB: ${Math.round(before)} before, ${Math.round(Math.max(...held))} at most; health and a list took ${Math.round(p99)} ms at p99`,
  );
  expect(Math.max(...held)).toBeLessThan(most);
  server.child.kill();
  await server.ended;
  rmSync(dataDir, { recursive: true, force: true });
});
