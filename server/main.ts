import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { buildApp, openStorage } from '#server/app.ts';
import { bootstrapAdmin } from '#server/auth/bootstrap-admin.ts';
import { isDiskFull } from '#server/database/disk-full.ts';
import { type Database, openDatabase } from '#server/database/open.ts';
import { loadDemo, loadReference } from '#server/demo.ts';
import { loadEnvFile, readEnv, type Settings } from '#server/env.ts';
import { maintainPartitions } from '#server/history/partitions.ts';
import { keepSealed } from '#server/history/seals.ts';
import { type Log, createLog } from '#server/http/log.ts';
import { collectEarly } from '#server/memory.ts';
import { networkWarnings } from '#server/network-warnings.ts';

/** Seconds that accepted requests get to finish. */
const drainSeconds = 10;

type Desk = Awaited<ReturnType<typeof buildApp>>;

/** Resolves at the first SIGINT or SIGTERM. At a second one the process ends at once. */
function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
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

/** Milliseconds between two checks whether the staff log needs partitions for coming months. */
const partitionsEvery = 12 * 3_600_000;

/** Keeps the partitions of the staff log up to date from now on. */
async function keepPartitions({ db }: Database, log: Log) {
  await maintainPartitions(db, log);
  const again = () =>
    maintainPartitions(db, log).catch((error: Error) =>
      log.warn({ reason: error.message }, 'the partitions of the staff log were not kept up to date'),
    );
  setInterval(() => void again(), partitionsEvery).unref();
}

/** Milliseconds between two sweeps of images without a reference. */
const sweepEvery = 6 * 3_600_000;

/** Sweeps images at once and then by a timer. */
function sweepImages(desk: Desk, log: Log) {
  const sweep = () =>
    desk.sweepImages().catch((error: Error) => log.warn({ reason: error.message }, 'images were not swept'));
  setInterval(() => void sweep(), sweepEvery).unref();
  void sweep();
}

/** Milliseconds between the ends and beginnings of the work that features have to do now and then. */
const upkeepEvery = 10_000;

/** Does that work from now on. */
function keepUp(desk: Desk, log: Log) {
  const again = () =>
    desk
      .upkeep()
      .catch((error: Error) => log.warn({ reason: error.message }, 'the upkeep was not done'))
      .finally(() => setTimeout(() => void again(), upkeepEvery).unref());
  void again();
}

/** Starts the desk on an open database. Throws when it cannot listen or when its first content cannot be made. */
async function startDesk(settings: Settings, database: Database, log: Log): Promise<Desk> {
  await keepPartitions(database, log);
  const demoUsers = settings.demoUsers ?? (database.fresh ? 2000 : 0);
  const storage = await openStorage(settings, database);
  await loadReference(database);
  if (demoUsers > 0)
    await loadDemo({ ...database, storage }, demoUsers, { doctors: settings.demoDoctors, cards: settings.demoCards });
  const desk = await buildApp({ settings, database, log, storage });
  // Node itself lets 511 connections wait while the server is busy. Who finds the line full tries again only seconds later.
  await desk.app.listen({ host: settings.host, port: settings.port, backlog: settings.maxConnections });
  try {
    // This runs only now, because a password that is shown once must not be lost to a failed start.
    const first = await bootstrapAdmin(database.db, settings);
    await database.markFilled();
    sweepImages(desk, log);
    keepUp(desk, log);
    const stopSealing = keepSealed(database, log);
    greet(settings, (desk.app.server.address() as AddressInfo).port, first);
    desk.markReady();
    const drain = async () => {
      await desk.drain();
      await stopSealing();
    };
    return { ...desk, drain };
  } catch (error) {
    await desk.drain();
    throw error;
  }
}

/** Tells the person at the shell where the desk is and how to sign in. */
function greet(settings: Settings, port: number, first: Awaited<ReturnType<typeof bootstrapAdmin>>) {
  const host = ['0.0.0.0', '::'].includes(settings.host) ? 'localhost' : settings.host;
  const address = settings.publicUrl || `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const lines = [`Awa Desk is ready: ${address}`];
  if (first?.password) {
    lines.push(
      `Sign in as ${first.email} with the password ${first.password}`,
      'It is shown this once. To get another: npm run staff -- reset-password ' + first.email,
    );
  } else if (first) {
    lines.push(`Sign in as ${first.email} with the password from ADMIN_PASSWORD.`);
  } else {
    lines.push('Sign in with your staff account. Password lost: npm run staff -- reset-password EMAIL');
  }
  process.stdout.write(`\n  ${lines.join('\n  ')}\n  Ctrl-C stops it.\n\n`);
}

/** What needs room on the disk, for the sentence about a full one. */
const dataOf = (settings?: Settings) =>
  settings?.databaseUrl ? 'the database of DATABASE_URL and for DATA_DIR' : `DATA_DIR ${settings?.dataDir}`;

/** The errors for the person at the shell, one on each line. */
function inLines(error: unknown, settings?: Settings): string[] {
  if (isDiskFull(error)) return [`the disk is full. Make room for ${dataOf(settings)}, then start again.`];
  const { code, message } = error as NodeJS.ErrnoException;
  const place = `port ${settings?.port} of ${settings?.host}`;
  if (code === 'EADDRINUSE') return [`${place} is in use. Stop what listens there, or set another PORT.`];
  if (code === 'EACCES') return [`this user may not listen on ${place}. Set another PORT.`];
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return [`this machine has no address ${settings?.host}: see HOST.`];
  return message.split('\n');
}

async function main(): Promise<number> {
  collectEarly();
  const asked = firstSignal();
  let settings: Settings | undefined;
  let database: Database | undefined;
  try {
    loadEnvFile();
    settings = readEnv();
    const log = createLog(settings.logLevel);
    for (const warning of networkWarnings(settings)) log.warn(warning);
    database = await openDatabase(settings, log);
    const starting = startDesk(settings, database, log);
    const desk = await Promise.race([starting, asked]);
    await asked;
    // The signal came during the start. The start's work is one transaction, which ends with the connection.
    if (desk) await Promise.race([desk.drain(), pause(drainSeconds * 1000)]);
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
