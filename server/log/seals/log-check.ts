import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import { uuidv7 } from 'uuidv7';
import type { LogCheckRun } from '#contract/history.ts';
import { describeError } from '#server/database/reason.ts';
import { checkSeals, countSealed } from '#server/log/seals/check-seals.ts';
import { logChecks } from '#server/log/tables.ts';

/** Milliseconds between two progress updates. */
const noteEvery = 1000;
/** Seconds without a progress update after which a check counts as stopped. */
const silentSeconds = 30;

const isSilent = sql`${logChecks.seenAt} < now() - make_interval(secs => ${silentSeconds})`;

const none: LogCheckRun = { state: 'none', startedAt: null, checked: 0, total: 0, found: null };

/**
 * The check of the log as a background job, which takes half a minute for a million entries. Its state is a row in the
 * database, so that any process can report the progress, and only one check runs at a time.
 */
export function logCheckJob(db: NodePgDatabase, log: FastifyBaseLogger) {
  async function read(): Promise<LogCheckRun> {
    const [row] = await db
      .select({
        state: sql<LogCheckRun['state']>`CASE WHEN ${logChecks.found} IS NOT NULL THEN 'done'
          WHEN ${logChecks.isOver} OR ${isSilent} THEN 'stopped' ELSE 'running' END`,
        startedAt: logChecks.startedAt,
        checked: logChecks.checked,
        total: logChecks.total,
        found: logChecks.found,
      })
      .from(logChecks);
    return row ?? none;
  }

  /** Runs the check and stores its progress. Ends when another process has taken over. */
  async function work(run: string) {
    let checked = 0;
    let isOurs = true;
    const note = async (more: Partial<typeof logChecks.$inferInsert> = {}) => {
      const { rowCount } = await db
        .update(logChecks)
        .set({ checked, seenAt: sql`now()`, ...more })
        .where(sql`${logChecks.run} = ${run}`);
      isOurs = rowCount === 1;
    };
    const timer = setInterval(() => void note().catch(() => undefined), noteEvery).unref();
    try {
      const found = await checkSeals(db, (progress) => {
        if (!isOurs) throw new Error('Another process checks the log');
        ({ checked } = progress);
      });
      await note({ found, isOver: true });
    } catch (error) {
      log.warn({ error: describeError(error) }, 'a check of the log ended without a result');
      await note({ isOver: true }).catch(() => undefined);
    } finally {
      clearInterval(timer);
    }
  }

  return {
    read,

    /** Starts a check, unless one is running. */
    async start(): Promise<LogCheckRun> {
      const run = uuidv7();
      const total = await countSealed(db);
      const { rowCount } = await db
        .insert(logChecks)
        .values({ run, total })
        .onConflictDoUpdate({
          target: logChecks.onlyRow,
          set: { run, total, checked: 0, startedAt: sql`now()`, seenAt: sql`now()`, found: null, isOver: false },
          setWhere: sql`${logChecks.isOver} OR ${isSilent}`,
        });
      if (rowCount) void work(run);
      return read();
    },
  };
}
