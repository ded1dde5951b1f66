import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { LogCheck, LogFault } from '#contract/history.ts';
import { isoOf } from '#server/database/columns.ts';
import { monthsKept } from '#server/history/partitions.ts';
import { atOnce, contentOf, isIn, sealOf } from '#server/history/seals.ts';
import { operations, revisions, seals, unsealed } from '#server/history/tables.ts';

type Sealed = { position: number; id: string; at: string; seal: Buffer; content: Buffer | null };

/**
 * The months that the log has, or should have, such as `2026-11`. One that is over a year old may be dropped at any moment,
 * its seals first, and counts only while it has them.
 */
async function listMonths(db: NodePgDatabase): Promise<string[]> {
  const { rows } = await db.execute<{ month: string }>(sql`
    SELECT DISTINCT replace(right(part.relname, 7), '_', '-') AS month
    FROM pg_inherits JOIN pg_class AS part ON part.oid = inhrelid
    WHERE inhparent IN ('operations'::regclass, 'revisions'::regclass, 'seals'::regclass) AND (
      to_regclass('seals_' || right(part.relname, 7)) IS NOT NULL
      OR right(part.relname, 7) >= to_char(now() AT TIME ZONE 'UTC' - make_interval(months => ${monthsKept}), 'YYYY_MM'))
    ORDER BY 1`);
  return rows.map(({ month }) => month);
}

/** The chain of a month: its first fault, and its last link. */
async function checkChain(db: NodePgDatabase, month: string) {
  let last: { position: number; seal: Buffer; at: string } = { position: 0, seal: Buffer.from(month), at: '' };
  for (;;) {
    // In a transaction a statement may take longer.
    const { rows } = await db.transaction((tx) =>
      tx.execute<Sealed>(sql`
      SELECT position, operation_id AS id, at, seal, ${contentOf(sql`sealed.operation_id`, sql`sealed.at`)} AS content
      FROM ${seals} AS sealed WHERE ${isIn(month, sql`sealed.at`)} AND position > ${last.position}
      ORDER BY position LIMIT ${atOnce}`),
    );
    for (const { position, id, at, seal, content } of rows) {
      const next = last.position + 1;
      const what =
        position !== next
          ? 'seal'
          : content === null
            ? 'deleted'
            : sealOf(last.seal, content).equals(seal)
              ? undefined
              : 'changed';
      if (what) return { last, fault: { what, position: next, id, at } as const };
      last = { position, seal, at };
    }
    if (rows.length < atOnce) return { last, fault: undefined };
  }
}

type Found = { id: string; at: string };

/** The first operation of a month that neither has a seal nor waits for one, or revision that belongs to no operation. */
async function findAdded(db: NodePgDatabase, month: string): Promise<Found | undefined> {
  const within = (at: SQL) => isIn(month, at);
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<Found>(sql`
      (SELECT id, at FROM ${operations} WHERE ${within(sql`at`)}
         AND NOT EXISTS (SELECT FROM ${seals} AS sealed WHERE sealed.operation_id = id AND sealed.at = ${operations.at}
           AND ${within(sql`sealed.at`)})
         AND NOT EXISTS (SELECT FROM ${unsealed} AS waiting WHERE waiting.operation_id = id AND waiting.at = ${operations.at})
       ORDER BY at, id LIMIT 1)
      UNION ALL
      (SELECT operation_id, at FROM ${revisions} WHERE ${within(sql`at`)}
         AND NOT EXISTS (SELECT FROM ${operations} AS operation WHERE operation.id = operation_id
           AND operation.at = ${revisions.at} AND ${within(sql`operation.at`)})
       ORDER BY at, operation_id LIMIT 1)
      ORDER BY 2, 1 LIMIT 1`);
    return rows[0];
  });
}

const wrongs: Record<LogFault['what'], string> = {
  changed: 'was changed after it was sealed',
  deleted: 'was deleted',
  added: 'was added by hand: it was never sealed',
  seal: 'has lost its seal',
};

/** What is wrong, and where, in a sentence. */
const sentenceOf = ({ what, month, position, at, operationId }: Omit<LogFault, 'sentence'>) =>
  `${position === null ? 'An entry' : `Entry ${position}`} of ${month}, ${at}, operation ${operationId}, ${wrongs[what]}.`;

/**
 * Checks the log against its seals, month by month: whether it is whole, or the first place that does not fit; how far it is
 * sealed, with the last seal of each month. It reads the log in parts and holds up nobody. A log whose end was cut off with
 * the seals of it is whole by itself: only a last seal that somebody noted before says otherwise.
 */
export async function checkSeals(db: NodePgDatabase): Promise<LogCheck> {
  const months: LogCheck['months'] = [];
  let fault: LogFault | null = null;
  let sealedTo: string | null = null;
  for (const month of await listMonths(db)) {
    const chain = await checkChain(db, month);
    const { position, at, seal } = chain.last;
    if (position > 0) {
      months.push({ month, entries: position, seal: seal.toString('hex') });
      sealedTo = isoOf(at);
    }
    const added = chain.fault ? undefined : await findAdded(db, month);
    const found = chain.fault ?? (added && { what: 'added' as const, position: null, ...added });
    if (found) {
      const { id, at: time, ...place } = found;
      const where = { month, ...place, operationId: id, at: isoOf(time) };
      fault = { ...where, sentence: sentenceOf(where) };
      break;
    }
  }
  const { rows } = await db.execute<{ waiting: number }>(sql`SELECT count(*) AS waiting FROM ${unsealed}`);
  return { fault, sealedTo, waiting: rows[0]?.waiting ?? 0, months };
}
