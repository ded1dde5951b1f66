import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import { type ContentVersions, contentVersions } from '#server/database/content-versions.ts';
import { overPool } from '#server/database/driver/over-pool.ts';
import { type Target, openPool } from '#server/database/connect/pool.ts';
import { describeError } from '#server/database/reason.ts';

/** Connections to the replica: content is read only when it has changed, and then once for all waiting calls. */
const connections = 2;
/** Milliseconds for connecting to the replica, and for each statement. */
const patience = 1000;
/** Milliseconds for which a failed replica is not used. */
const restFor = 5000;

/** A replica of the database, from which content is read when the replica is up to date. */
export function openReplica(target: Target, log: FastifyBaseLogger) {
  const pool = openPool({ ...target, query_timeout: patience }, connections, log, { connectWithin: patience });
  const db = overPool(pool, 'begin');
  let restsUntil = 0;

  return {
    /**
     * Runs `work` in one snapshot of the replica, if `isWanted` accepts its versions of these areas. Undefined when the
     * replica is behind, unreachable or fails: the caller then reads from the database itself.
     */
    async read<T>(
      areas: readonly string[],
      isWanted: (content: ContentVersions) => boolean,
      work: (replica: NodePgDatabase) => Promise<T>,
    ): Promise<T | undefined> {
      if (performance.now() < restsUntil) return undefined;
      try {
        return await db.transaction(
          async (tx) => {
            const versions = contentVersions(sql.param([...areas]));
            const [row] = await tx.select({ content: versions }).from(sql`(SELECT) AS once`);
            return row && isWanted(row.content) ? await work(tx) : undefined;
          },
          { isolationLevel: 'repeatable read', accessMode: 'read only' },
        );
      } catch (error) {
        restsUntil = performance.now() + restFor;
        log.warn({ error: describeError(error) }, 'the replica failed, and content is read from the database itself');
        return undefined;
      }
    },
    close: () => pool.end(),
  };
}

export type Replica = ReturnType<typeof openReplica>;
