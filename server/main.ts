import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { isDiskFull } from '#server/database/disk-full.ts';
import { type Database, joinDatabase, openDatabase } from '#server/database/open.ts';
import { startDesk } from '#server/desk.ts';
import { loadEnvFile, readEnv, type Settings } from '#server/env.ts';
import { type Log, createLog } from '#server/http/log.ts';
import { collectEarly } from '#server/memory.ts';
import { networkWarnings } from '#server/network-warnings.ts';
import { WorkerFailed, serveByWorkers, startWorker } from '#server/workers.ts';
import { reasonOf } from '#server/database/reason.ts';

/**
 * Resolves at the first SIGINT or SIGTERM. At a second one the process ends at once. A worker waits for the SIGTERM of its
 * primary process: Ctrl-C reaches both.
 */
function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    if (cluster.isWorker) {
      process.on('SIGINT', () => undefined).on('SIGTERM', resolve);
      return;
    }
    let asked: number | undefined;
    const onSignal = () => {
      // One Ctrl-C arrives twice under npm: from the terminal, and handed on by npm.
      if (asked !== undefined && performance.now() - asked > 300) process.exit(1);
      asked ??= performance.now();
      resolve();
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });
}

/** What needs room on the disk, for the sentence about a full one. */
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

/** Starts the desk as a worker, by workers, or in this process alone. */
function start(settings: Settings, database: Database, log: Log) {
  if (cluster.isWorker) return startWorker(settings, database, log);
  if (settings.workers === 1) return startDesk(settings, database, log);
  const program = fileURLToPath(import.meta.url);
  return startDesk(settings, database, log, () => serveByWorkers(program, settings, log));
}

async function main(): Promise<number> {
  collectEarly();
  const asked = firstSignal();
  let settings: Settings | undefined;
  let database: Database | undefined;
  try {
    loadEnvFile();
    settings = readEnv();
    const { worker } = cluster;
    const log = createLog(settings.logLevel, undefined, worker && { worker: worker.id });
    if (!worker) for (const warning of networkWarnings(settings)) log.warn(warning);
    database = await (worker ? joinDatabase : openDatabase)(settings, log);
    const starting = start(settings, database, log);
    const desk = await Promise.race([starting, asked]);
    await asked;
    // The signal came during the start. The start's work is one transaction, which ends with the connection.
    if (desk) await desk.drain();
    else starting.catch(() => undefined);
    return 0;
  } catch (error) {
    for (const line of inLines(error, settings)) process.stderr.write(`Awa Desk cannot start: ${line}\n`);
    return 1;
  } finally {
    await database?.close();
  }
}

process.exit(await main());
