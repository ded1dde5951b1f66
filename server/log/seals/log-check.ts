import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import { uuidv7 } from 'uuidv7';
import type { LogCheckRun } from '#contract/history.ts';
import { describeError } from '#server/database/reason.ts';
import { checkSeals, countSealed } from '#server/log/seals/check-seals.ts';
import { logChecks } from '#server/log/tables.ts';

/** Milliseconds between two notes of how far a check is. */
const noteEvery = 1000;
/** Seconds without such a note after which nobody works at a check any more. */
const silentSeconds = 30;

const isSilent = sql`${logChecks.seenAt} < now() - make_interval(secs => ${silentSeconds})`;

const none: LogCheckRun = { state: 'none', startedAt: null, checked: 0, total: 0, found: null };

/**
 * The check of the log as work beside the calls, which takes half a minute for a million entries. It is a row of the database, so that
 * any process can say how far it is, and one runs at a time.
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

  /** Does the work, and writes down how far it is. Ends where another process has taken over. */
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

    /** Begins a check, unless one runs. */
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
