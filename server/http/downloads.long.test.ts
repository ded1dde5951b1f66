import { once } from 'node:events';
import { rmSync } from 'node:fs';
import http from 'node:http';
import { expect, test } from 'vitest';
import { built } from '#tests/desk/built-server.ts';
import { newFolder, residentMb, startServer } from '#tests/desk/server-process.ts';

const atOnce = 200;
const rounds = 8;
/** The maximum memory of the server in MB, during the test and afterwards. */
const most = 300;

async function download(url: string, encodings: string) {
  const { hostname, port } = new URL(url);
  const path = '/docs/static/swagger-ui-bundle.js';
  const request = http.get({ hostname, port, path, agent: false, headers: { 'accept-encoding': encodings } });
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  let bytes = 0;
  for await (const part of answer) bytes += (part as Buffer).length;
  return bytes;
}

test(`${atOnce} downloads at once of the largest file, ${rounds} times: memory stays`, async () => {
  const dataDir = newFolder();
  const server = await startServer(built.main, { DATA_DIR: dataDir, MAX_CONNECTIONS_PER_ADDRESS: String(2 * atOnce) });
  const resident = () => residentMb(server.child.pid);
  const before = resident();
  const held: number[] = [];
  for (const encodings of ['br', 'gzip', 'br, gzip, deflate', '']) {
    for (let round = 0; round < rounds; round += 1) {
      const sizes = await Promise.all(Array.from({ length: atOnce }, () => download(server.url, encodings)));
      expect(new Set(sizes).size).toBe(1);
      held.push(resident());
    }
  }
  console.log(
    `MB: ${Math.round(before)} before, ${Math.round(Math.max(...held))} at most, ${Math.round(resident())} after`,
  );
  expect(Math.max(...held)).toBeLessThan(most);
  server.child.kill();
  await server.ended;
  rmSync(dataDir, { recursive: true, force: true });
});
