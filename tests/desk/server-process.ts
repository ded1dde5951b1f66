import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { alive } from '#server/database/embedded/os-processes.ts';

/** The programs of a built server, by their files. */
export function programsIn(outdir: string) {
  const program = (name: string) => path.join(outdir, `${name}.mjs`);
  return { main: program('main'), staff: program('staff'), program };
}

/** Builds the server into a new folder, which `remove` deletes. */
export async function build() {
  const outdir = newFolderBelow();
  await buildInto(outdir, path.resolve('.'));
  return { outdir, remove: () => rmSync(outdir, { recursive: true, force: true }) };
}

/** Builds the server of an earlier commit, with the currently installed packages. `remove` deletes it. */
export async function buildOfCommit(commit: string) {
  const folder = newFolderBelow();
  const archive = execFileSync('git', ['archive', commit, 'contract', 'server', 'scripts', 'package.json'], {
    maxBuffer: 1 << 30,
  });
  execFileSync('tar', ['--extract', '--directory', folder], { input: archive });
  const outdir = path.join(folder, 'dist/server');
  await buildInto(outdir, folder);
  return { ...programsIn(outdir), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The folder is below the repository, so that the bundle finds its packages. */
const newFolderBelow = () => mkdtempSync(path.resolve('node_modules/.awa-test-'));

async function buildInto(outdir: string, source: string) {
  const script = pathToFileURL(path.join(source, 'scripts/build.mjs')).href;
  const { buildServer } = (await import(script)) as { buildServer: (outdir: string) => Promise<void> };
  await buildServer(outdir);
}

/** Creates an empty temporary folder, which the caller removes. */
export const newFolder = () => mkdtempSync(path.join(tmpdir(), 'awa-start-'));

/** Copies a folder with all owners and modes, into an empty or missing one. */
export const copyFolder = (from: string, to: string) => execFileSync('cp', ['-a', `${from}/.`, to]);

/** A free port below the range from which the system assigns ports, so that it is still free a moment later. */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 30_000);
  const probe = createServer().listen(port, '127.0.0.1');
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Polls until `ask` returns a truthy value. An error of `ask` counts as none. Throws after `milliseconds`. */
export async function until<T>(
  what: string,
  ask: () => Promise<T> | T,
  milliseconds = 150_000,
): Promise<NonNullable<T>> {
  const end = Date.now() + milliseconds;
  let last: unknown;
  while (Date.now() < end) {
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      last = error;
    }
    await pause(10);
  }
  throw new Error(`${what} did not happen within ${milliseconds} ms`, { cause: last });
}

export type Process = {
  child: ChildProcess & { pid: number };
  output: () => string;
  errors: () => string;
  /** The last sentences in the log of a server that cannot start, one on each line. */
  refusal: () => string;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>;
};

/** The lines of a log. Throws at a line that is not JSON. */
const linesOf = (log: string) =>
  log
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { level: number; msg: string });

/** The settings of a program that a test starts. Without DATA_DIR it would write into `./data` of the repository. */
export type DeskSettings = Record<string, string> & { DATA_DIR: string };

type LaunchOptions = {
  args?: string[];
  /** The file for standard output, for a program that writes more than a test wants to keep in memory. */
  outputFile?: string;
  /**
   * The account of the operating system that runs it, instead of that of the tests; `node` is a binary that it may
   * read.
   */
  account?: { node: string; uid?: number; gid?: number };
};

/** Runs a program of the build with these settings and nothing else from the environment but PATH. */
export function launch(
  program: string,
  settings: DeskSettings,
  {
    args = [],
    outputFile,
    account: { node = process.execPath, ...ids } = { node: process.execPath },
  }: LaunchOptions = {},
): Process {
  const child = spawn(node, [program, ...args], {
    ...ids,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...settings },
    stdio: ['pipe', outputFile ? openSync(outputFile, 'w') : 'pipe', 'pipe'],
  }) as ChildProcess & { pid: number };
  let output = '';
  let errors = '';
  child.stdout?.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (errors += data.toString()));
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  const said = () => (outputFile ? readFileSync(outputFile, 'utf8') : output);
  const refusal = () =>
    linesOf(said())
      .filter(({ level }) => level === 60)
      .map(({ msg }) => `${msg}\n`)
      .join('');
  return { child, output: said, errors: () => errors, refusal, ended };
}

/** The first administrator of a server that a test starts. */
const account = { ADMIN_EMAIL: 'admin@awa.local', ADMIN_PASSWORD: 'crisp-teal-lantern-47' };

type StartOptions = LaunchOptions & {
  /** The maximum time of the start, in milliseconds. */
  within?: number;
};

/** Starts a server and waits until it listens. Throws with its output when it ends instead. */
export async function startServer(
  main: string,
  settings: DeskSettings,
  { within = 150_000, ...options }: StartOptions = {},
) {
  const all = { PORT: '0', DEMO_USERS: '0', REQUIRE_SECOND_FACTOR: 'off', ...account, ...settings };
  const server = launch(main, all, options);
  let ended = false;
  void server.ended.then(() => (ended = true));
  const url = await until(
    'the start',
    () => {
      if (ended) return 'ended';
      return /ready: (http:\S+)/.exec(server.output())?.[1];
    },
    within,
  );
  if (url === 'ended') throw new Error(`The server ended: ${server.errors()}${server.output()}`);
  const password = server.output().includes('with the password from ADMIN_PASSWORD') ? all.ADMIN_PASSWORD : undefined;
  return { ...server, url, password };
}

const pidFile = (dataDir: string) => path.join(dataDir, 'postgres/postmaster.pid');

/** The process id of Postgres on a data folder, from the file in which Postgres recorded it. */
export const postgresOf = (dataDir: string) => Number(readFileSync(pidFile(dataDir), 'utf8').split('\n')[0]);

/** Waits until a process has ended. */
export const gone = (pid: number) => until(`the end of process ${pid}`, () => !alive(pid));

/** Stops a server on a data folder, or waits until a killed one's Postgres has stopped, and removes the folder. */
export async function endServer({ child, ended }: Pick<Process, 'child' | 'ended'>, dataDir: string) {
  const postgres = existsSync(pidFile(dataDir)) ? postgresOf(dataDir) : undefined;
  child.kill('SIGINT');
  await ended;
  if (postgres) await gone(postgres);
  rmSync(dataDir, { recursive: true, force: true });
}

/** The current memory of a process, in MB. */
export const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
