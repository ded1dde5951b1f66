import cluster, { type Worker } from 'node:cluster';
import { createHash } from 'node:crypto';
import { on, once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import { unsentLetters } from '#server/auth/link-mail.ts';
import { textsPassedOver } from '#server/awa/mark-texts.ts';
import { freeBytes } from '#server/database/disk-full.ts';
import type { Database } from '#server/database/open.ts';
import type { Settings } from '#server/env.ts';
import { onEnded } from '#server/http/connections/ended.ts';
import { linesDropped } from '#server/http/log/log-lines.ts';
import { picturesAtWork } from '#server/images/encode.ts';
import { lateCases, unsentMails } from '#server/safety/alerts.ts';

/** Upper bounds in seconds. A call times out after 5 seconds, an export takes longer. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Loaded only when METRICS_PORT is set. */
const load = () => import('prom-client');

/** The same for every desk of the same build: the program names its parts by digests of their content. */
function buildDigest() {
  const program = process.argv[1] ?? '';
  const files = [program, path.join(path.dirname(program), '../web/index.html')].filter((file) => existsSync(file));
  const digest = createHash('sha256');
  for (const file of files) digest.update(readFileSync(file));
  return digest.digest('hex').slice(0, 12);
}

type Measurable = Pick<Settings, 'dataDir' | 'signInWindowMinutes'>;

/**
 * Starts measuring this process and its database for Prometheus. The returned function measures the calls of a server,
 * which must have no routes yet. Labels are routes as in the contract, methods and statuses: no input of callers.
 */
export async function measure(
  { db, pool, embedded }: Pick<Database, 'db' | 'pool' | 'embedded'>,
  { dataDir, signInWindowMinutes }: Measurable,
) {
  const { Counter, Gauge, Histogram, collectDefaultMetrics, register } = await load();
  collectDefaultMetrics();
  // Gauges with names of counters, which promtool refuses. The ones without `_total` have the same values, by type.
  for (const what of ['handles', 'requests', 'resources']) register.removeSingleMetric(`nodejs_active_${what}_total`);
  if (cluster.isWorker) {
    process.on('message', (said: unknown) => {
      if (said !== tellMeasured) return;
      register.getMetricsAsJSON().then(
        (measured) => process.send?.({ measured } satisfies Told),
        () => undefined,
      );
    });
  }

  /** A gauge of several states, which are counted when the metrics are read. */
  const counted = (name: string, help: string, counts: () => Record<string, number>) =>
    new Gauge({
      name,
      help,
      labelNames: ['state'],
      collect() {
        for (const [state, count] of Object.entries(counts())) this.set({ state }, count);
      },
    });
  counted(
    'awa_database_connections',
    'Connections of the pool to the database, those of them that are idle, and calls that wait for one.',
    () => ({ all: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  );
  counted('awa_pictures', 'Pictures that are being decoded, and those that wait for their turn.', picturesAtWork);
  counted(
    'awa_letters',
    'Letters with links that wait for another try, and those given up since the start.',
    unsentLetters,
  );

  const gauge = (name: string, help: string, collect: (this: InstanceType<typeof Gauge>) => void | Promise<void>) =>
    new Gauge({ name, help, aggregator: 'max', collect });
  /**
   * A gauge whose value comes from the database, the same for every process. While the database does not respond, there
   * is no value.
   */
  const asked = (name: string, help: string, query: string | SQL) =>
    gauge(name, help, async function () {
      this.reset();
      const { rows } = await db
        .execute<{ value: number }>(typeof query === 'string' ? sql.raw(query) : query)
        .catch(() => ({ rows: [] }));
      if (rows[0]) this.set(rows[0].value);
      else this.remove();
    });
  asked(
    'awa_sessions',
    'Sessions of staff that have not ended.',
    'SELECT count(*) AS value FROM sessions WHERE ends_at > now()',
  );
  asked(
    'awa_log_seal_age_seconds',
    'For how long the oldest entry of the log waits for its seal; 0 when none waits.',
    'SELECT coalesce(extract(epoch FROM now() - min(at)), 0)::float8 AS value FROM unsealed',
  );

  asked(
    'awa_crisis_cases_late',
    'Open cases of people who may be in danger that wait for over 15 minutes.',
    sql`SELECT count(*) AS value FROM (${lateCases}) AS late`,
  );
  asked(
    'awa_crisis_mails_unsent',
    'Mails about such cases that were not sent within two minutes; without SMTP_URL none is ever sent.',
    sql`SELECT count(*) AS value ${unsentMails} AND alerts.at < now() - interval '2 minutes'`,
  );
  asked(
    'awa_refused_sign_ins',
    'Failed sign-ins within the window in which they are counted.',
    `SELECT count(*) AS value FROM sign_in_failures WHERE at > now() - interval '${signInWindowMinutes} minutes'`,
  );
  // An external database is backed up by its own tools.
  if (embedded) {
    asked(
      'awa_backup_age_seconds',
      'How long ago the last backup by awa-desk backup began; where there is none, the first account was made.',
      `SELECT extract(epoch FROM now() - coalesce((SELECT backed_up_at FROM desk), min(created_at)))::float8 AS value FROM staff`,
    );
  }
  gauge('awa_disk_free_bytes', 'Free bytes on the disk of DATA_DIR.', function () {
    // When everything is stored elsewhere, there may be no such folder.
    if (existsSync(dataDir)) this.set(freeBytes(dataDir));
  });

  /** A count that another part of this process maintains. */
  const total = (name: string, help: string, count: () => number) =>
    new Counter({
      name,
      help,
      collect() {
        this.reset();
        this.inc(count());
      },
    });
  total(
    'awa_posts_passed_over_total',
    'Posts and comments that could not be marked and were passed over.',
    textsPassedOver,
  );
  total('awa_log_lines_dropped_total', 'Lines of the log that could not be written.', linesDropped);

  const build = new Gauge({
    name: 'awa_build_info',
    help: 'Always 1: a digest of the program and the pages that it serves, and the version of Node.',
    labelNames: ['build', 'node'],
    aggregator: 'max',
  });
  build.set({ build: buildDigest(), node: process.versions.node }, 1);

  const calls = new Histogram({
    name: 'awa_http_request_seconds',
    help: 'How long answers took, until their last byte.',
    labelNames: ['method', 'route', 'status'],
    buckets,
  });
  return (app: FastifyInstance) =>
    onEnded(app, ({ request: { method, is404, routeOptions }, reply, status }) => {
      const route = (!is404 && routeOptions.url) || 'none';
      calls.observe({ method, route, status }, reply.elapsedTime / 1000);
    });
}

type Measured = MetricObjectWithValues<MetricValue<string>>[];

/** The message of the primary process to a worker, which replies with its measurements so far. */
const tellMeasured = 'tell what is measured';
type Told = { measured: Measured };
/** Milliseconds within which a worker must reply. */
const patience = 5000;

/** The measurements of a worker so far; undefined when it ends instead. Throws when it takes too long. */
async function measuredBy(worker: Worker): Promise<Measured | undefined> {
  const answers = on(worker, 'message', { close: ['exit'], signal: AbortSignal.timeout(patience) });
  // If the message cannot be sent, the worker is about to end.
  worker.send(tellMeasured, () => undefined);
  for await (const [said] of answers as AsyncIterable<[Partial<Told>]>) if (said.measured) return said.measured;
  return undefined;
}

/**
 * The sum of the measurements of all workers. Counts of ended workers are kept as last reported, because Prometheus
 * takes a falling sum for a restart from zero.
 */
async function sumOfWorkers() {
  const { AggregatorRegistry } = await load();
  const sumOf = (measured: Measured[]) => AggregatorRegistry.aggregate(measured);
  const told = new Map<Worker, Measured>();
  let ofEnded: Measured = [];
  cluster.on('exit', (worker) => {
    // The library's types say number, but it is a string.
    const counts = (told.get(worker) ?? []).filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
    told.delete(worker);
    ofEnded = sumOf([ofEnded, counts]).getMetricsAsArray() as Measured;
  });
  return async () => {
    const living = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() && !worker.isDead());
    await Promise.all(
      living.map(async (worker) => {
        const measured = worker && (await measuredBy(worker));
        if (measured && !worker.isDead()) told.set(worker, measured);
      }),
    );
    return sumOf([ofEnded, ...told.values()]).metrics();
  };
}

type Wanted = Pick<Settings, 'metricsPort' | 'metricsHost' | 'workers'>;

/**
 * Serves the measurements of this process or of its workers, at `/metrics` of a separate port. Throws in one line when
 * it cannot listen there.
 */
export async function serveMeasured({ metricsPort, metricsHost, workers }: Wanted) {
  const { register } = await load();
  const read = workers === 1 ? () => register.metrics() : await sumOfWorkers();
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (text) => response.writeHead(200, { 'Content-Type': register.contentType }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  try {
    server.listen(metricsPort, metricsHost).unref();
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`METRICS_PORT ${metricsPort} of ${metricsHost} cannot be used: ${code}.`);
  }
}
