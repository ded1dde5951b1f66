import cluster from 'node:cluster';
import type { Database } from '#server/database/open.ts';
import type { Settings } from '#server/env.ts';
import type { Log } from '#server/http/log/log.ts';
import { startDesk } from '#server/run/desk.ts';
import { serveByWorkers, startWorker } from '#server/run/workers.ts';

/** Starts the desk as a worker, by workers that run `program`, or in this process alone. */
export function start(program: string, settings: Settings, database: Database, log: Log) {
  if (cluster.isWorker) return startWorker(settings, database, log);
  if (settings.workers === 1) return startDesk(settings, database, log);
  return startDesk(settings, database, log, () => serveByWorkers(program, settings, log));
}
