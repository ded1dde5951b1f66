import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { built, copyPreparedFolder } from '#tests/desk/built-server.ts';
import { launch, startServer } from '#tests/desk/server-process.ts';
import { send } from '#tests/desk/send.ts';

const dataDir = copyPreparedFolder();
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function staff(...args: string[]) {
  const command = launch(built.staff, { DATA_DIR: dataDir, DISK_RESERVE_MB: '0' }, { args: ['app-key', ...args] });
  return { code: await command.ended, said: command.output(), errors: command.errors() };
}

test('a key is made, used, listed and revoked at the shell beside a running desk', async () => {
  const desk = await startServer(built.main, { DATA_DIR: dataDir });
  const made = await staff('make', 'backend', '--scopes', 'changes:read, posts:write', '--days', '30');
  const [, key = ''] = /^The key backend, shown this once: (\S+)\n$/.exec(made.said) ?? [];
  const use = async () => (await send(desk.url, '/app/v1/key', { bearer: key })).status;
  expect(await use()).toBe(200);
  const listed = await staff('list');
  const [, id = ''] =
    /^(\S+) {2}live +until \S+ {2}.* {2}backend {2}changes:read,posts:write\n$/.exec(listed.said) ?? [];
  expect(listed.said).not.toContain(key);
  expect((await staff('revoke', id)).said).toBe('Revoked the key backend. Calls with it are refused from now on.\n');
  expect(await use()).toBe(401);
  expect((await staff('revoke', id)).said).toBe('This key was revoked before.\n');
  expect((await staff('list')).said).toContain('revoked');
  desk.child.kill('SIGTERM');
  expect(await desk.ended).toBe(0);
});

test.each([
  [['make'], 'app-key make takes a NAME.'],
  [['make', 'backend', 'more'], 'app-key make takes a NAME.'],
  [['make', 'backend', '--scopes', 'everything'], 'scopes.0: '],
  [['make', 'backend', '--networks', '203.0.113.0'], 'networks.0: This must be a network such as 203.0.113.0/24.'],
  [['make', 'backend', '--days', 'many'], 'days: '],
  [['revoke', 'backend'], 'revoke takes the ID of a key, as app-key list shows it.'],
  [['list', 'all'], 'app-key list takes nothing more.'],
  [['lose', 'x'], 'There is no command app-key lose.'],
])('app-key %j is refused in words', async (args, words) => {
  const { code, errors } = await staff(...args);
  expect([code, errors]).toEqual([2, expect.stringContaining(words)]);
});
