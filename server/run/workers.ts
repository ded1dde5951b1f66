import cluster from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/database/open.ts';
import { type Served, finishSeconds, serveDesk } from '#server/run/desk.ts';
import type { Settings } from '#server/env.ts';
import type { Log } from '#server/http/log/log.ts';
import { WorkerFailed } from '#server/run/worker-failed.ts';

/** Milliseconds before an ended worker is replaced: at first, and at most when its successors end too. */
const [firstPause, longestPause] = [100, 10_000];

/** The message of a worker that listens. */
type Listening = { port: number };
/** The messages to a worker: the start is complete; the end is near, so that no load balancer should use it. */
const [begin, leave] = ['begin', 'leave'];

/**
 * Serves the desk in `settings.workers` processes that run `program`, on one port. An ended worker is replaced. Throws
 * `WorkerFailed` when one of the first cannot start. The workers end with this process, however it ends.
 */
export async function serveByWorkers(program: string, settings: Settings, log: Log): Promise<Served> {
  // The workers accept connections themselves. A connection passed by the primary process to a worker that was just
  // killed would wait for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: program });
  let begun = false;
  let stopping = false;
  const tellAll = (word: string) => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.send(word);
  };

  /** Starts a worker, and a replacement whenever it ends. Resolves to its port. */
  function start(pauseBefore = firstPause): Promise<number> {
    const worker = cluster.fork();
    const startedAt = performance.now();
    let port: number | undefined;
    return new Promise((resolve, reject) => {
      worker.on('message', function hear(said: Partial<Listening>) {
        // A worker that is still starting may be asked for its measurements, and replies to that first.
        if (said.port === undefined) return;
        worker.off('message', hear);
        const listensOn = said.port;
        port = listensOn;
        log.info({ started: worker.id, pid: worker.process.pid }, 'a worker listens');
        if (begun) worker.send(begin);
        resolve(listensOn);
      });
      worker.once('exit', (code, signal) => {
        if (stopping) return;
        if (!begun && port === undefined) {
          reject(new WorkerFailed(`Worker ${worker.id} ended with ${signal ?? code}.`));
          return;
        }
        const wait = performance.now() - startedAt > longestPause ? firstPause : pauseBefore;
        log.error({ ended: worker.id, code, signal, wait }, 'a worker ended, and another one is started');
        const again = () =>
          stopping ? undefined : void start(Math.min(wait * 2, longestPause)).catch(() => undefined);
        setTimeout(again, wait);
      });
    });
  }

  /** Lets all workers complete their accepted requests, and kills those that do not end. */
  async function drain() {
    stopping = true;
    const living = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isDead() === false);
    const ends = living.map(async (worker) => {
      if (!worker) return;
      const ended = once(worker, 'exit');
      worker.process.kill('SIGTERM');
      await Promise.race([ended, pause((finishSeconds + 1) * 1000)]);
      worker.process.kill('SIGKILL');
    });
    await Promise.all(ends);
  }

  try {
    // When the first one cannot listen, the others need not report it too.
    const port = await start();
    await Promise.all(Array.from({ length: settings.workers - 1 }, () => start()));
    return {
      port,
      begin() {
        begun = true;
        tellAll(begin);
      },
      leave() {
        // A worker that is started from now on replaces an ended one, and does not report that it is ready.
        begun = false;
        tellAll(leave);
      },
      drain,
    };
  } catch (error) {
    await drain();
    throw error;
  }
}

/** Serves the desk in this worker, on the database that its primary process has opened. */
export async function startWorker(settings: Settings, database: Database, log: Log): Promise<Served> {
  const told = new Promise<void>((resolve) => {
    process.on('message', function hear(said: unknown) {
      // The primary process also asks for measurements.
      if (said !== begin) return;
      process.off('message', hear);
      resolve();
    });
  });
  const served = await serveDesk(settings, database, log);
  process.send?.({ port: served.port } satisfies Listening);
  await told;
  served.begin();
  process.on('message', (said: unknown) => {
    if (said === leave) served.leave();
  });
  return served;
}
