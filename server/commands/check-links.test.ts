import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { built } from '#tests/desk/built-server.ts';
import { launch } from '#tests/desk/server-process.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'awa-links-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const [file, folder] = ['addresses.txt', 'links'].map((name) => path.join(scratch, name)) as [string, string];

async function run(...args: string[]) {
  // An invalid setting: this command reads none but those of the database.
  const env = { DATA_DIR: path.join(scratch, 'nowhere'), PORT: 'none', FACTOR_KEY: 'none' };
  const command = launch(built.program('check-links'), env, { args });
  return { code: await command.ended, said: command.output(), errors: command.errors() };
}

test('addresses of a file are checked without a desk, and those of other hosts are not called', async () => {
  const addresses = ['https://www.example.org/iron', 'http://127.0.0.1:9/', 'http://169.254.169.254/latest'];
  writeFileSync(file, [...addresses, '', 'No address', addresses[0]].join('\n'));
  const { code, said, errors } = await run(folder, '--file', file);
  expect([code, errors]).toEqual([0, '']);
  expect(said).toBe(
    `3 addresses, in ${path.join(folder, 'found.jsonl')}\n    3 not called: the host is not on the list of public bodies\n`,
  );
  const lines = readFileSync(path.join(folder, 'found.jsonl'), 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
    addresses.map((address) => ({ address, outcome: 'not-listed' })),
  );
  expect(readFileSync(path.join(folder, 'state.json'), 'utf8')).toBe('{}\n');
});

test.each([
  [[], 'check-links takes a FOLDER, and --file FILE.'],
  [[folder, '--file'], 'check-links takes a FOLDER, and --file FILE.'],
  [[folder, '--resolver', 'x'], 'check-links takes a FOLDER, and --file FILE.'],
  [[folder, '--file', path.join(scratch, 'none.txt')], 'ENOENT'],
])('check-links %j is refused in words', async (args, words) => {
  const { code, errors } = await run(...args);
  expect([code, errors]).toEqual([2, expect.stringContaining(words)]);
});

test('a state that is no JSON is kept as it is', async () => {
  const state = path.join(folder, 'state.json');
  writeFileSync(state, '{ "half');
  const { code, errors } = await run(folder, '--file', file);
  expect([code, errors]).toEqual([2, expect.stringContaining('Move it away to start again.')]);
  expect(readFileSync(state, 'utf8')).toBe('{ "half');
});
