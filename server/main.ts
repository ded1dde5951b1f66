import cluster from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDiskFull } from '#server/database/disk-full.ts';
import { type Database, joinDatabase, openDatabase } from '#server/database/open.ts';
import { loadEnvFile, readEnv, setTimeZone, type Settings } from '#server/env.ts';
import { createLog } from '#server/http/log/log.ts';
import { collectEarly } from '#server/run/memory.ts';
import { networkWarnings } from '#server/run/network-warnings.ts';
import { WorkerFailed } from '#server/run/worker-failed.ts';
import { describeError, reasonOf } from '#server/database/reason.ts';

/**
 * Resolves to the first SIGINT, SIGTERM or SIGHUP. At a second one the process ends at once. A worker waits for the
 * SIGTERM of its primary process: Ctrl-C and the end of a terminal reach both.
 */
function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    if (cluster.isWorker) {
      for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
      process.on('SIGTERM', resolve);
      return;
    }
    let asked: number | undefined;
    const onSignal = (signal: NodeJS.Signals) => {
      // One Ctrl-C arrives twice under npm: from the terminal, and passed on by npm.
      if (asked !== undefined && performance.now() - asked > 300) process.exit(1);
      asked ??= performance.now();
      resolve(signal);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  });
}

/** The part that needs room on the disk, for the sentence about a full one. */
const dataOf = (settings?: Settings) =>
  settings?.databaseUrl ? 'the database of DATABASE_URL and for DATA_DIR' : `DATA_DIR ${settings?.dataDir}`;

/** The errors for the person at the shell, one on each line. */
function inLines(error: unknown, settings?: Settings): string[] {
  if (isDiskFull(error)) return [`the disk is full. Make room for ${dataOf(settings)}, then start again.`];
  if (error instanceof WorkerFailed) return [];
  const { code } = error as NodeJS.ErrnoException;
  const place = `port ${settings?.port} of ${settings?.host}`;
  if (code === 'EADDRINUSE') return [`${place} is in use. Stop what listens there, or set another PORT.`];
  if (code === 'EACCES') return [`this user may not listen on ${place}. Set another PORT.`];
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return [`this machine has no address ${settings?.host}: see HOST.`];
  return reasonOf(error).split('\n');
}

/** Reports why the desk cannot start: in plain words at a terminal, else in lines of the log, at any level. */
function tellFailure(reasons: string[]) {
  for (const reason of reasons) {
    const sentence = `Awa Desk cannot start: ${reason}`;
    if (process.stderr.isTTY) process.stderr.write(`${sentence}\n`);
    else createLog('fatal').fatal(sentence);
  }
}

async function main(): Promise<number> {
  collectEarly();
  const asked = firstSignal();
  let settings: Settings | undefined;
  let database: Database | undefined;
  try {
    loadEnvFile();
    setTimeZone();
    settings = readEnv();
    const { worker } = cluster;
    const log = createLog(settings.logLevel, undefined, worker && { worker: worker.id });
    // Node would print the error with its message, which may be a statement with its values.
    process.on('uncaughtException', (error) => {
      log.fatal({ error: describeError(error) }, 'the process ends by a fault');
      process.exit(1);
    });
    if (!worker) for (const warning of networkWarnings(settings)) log.warn(warning);
    // The code of the desk loads while Postgres starts.
    const opening = (worker ? joinDatabase : openDatabase)(settings, log);
    const [opened, { start }] = await Promise.all([opening, import('#server/run/start.ts')]);
    database = opened;
    const starting = start(fileURLToPath(import.meta.url), settings, database, log);
    const desk = await Promise.race([starting, asked]);
    const signal = await asked;
    // A signal during the start: its work is one transaction, which ends with the connection.
    if (typeof desk !== 'object') {
      starting.catch(() => undefined);
      return 0;
    }
    // The load balancers of a service need some time to notice. After Ctrl-C there are none.
    if (settings.drainSeconds > 0 && signal !== 'SIGINT' && !worker) {
      desk.leave();
      await pause(settings.drainSeconds * 1000);
    }
    await desk.drain();
    return 0;
  } catch (error) {
    tellFailure(inLines(error, settings));
    return 1;
  } finally {
    await database?.close();
  }
}

process.exit(await main());
