import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { failures } from '#contract/errors.ts';
import { narrowPicture } from '#server/images/encode.ts';
import { encodeIsolated } from '#server/images/isolated-encode.ts';
import { workerMemory } from '#server/images/limited-worker.ts';
import { built } from '#tests/desk/built-server.ts';
import { testDatabase } from '#tests/database/database.ts';
import { emptyPng, plainPicture, upload } from '#tests/records/pictures.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { testPassword } from '#tests/desk/staff.ts';
import { launch, newFolder, startServer, until } from '#tests/desk/server-process.ts';

const folder = newFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A failure caused by the machine, with its reason for the log. */
const unavailable = (reason: RegExp) => ({
  status: 503,
  code: 'images_unavailable',
  message: failures.images.unavailable,
  cause: { message: expect.stringMatching(reason) },
});

/** The child process of this process with this word in its command. */
const findWorker = (word: string) =>
  until(`a process with ${word}`, () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .find((pid) => {
        const [status, command] = ['status', 'cmdline'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'));
        // Before it becomes the worker it is a shell.
        return status?.includes(`PPid:\t${process.pid}\n`) && command?.includes(word) && !command.includes('ulimit');
      }),
  );

test('a worker that cannot even start in its memory is not the fault of the picture', async () => {
  const encoding = encodeIsolated('/dev/null', 2048, 82, { memory: 60_000 });
  await expect(encoding).rejects.toMatchObject(unavailable(/^the worker was ended by SIG/));
});

test('a file that cannot be read is not the fault of the picture, and its path is not in the log', async () => {
  const file = path.join(folder, 'gone');
  const encoding = encodeIsolated(file, 2048, 82);
  await expect(encoding).rejects.toMatchObject(unavailable(/^the worker ended with 1: Error: ENOENT.*'FILE'$/));
});

test.each(['SIGSEGV', 'SIGKILL'] as const)(
  '%s before the header is read is not the fault of the picture',
  async (signal) => {
    // The worker waits for the header until something is written into the pipe.
    const file = path.join(folder, `pipe-${signal}`);
    execFileSync('mkfifo', [file]);
    const encoding = expect(encodeIsolated(file, 2048, 82)).rejects.toMatchObject(
      unavailable(new RegExp(`^the worker was ended by ${signal}: `)),
    );
    process.kill(await findWorker(file), signal);
    await encoding;
  },
);

test('processor time beyond its limit is the fault of the picture', async () => {
  // The first byte comes long before one second of CPU time, and this picture takes several.
  const file = path.join(folder, 'slow.png');
  writeFileSync(file, emptyPng(7200, 7200, { bits: 16, color: 6 }));
  const encoding = encodeIsolated(file, 2048, 82, { processorSeconds: 1, memory: workerMemory });
  await expect(encoding).rejects.toMatchObject({ reason: 'too_large' });
});

test('a worker for narrow pictures that is killed while it waits or works is replaced', async () => {
  const picture = await plainPicture('webp', 300, 200);
  const kill = async () => process.kill(await findWorker('own-pictures-worker'), 'SIGKILL');
  await narrowPicture(picture, 96);
  await kill();
  expect(await narrowPicture(picture, 96)).toMatchObject({ width: 96, height: 64 });
  process.kill(await findWorker('own-pictures-worker'), 'SIGSTOP');
  const narrowing = narrowPicture(picture, 96);
  await kill();
  expect(await narrowing).toMatchObject({ width: 96, height: 64 });
  await expect(narrowPicture(Buffer.from('no picture'), 96)).rejects.toThrow('unsupported image format');
  expect(await narrowPicture(picture, 96)).toMatchObject({ width: 96, height: 64 });
});

test('a desk whose pictures cannot be worked on starts, says why, refuses uploads as its own fault, and recovers', async () => {
  // An incomplete installation: the workers are missing.
  const half = mkdtempSync(path.resolve('node_modules/.awa-test-'));
  cpSync(path.dirname(built.main), half, { recursive: true });
  for (const name of ['encode-worker', 'own-pictures-worker']) rmSync(path.join(half, `${name}.mjs`));
  const database = await testDatabase();
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: path.join(folder, 'data'),
    DISK_RESERVE_MB: '0',
    DEMO_USERS: '20',
    ADMIN_EMAIL: 'ada@example.org',
    ADMIN_PASSWORD: testPassword,
  };
  const server = await startServer(path.join(half, 'main.mjs'), settings);
  try {
    const pictures = async () => (await send(server.url, '/readyz')).json;
    await until(
      'the proof',
      async () => JSON.stringify(await pictures()) !== '{"status":"ready","pictures":"unproven"}',
    );
    expect(await pictures()).toEqual({ status: 'ready', pictures: 'unavailable' });
    const reason = 'the worker ended with 1: Error: Cannot find module';
    const told = () => server.output().match(/^.*pictures cannot be worked on.*$/gm);
    expect(await until('the line', told)).toEqual([expect.stringContaining(reason)]);

    const doctor = launch(path.join(half, 'doctor.mjs'), settings);
    expect(await doctor.ended).toBe(1);
    expect(doctor.output()).toContain(`to do  uploads: Pictures cannot be worked on: ${reason}`);

    const credentials = { email: settings.ADMIN_EMAIL, password: testPassword };
    const signedIn = await send(server.url, '/auth/login', { method: 'POST', body: credentials });
    const { token } = signedIn.json as { token: string };
    const picture = await plainPicture('png');
    const refused = await upload(server, token, picture);
    expect([
      refused.status,
      problemOf(refused).code,
      problemOf(refused).detail,
      refused.headers['retry-after'],
    ]).toEqual([503, 'images_unavailable', failures.images.unavailable, '30']);
    await until('the line of the upload', () => server.output().includes('"msg":"images_unavailable"'));

    cpSync(path.join(path.dirname(built.main), 'encode-worker.mjs'), path.join(half, 'encode-worker.mjs'));
    const stored = await upload(server, token, picture);
    expect(stored.status).toBe(201);
    const narrow = await send(server.url, `${(stored.json as { imageUrl: string }).imageUrl}?w=96`);
    expect([narrow.status, problemOf(narrow).code]).toEqual([503, 'images_unavailable']);
    expect(await pictures()).toEqual({ status: 'ready', pictures: 'ok' });
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
    await database.close();
    rmSync(half, { recursive: true, force: true });
  }
});
