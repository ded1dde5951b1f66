import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import { type ContentVersions, contentVersions } from '#server/database/content-versions.ts';
import { overPool } from '#server/database/over-pool.ts';
import { type Target, openPool } from '#server/database/pool.ts';
import { describeError } from '#server/database/reason.ts';

/** Connections to the replica: content is read only when it has changed, and then once for all who wait. */
const connections = 2;
/** Milliseconds that the replica has to connect, and for each statement. */
const patience = 1000;
/** Milliseconds for which a replica is not asked that has failed. */
const restFor = 5000;

/** A replica of the database, from which content is read while it has that content. */
export function openReplica(target: Target, log: FastifyBaseLogger) {
  const pool = openPool({ ...target, query_timeout: patience }, connections, log, { connectWithin: patience });
  const db = overPool(pool, 'begin');
  let restsUntil = 0;

  return {
    /**
     * Does `work` in one snapshot of the replica, if `isWanted` finds the versions of these areas there as they should be. Undefined
     * when the replica is behind, away or fails: then the caller reads from the database itself.
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
