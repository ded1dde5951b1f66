import { and, asc, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type CaseState, claimSeconds, reportReasons, takeBackSeconds } from '#contract/case-states.ts';
import type { CaseSummary, Decision } from '#contract/moderation.ts';
import { staff } from '#server/auth/tables.ts';
import { type Cursor, formatCursor, pageOf } from '#server/http/cursor.ts';
import { notFound } from '#server/http/failure.ts';
import { cases, decisions, snapshots } from '#server/moderation/tables.ts';

/** The made-up name of a person in a case: another one in each case. */
export type NameInCase = (caseId: string, personId: string) => string;

type Queue = Extract<CaseState, 'open' | 'escalated' | 'appealed'>;

/** The characters of a text in the list. */
const excerptLength = 200;

/** A claim that still holds. Nothing frees it: it ends by the clock, unless it is renewed. */
const isClaimed = sql`${cases.claimedAt} > now() - make_interval(secs => ${sql.raw(String(claimSeconds))})`;

const lastText = sql<string>`coalesce((
  SELECT left(content, ${sql.raw(String(excerptLength))}) FROM ${snapshots}
  WHERE ${snapshots.caseId} = ${cases.id} ORDER BY ${snapshots.at} DESC LIMIT 1), '')`;

const summaryColumns = {
  id: cases.id,
  version: cases.version,
  subjectKind: cases.subjectKind,
  subjectId: cases.subjectId,
  personId: cases.personId,
  state: cases.state,
  reason: cases.reason,
  rank: cases.rank,
  reports: cases.reportCount,
  /** Since when it waits. */
  at: cases.waitingSince,
  openedAt: cases.openedAt,
  excerpt: lastText,
  claimedBy: { id: staff.id, name: staff.name },
};

/** The rows of the queue, each with the colleague who is reading it. */
export const selectCases = (db: NodePgDatabase) =>
  db
    .select(summaryColumns)
    .from(cases)
    .leftJoin(staff, and(eq(staff.id, cases.claimedBy), isClaimed));

export type CaseRow = Awaited<ReturnType<typeof selectCases>>[number];

export const summaryOf = (row: CaseRow, nameOf: NameInCase): CaseSummary => ({
  id: row.id,
  version: row.version,
  subject: { kind: row.subjectKind, id: row.subjectId },
  state: row.state,
  lane: reportReasons[row.reason].lane,
  reason: row.reason,
  severity: reportReasons[row.reason].severity,
  reports: row.reports,
  excerpt: row.excerpt,
  person: nameOf(row.id, row.personId),
  waitingSince: row.at,
  claimedBy: row.claimedBy,
});

const inOrder = [asc(cases.rank), asc(cases.waitingSince), asc(cases.id)];

/** The number of cases in each state that needs a decision, and the decisions of the last day. */
async function countCases(db: NodePgDatabase, staffId: string) {
  const { rows } = await db.execute<{ state: CaseState; n: number }>(
    sql`SELECT bucket AS state, sum(value)::int AS n FROM figures WHERE name = 'cases' AND per = 'state' GROUP BY bucket`,
  );
  const count = (state: CaseState) => rows.find((row) => row.state === state)?.n ?? 0;
  const by = await db
    .select({ id: staff.id, name: staff.name, n: sql<number>`count(*)::int` })
    .from(decisions)
    .leftJoin(staff, eq(staff.id, decisions.staffId))
    .where(and(gt(decisions.at, sql`now() - interval '1 day'`), isNull(decisions.takenBackAt)))
    .groupBy(staff.id, staff.name)
    .orderBy(asc(staff.name));
  return {
    open: count('open'),
    escalated: count('escalated'),
    appealed: count('appealed'),
    decidedToday: by.reduce((sum, { n }) => sum + n, 0),
    mine: by.find(({ id }) => id === staffId)?.n ?? 0,
    with: by.flatMap(({ id, name }) => (name === null || id === staffId ? [] : [name])),
  };
}

type Asked = { state: Queue; cursor: Cursor | undefined; limit: number };

/** A page of the queue in its order, with the counts of the caller. */
export async function listCases(
  db: NodePgDatabase,
  staffId: string,
  { state, cursor, limit }: Asked,
  nameOf: NameInCase,
) {
  const after =
    cursor &&
    sql`(${cases.rank}, ${cases.waitingSince}, ${cases.id}) > (${cursor.rank ?? 0}::smallint, ${cursor.at}::timestamptz, ${cursor.id}::uuid)`;
  const rows = await selectCases(db)
    .where(and(eq(cases.state, state), isWaiting, after))
    .orderBy(...inOrder)
    .limit(limit + 1);
  const { page, nextCursor } = pageOf(rows, limit);
  const counts = await countCases(db, staffId);
  return {
    cases: page.map((row) => summaryOf(row, nameOf)),
    pagination: { nextCursor, total: counts[state] },
    counts,
  };
}

/** The condition of the index of the queue, without which Postgres does not use it for a state that it does not know yet. */
const isWaiting = sql`${cases.state} IN ('open', 'escalated', 'appealed')`;

/** The first case of the queue that no colleague is reading. */
export async function findNext(db: NodePgDatabase, staffId: string, state: Queue, after: string | undefined) {
  const [row] = await db
    .select({ id: cases.id })
    .from(cases)
    .where(
      and(
        eq(cases.state, state),
        isWaiting,
        after === undefined ? undefined : ne(cases.id, after),
        or(isNull(cases.claimedBy), eq(cases.claimedBy, staffId), sql`NOT ${isClaimed}`),
      ),
    )
    .orderBy(...inOrder)
    .limit(1);
  return row?.id ?? null;
}

const answerer = sql`(SELECT json_build_object('id', id, 'name', name) FROM ${staff} AS answerer WHERE answerer.id = ${decisions.answeredBy})`;

export const selectDecisions = (db: NodePgDatabase) =>
  db
    .select({
      decision: decisions,
      subjectKind: cases.subjectKind,
      subjectId: cases.subjectId,
      by: { id: staff.id, name: staff.name },
      answeredBy: sql<{ id: string; name: string } | null>`${answerer}`,
      canTakeBack: sql<boolean>`${decisions.at} > now() - make_interval(secs => ${sql.raw(String(takeBackSeconds))})
        AND ${decisions.takenBackAt} IS NULL AND ${decisions.toldAt} IS NULL AND NOT ${decisions.erase}`,
    })
    .from(decisions)
    .innerJoin(cases, eq(cases.id, decisions.caseId))
    .leftJoin(staff, eq(staff.id, decisions.staffId));

type DecisionRow = Awaited<ReturnType<typeof selectDecisions>>[number];

export function decisionOf({ decision, subjectKind, subjectId, by, answeredBy, canTakeBack }: DecisionRow): Decision {
  const { id, caseId, at, verdict, rule, reason, statement, language, takenBackAt } = decision;
  const { hide, hideOthers, erase, sanction, until } = decision;
  return {
    id,
    caseId,
    subject: { kind: subjectKind, id: subjectId },
    at,
    by,
    verdict,
    rule,
    actions: { hide, hideOthers, erase, sanction, until },
    reason,
    statement,
    language,
    takenBackAt,
    takeBackUntil: canTakeBack ? new Date(Date.parse(at) + takeBackSeconds * 1000).toISOString() : null,
    appeal:
      decision.appealedAt === null
        ? null
        : {
            at: decision.appealedAt,
            text: decision.appeal,
            outcome: decision.outcome,
            answer: decision.answer,
            decidedBy: answeredBy,
            decidedAt: decision.answeredAt,
          },
  };
}

/** A page of the decisions, newest first; with `staffId` those of one account. */
export async function listDecisions(
  db: NodePgDatabase,
  { staffId, cursor, limit }: { staffId: string | undefined; cursor: Cursor | undefined; limit: number },
) {
  const ofStaff = staffId === undefined ? undefined : eq(decisions.staffId, staffId);
  const before = cursor && sql`(${decisions.at}, ${decisions.id}) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`;
  const rows = await selectDecisions(db)
    .where(and(ofStaff, before))
    .orderBy(desc(decisions.at), desc(decisions.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1)?.decision : undefined;
  return {
    decisions: page.map(decisionOf),
    pagination: {
      nextCursor: last ? formatCursor({ at: last.at, id: last.id }) : null,
      total: await db.$count(decisions, ofStaff),
    },
  };
}

/** The latest case of each of these subjects that has one. */
export const listCasesOf = (db: NodePgDatabase, ids: string[]) =>
  db
    .selectDistinctOn([cases.subjectId], { subjectId: cases.subjectId, id: cases.id, state: cases.state })
    .from(cases)
    .where(inArray(cases.subjectId, ids))
    .orderBy(cases.subjectId, desc(cases.openedAt), desc(cases.id));

/** Claims a case for an account, or gives it back. Returns the colleague who has it instead. */
export async function claimCase(
  db: NodePgDatabase,
  staffId: string,
  { id, takeOver, release }: { id: string; takeOver: boolean; release: boolean },
) {
  const isFree = or(isNull(cases.claimedBy), eq(cases.claimedBy, staffId), sql`NOT ${isClaimed}`);
  const changed = release
    ? await db
        .update(cases)
        .set({ claimedBy: null, claimedAt: null })
        .where(and(eq(cases.id, id), eq(cases.claimedBy, staffId)))
    : await db
        .update(cases)
        .set({ claimedBy: staffId, claimedAt: sql`now()` })
        .where(and(eq(cases.id, id), isWaiting, takeOver ? undefined : isFree));
  if (changed.rowCount === 1) return null;
  const [row] = await selectCases(db).where(eq(cases.id, id));
  if (!row) throw notFound('case');
  return row.claimedBy?.id === staffId ? null : row.claimedBy;
}
