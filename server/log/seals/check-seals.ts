import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { LogCheck, LogFault } from '#contract/history.ts';
import { isoOf } from '#server/database/columns.ts';
import { monthsKept } from '#server/log/partitions.ts';
import {
  type Start,
  atOnce,
  chainStart,
  contentOf,
  findLast,
  findStart,
  isIn,
  sealOf,
} from '#server/log/seals/seals.ts';
import { chainStarts, operations, revisions, seals, unsealed } from '#server/log/tables.ts';

type Sealed = { position: number; id: string; at: string; seal: Buffer; content: Buffer | null };
type Link = Pick<Sealed, 'position' | 'seal' | 'at'>;
type Found = Pick<LogFault, 'what' | 'position' | 'at'> & { id: string | null; month?: string };

/** `wasSealed`: the month must have seals, because its own chain, or that of another month, begins with a seal. */
type Month = { month: string; wasSealed: boolean };

/**
 * The months that the log has, or should have, such as `2026-11`. A month over a year old may be dropped at any time,
 * its seals first, so it counts only while it has seals.
 */
async function listMonths(db: NodePgDatabase): Promise<Month[]> {
  const { rows } = await db.execute<Month>(sql`
    SELECT month, bool_or(was_sealed) AS "wasSealed" FROM (
      SELECT replace(right(part.relname, 7), '_', '-') AS month, false AS was_sealed
      FROM pg_inherits JOIN pg_class AS part ON part.oid = inhrelid
      WHERE inhparent IN ('operations'::regclass, 'revisions'::regclass, 'seals'::regclass)
      UNION ALL SELECT unnest(ARRAY[month, after_month]), true FROM ${chainStarts}
    ) AS months
    WHERE to_regclass('seals_' || replace(month, '-', '_')) IS NOT NULL
      OR month >= to_char(now() AT TIME ZONE 'UTC' - make_interval(months => ${monthsKept}), 'YYYY-MM')
    GROUP BY month ORDER BY month`);
  return rows;
}

/**
 * The seals of a month in the order of their places, including those that were added before the first one or at a taken
 * place.
 */
async function* sealsOf(db: NodePgDatabase, month: string) {
  for (let last: Sealed | undefined, more = true; more;) {
    const after = last
      ? sql`(position, operation_id, at) > (${last.position}, ${last.id}::uuid, ${last.at}::timestamptz)`
      : sql`true`;
    // In a transaction a statement may take longer.
    const { rows } = await db.transaction((tx) =>
      tx.execute<Sealed>(sql`
      SELECT position, operation_id AS id, at, seal, ${contentOf(sql`sealed.operation_id`, sql`sealed.at`)} AS content
      FROM ${seals} AS sealed WHERE ${isIn(month, sql`sealed.at`)} AND ${after}
      ORDER BY position, operation_id, at LIMIT ${atOnce}`),
    );
    yield* rows;
    last = rows.at(-1);
    more = rows.length === atOnce;
  }
}

const follows = (last: Link, { position, seal, content }: Sealed) =>
  position === last.position + 1 && content !== null && sealOf(last.seal, content).equals(seal);

/**
 * Checks the chain of a month: returns its first fault, and the last link before it. Calls `tell` for each entry that
 * matches.
 */
async function checkChain(db: NodePgDatabase, month: string, tell: () => void): Promise<{ last: Link; found?: Found }> {
  const start = await findStart(db, month);
  let last: Link = { position: 0, seal: chainStart(month, start), at: '' };
  /** A seal that does not follow from the last one. If another seal at the same place does, this one is forged. */
  let doubted: Sealed | undefined;
  for await (const row of sealsOf(db, month)) {
    if (doubted && row.position !== doubted.position) break;
    if (follows(last, row)) {
      if (doubted) return { last, found: { ...doubted, what: 'forged' } };
      const lost = start && row.position === 1 ? await checkBefore(db, start, row) : undefined;
      if (lost) return { last, found: lost };
      last = row;
      tell();
    } else if (row.position <= last.position) {
      return { last, found: { ...row, what: 'forged' } };
    } else if (row.position > last.position + 1) {
      return { last, found: await findLost(db, month, last, row) };
    } else {
      doubted ??= row;
    }
  }
  return doubted ? { last, found: { ...doubted, what: doubted.content ? 'changed' : 'deleted' } } : { last };
}

/**
 * Checks whether the previous month, whose own chain is valid, still has the seal from which this month's first seal
 * follows. A month without any seal was dropped when it was over a year old, or was already reported as missing.
 */
async function checkBefore(db: NodePgDatabase, start: Start, first: Sealed): Promise<Found | undefined> {
  const { after: month, position } = start;
  const { rows } = await db.execute<Pick<Sealed, 'id' | 'at' | 'seal'>>(sql`
    SELECT operation_id AS id, at, seal FROM ${seals} AS sealed
    WHERE ${isIn(month, sql`sealed.at`)} AND position = ${position}`);
  const [there] = rows;
  if (there) return there.seal.equals(start.seal) ? undefined : { what: 'forged', month, position, ...there };
  const end = await findLast(db, month);
  return end && { what: 'erased', month, position: end.position + 1, id: null, at: first.at };
}

/** The condition that an operation of a month neither has a seal nor waits for one. */
const isUnsealed = (month: string) => sql`${isIn(month, sql`at`)}
  AND NOT EXISTS (SELECT FROM ${seals} AS sealed WHERE sealed.operation_id = id AND sealed.at = ${operations.at}
    AND ${isIn(month, sql`sealed.at`)})
  AND NOT EXISTS (SELECT FROM ${unsealed} AS waiting WHERE waiting.operation_id = id AND waiting.at = ${operations.at})`;

/**
 * Finds the entry whose seal is missing between two links. When one seal is missing, the next seal proves which entry
 * it belonged to; when several are missing, it is the oldest entry without a seal.
 */
async function findLost(db: NodePgDatabase, month: string, last: Link, next: Sealed): Promise<Found> {
  const { rows } = await db.transaction((tx) =>
    tx.execute<Pick<Sealed, 'id' | 'at' | 'content'>>(sql`
    SELECT id, at, ${contentOf(sql`${operations}.id`, sql`${operations.at}`)} AS content
    FROM ${operations} WHERE ${isUnsealed(month)} ORDER BY at, id LIMIT ${atOnce}`),
  );
  const position = last.position + 1;
  const isBetween = ({ content }: (typeof rows)[number]) =>
    follows({ ...last, position, seal: sealOf(last.seal, content) }, next);
  const lost = rows.find(isBetween) ?? (next.position > position + 1 ? rows[0] : undefined);
  return lost
    ? { what: 'seal', position, id: lost.id, at: lost.at }
    : { what: 'erased', position, id: null, at: next.at };
}

/** The first operation of a month that was never sealed, or the first revision without an operation. */
async function findAdded(db: NodePgDatabase, month: string): Promise<Found | undefined> {
  const within = (at: SQL) => isIn(month, at);
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; at: string }>(sql`
      (SELECT id, at FROM ${operations} WHERE ${isUnsealed(month)} ORDER BY at, id LIMIT 1)
      UNION ALL
      (SELECT operation_id, at FROM ${revisions} WHERE ${within(sql`at`)}
         AND NOT EXISTS (SELECT FROM ${operations} AS operation WHERE operation.id = operation_id
           AND operation.at = ${revisions.at} AND ${within(sql`operation.at`)})
       ORDER BY at, operation_id LIMIT 1)
      ORDER BY 2, 1 LIMIT 1`);
    const [added] = rows;
    return added && { what: 'added', position: null, ...added };
  });
}

const wrongs: Record<Exclude<LogFault['what'], 'month'>, string> = {
  changed: 'was changed after it was sealed',
  deleted: 'was deleted',
  added: 'was added by hand: it was never sealed',
  seal: 'has lost its seal',
  erased: 'was deleted together with its seal',
  forged: 'has a seal that the desk did not make',
};

/** The fault and its place as a sentence. */
const sentenceOf = ({ what, month, position, at, operationId }: Omit<LogFault, 'sentence'>) => {
  if (what === 'month') return `The whole month ${month} is missing, with its seals.`;
  const entry = position === null ? 'An entry' : `Entry ${position}`;
  const where = operationId === null ? `before ${at}` : `${at}, operation ${operationId}`;
  return `${entry} of ${month}, ${where}, ${wrongs[what]}.`;
};

/** The progress of a check: the month, and the number of entries checked so far. */
export type CheckProgress = { month: string; checked: number };

/** The number of entries that a check covers. */
export async function countSealed(db: NodePgDatabase): Promise<number> {
  const { rows } = await db.transaction((tx) =>
    tx.execute<{ count: number }>(sql`SELECT count(*) AS count FROM ${seals}`),
  );
  return rows[0]?.count ?? 0;
}

/**
 * Checks the log against its seals, month by month. Returns the first fault or null, how far the log is sealed, and the
 * last seal of each month. It reads the log in parts and blocks no one; `tell` receives the progress. A log that was
 * cut off together with its last seals passes the check: only comparing with a last seal noted earlier reveals it.
 */
export async function checkSeals(
  db: NodePgDatabase,
  tell: (progress: CheckProgress) => void = () => undefined,
): Promise<LogCheck> {
  const months: LogCheck['months'] = [];
  let fault: LogFault | null = null;
  let sealedTo: string | null = null;
  let checked = 0;
  for (const { month, wasSealed } of await listMonths(db)) {
    const chain = await checkChain(db, month, () => tell({ month, checked: (checked += 1) }));
    const { position, at, seal } = chain.last;
    if (position > 0) {
      months.push({ month, entries: position, seal: seal.toString('hex') });
      sealedTo = at;
    }
    const isMissing = wasSealed && position === 0;
    const missing: Found = { what: 'month', position: null, id: null, at: `${month}-01 00:00:00.000+00` };
    const found = chain.found ?? (await findAdded(db, month)) ?? (isMissing ? missing : undefined);
    if (found) {
      const { what, id, position: place } = found;
      const where = { what, month: found.month ?? month, position: place, operationId: id, at: isoOf(found.at) };
      fault = { ...where, sentence: sentenceOf(where) };
      break;
    }
  }
  // A clock that was ahead may have given an entry a future time.
  const { rows } = await db.execute<{ waiting: number; sealedTo: string | null }>(sql`
    SELECT (SELECT count(*) FROM ${unsealed}) AS waiting, least(${sealedTo}::timestamptz(3), now()::timestamptz(3)) AS "sealedTo"`);
  return { fault, sealedTo: sealedTo && isoOf(rows[0]?.sealedTo ?? ''), waiting: rows[0]?.waiting ?? 0, months };
}
