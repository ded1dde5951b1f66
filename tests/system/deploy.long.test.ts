import { type SpawnOptions, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { until } from '#tests/desk/server-process.ts';

/** A stage of the Dockerfile, run in a folder that replaces its `/`. */
type Stage = { root: string; cwd: string; env: Record<string, string>; user: string };

const isRoot = process.getuid?.() === 0;
/** The account that replaces the account `node` of the image. */
const somebody = isRoot ? 'nobody' : userInfo().username;
const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, somebody]).toString());

/**
 * Runs the steps of `deploy/Dockerfile` with ordinary programs on the files of this commit, including uncommitted
 * changes.
 */
function doSteps(scratch: string) {
  const text = readFileSync('deploy/Dockerfile', 'utf8');
  const steps = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
    .toString()
    .trim()
    .split('\n');
  const context = path.join(scratch, 'context');
  for (const file of files.filter((one) => existsSync(one)))
    cpSync(file, path.join(context, file), { recursive: true });

  const stages: Record<string, Stage> = {};
  let stage: Stage = { root: '', cwd: '', env: {}, user: 'root' };
  let command: string[] = [];
  const done: Record<string, (words: string) => unknown> = {
    FROM(words) {
      const [, name = 'last'] = /^node:[\d.]+-bookworm-slim(?: AS (\w+))?$/.exec(words) ?? [];
      stage = { root: path.join(scratch, name), cwd: '', env: {}, user: 'root' };
      stages[name] = stage;
    },
    WORKDIR(words) {
      stage.cwd = path.join(stage.root, words);
      mkdirSync(stage.cwd, { recursive: true });
    },
    ENV: (words) => Object.assign(stage.env, Object.fromEntries(words.split(' ').map((pair) => pair.split('=')))),
    COPY(words) {
      const [, from, rest = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(words) ?? [];
      const names = rest.split(' ');
      const target = path.join(stage.cwd, names.pop() ?? '');
      for (const name of names) {
        const source = from ? path.join(stages[from]?.root ?? '', name) : path.join(context, name);
        const into = names.length > 1 ? path.join(target, name) : target;
        cpSync(source, into, { recursive: true, verbatimSymlinks: true });
      }
    },
    RUN(words) {
      const here = words.replaceAll(/ \/(data|usr\/local\/bin)\b/g, ` ${stage.root}/$1`);
      mkdirSync(path.join(stage.root, 'usr/local/bin'), { recursive: true });
      const owned = here.replace('--owner=node --group=root', `--owner=${idOf('-u')} --group=${idOf('-g')}`);
      execFileSync('sh', ['-c', owned], { cwd: stage.cwd, env: { ...process.env, ...stage.env }, stdio: 'pipe' });
    },
    USER: (words) => (stage.user = words),
    VOLUME: () => undefined,
    EXPOSE: () => undefined,
    HEALTHCHECK: () => undefined,
    CMD: (words) => (command = JSON.parse(words) as string[]),
  };
  for (const step of steps) {
    const [word = '', ...words] = step.split(' ');
    if (!done[word]) throw new Error(`The test does not know ${word}`);
    done[word](words.join(' '));
  }
  return { stage, command };
}

test('the steps of the Dockerfile give a desk without development dependencies, which serves as an unprivileged user', async () => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'awa-deploy-'));
  chmodSync(scratch, 0o755);
  const { stage, command } = doSteps(scratch);
  expect(stage.user).toBe('node');
  expect(existsSync(path.join(stage.cwd, 'node_modules/fastify'))).toBe(true);
  for (const name of ['vitest', 'typescript', '@playwright/test']) {
    expect(existsSync(path.join(stage.cwd, 'node_modules', name)), name).toBe(false);
  }

  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  const given = { PORT: String(port), DEMO_USERS: '5', PUBLIC_URL: 'https://desk.example.org', DISK_RESERVE_MB: '0' };
  const env = { PATH: process.env.PATH, ...stage.env, DATA_DIR: `${stage.root}/data`, ...given };
  const options: SpawnOptions = { cwd: stage.cwd, env, stdio: ['ignore', 'pipe', 'inherit'] };
  const as = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  const [program = '', ...args] = command;
  const desk = spawn(program, args, { ...options, ...as });
  await until('the start', async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200, 300_000);
  const status = readFileSync(`/proc/${desk.pid}/status`, 'utf8');
  expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe(String(idOf('-u')));
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('<script');

  const check = /fetch\(`.*`\)/.exec(readFileSync('deploy/Dockerfile', 'utf8'))?.[0] ?? '';
  const health = ['-e', `const { ok } = await ${check}; process.exit(ok ? 0 : 1)`, '--input-type=module'];
  expect(await once(spawn(program, health, { ...options, ...as }), 'close')).toEqual([0, null]);
  const doctor = spawn(path.join(stage.cwd, 'deploy/awa-desk'), ['doctor'], { ...options, ...as });
  expect(await once(doctor, 'close')).toEqual([0, null]);
  desk.kill('SIGTERM');
  expect(await once(desk, 'close')).toEqual([0, null]);
  rmSync(scratch, { recursive: true, force: true });
});
