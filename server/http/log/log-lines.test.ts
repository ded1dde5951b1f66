import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '#server/http/log/log.ts';
import { LogLines, linesDropped } from '#server/http/log/log-lines.ts';
import { send } from '#tests/desk/send.ts';
import { built } from '#tests/desk/built-server.ts';
import { freePort, launch, newFolder, until } from '#tests/desk/server-process.ts';

/** A log into a file, whose writes fail with `fault` while it is set. */
function logToFile() {
  const folder = mkdtempSync(path.join(tmpdir(), 'awa-log-'));
  const file = path.join(folder, 'log');
  const fd = openSync(file, 'w');
  onTestFinished(() => {
    fs.closeSync(fd);
    rmSync(folder, { recursive: true });
  });
  const disk: { fault?: string | undefined; tries: number } = { tries: 0 };
  const write = ((...given: Parameters<typeof fs.write>) => {
    disk.tries += 1;
    const done = given.at(-1) as unknown as (error: Error | null, written: number) => void;
    const { fault: code } = disk;
    if (code) queueMicrotask(() => done(Object.assign(new Error('x'), { code }), 0));
    else fs.write(...given);
  }) as typeof fs.write;
  const log = createLog('info', new LogLines(fd, write));
  const read = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { msg: string; dropped?: number });
  return { log, disk, read };
}

test('lines are written in blocks, a tenth of a second later; a warning at once, with the lines before it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { log, disk, read } = logToFile();
  for (let n = 0; n < 10; n += 1) log.info('a line');
  expect(disk.tries).toBe(0);
  vi.advanceTimersByTime(100);
  vi.useRealTimers();
  await expect.poll(() => read().length).toBe(10);
  log.info('a line');
  log.warn('a warning');
  await expect.poll(() => read().length).toBe(12);
  expect(disk.tries).toBe(2);
});

test.each(['ENOSPC', 'EIO', 'EPIPE'])(
  'lines that cannot be written for %s are dropped, counted, and said later',
  async (fault) => {
    const { log, disk, read } = logToFile();
    const before = linesDropped();
    disk.fault = fault;
    for (let n = 0; n < 30; n += 1) log.warn('a line that is lost');
    await expect.poll(() => linesDropped() - before).toBe(30);
    disk.fault = undefined;
    log.warn('a line that is written');
    log.warn('another one');
    await expect.poll(() => read().length).toBe(3);
    expect(read().map(({ msg, dropped }) => [msg, dropped])).toEqual([
      ['lines of the log could not be written', 30],
      ['a line that is written', undefined],
      ['another one', undefined],
    ]);
  },
);

test('of unread lines, at most a million characters wait', async () => {
  const { log, disk, read } = logToFile();
  const before = linesDropped();
  disk.fault = 'EAGAIN';
  for (let n = 0; n < 1200; n += 1) log.info('x'.repeat(1000));
  expect(linesDropped() - before).toBeGreaterThan(200);
  disk.fault = undefined;
  await expect.poll(() => read().length).toBe(1200 - (linesDropped() - before) + 1);
});

// Only Linux has a device that is always full.
test.each(fs.existsSync('/dev/full') ? [1, 2] : [])(
  'with standard output on a full disk %d process serves, and ends',
  async (workers) => {
    const dataDir = newFolder();
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const port = await freePort();
    const settings = {
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'trace',
      DEMO_USERS: '0',
      WORKERS: String(workers),
    };
    const desk = launch(built.main, settings, { outputFile: '/dev/full' });
    onTestFinished(() => void desk.child.kill('SIGKILL'));
    const url = `http://127.0.0.1:${port}`;
    await until('the start', async () => (await send(url, '/readyz')).status === 200);
    for (let n = 0; n < 100; n += 1) expect((await send(url, '/content/v1/announcements')).status).toBe(200);
    desk.child.kill('SIGTERM');
    expect(await desk.ended).toBe(0);
  },
);

test('lines that wait at the end of a process are written', async () => {
  const code = `import { createLog } from '#server/http/log/log.ts';
    const log = createLog('info');
    for (let n = 0; n < 20; n += 1) log.info('a line');
    process.exit(0);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code]);
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  await once(child, 'close');
  expect(output.split('\n').filter(Boolean)).toHaveLength(20);
});
