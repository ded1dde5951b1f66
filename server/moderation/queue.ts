import { type SQL, and, asc, desc, eq, gt, inArray, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { areaRoles } from '#contract/areas.ts';
import { type CaseState, atDeskMinutes, claimSeconds, lastCrisisRank, reportReasons } from '#contract/case-states.ts';
import { alertMinutes } from '#contract/crisis.ts';
import { takeBackSeconds } from '#contract/verdicts.ts';
import type { CaseSummary, Decision } from '#contract/moderation.ts';
import type { Admin } from '#contract/auth.ts';
import type { Role } from '#contract/roles.ts';
import { staff } from '#server/auth/tables.ts';
import { type Cursor, formatCursor, pageOf } from '#server/http/cursor.ts';
import { notFound } from '#server/http/failure.ts';
import { groupsOf, readableBy } from '#server/moderation/access.ts';
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
  person: row.personId === null ? '' : nameOf(row.id, row.personId),
  waitingSince: row.at,
  claimedBy: row.claimedBy,
});

export const inOrder = [asc(cases.rank), asc(cases.waitingSince), asc(cases.id)];

/** The condition of the index of the queue, without which Postgres does not use it for a state that it does not know yet. */
const isWaiting = sql`${cases.state} IN ('open', 'escalated', 'appealed')`;

/** The names of the kept counts of the cases of a state that a role decides. */
function bucketsOf(role: Role, state: CaseState) {
  const { people, content } = groupsOf(role);
  return [...(people ? [state] : []), ...(content ? [`content ${state}`] : [])];
}

/** The number of cases of a state that a role decides, as the queue counts them. */
export const countedCases = (role: Role, state: Queue) =>
  sql`SELECT coalesce(sum(value), 0)::int FROM figures
    WHERE name = 'cases' AND per = 'state' AND bucket = ANY (${sql.param(bucketsOf(role, state))}::text[])`;

/** The cases of a state that a role decides, with `crisis` only those of people who may be in danger. */
export const inQueue = (role: Role, state: Queue, lane?: 'crisis') =>
  and(
    eq(cases.state, state),
    isWaiting,
    readableBy(role, cases),
    lane && sql`${cases.rank} <= ${sql.raw(String(lastCrisisRank))}`,
  );

/** The number of cases in each state that needs a decision by this role, and the decisions of the last day about such cases. */
async function countCases(db: NodePgDatabase, { id: staffId, role }: Admin) {
  const { rows } = await db.execute<Record<Queue, number>>(
    sql`SELECT (${countedCases(role, 'open')}) AS open, (${countedCases(role, 'escalated')}) AS escalated,
      (${countedCases(role, 'appealed')}) AS appealed`,
  );
  const [count] = rows;
  const by = await db
    .select({ id: staff.id, name: staff.name, n: sql<number>`count(*)::int` })
    .from(decisions)
    .leftJoin(staff, eq(staff.id, decisions.staffId))
    .where(
      and(gt(decisions.at, sql`now() - interval '1 day'`), isNull(decisions.takenBackAt), readableBy(role, decisions)),
    )
    .groupBy(staff.id, staff.name)
    .orderBy(asc(staff.name));
  return {
    open: count?.open ?? 0,
    escalated: count?.escalated ?? 0,
    appealed: count?.appealed ?? 0,
    decidedToday: by.reduce((sum, { n }) => sum + n, 0),
    mine: by.find(({ id }) => id === staffId)?.n ?? 0,
    with: by.flatMap(({ id, name }) => (name === null || id === staffId ? [] : [name])),
  };
}

type Asked = { state: Queue; lane: 'crisis' | undefined; cursor: Cursor | undefined; limit: number };

/** A page of the queue in its order, as the caller's role reads it, with the counts of the caller. */
export async function listCases(
  db: NodePgDatabase,
  caller: Admin,
  { state, lane, cursor, limit }: Asked,
  nameOf: NameInCase,
) {
  const after =
    cursor &&
    sql`(${cases.rank}, ${cases.waitingSince}, ${cases.id}) > (${cursor.rank ?? 0}::smallint, ${cursor.at}::timestamptz, ${cursor.id}::uuid)`;
  const rows = await selectCases(db)
    .where(and(inQueue(caller.role, state, lane), after))
    .orderBy(...inOrder)
    .limit(limit + 1);
  const { page, nextCursor } = pageOf(rows, limit);
  const counts = await countCases(db, caller);
  return {
    cases: page.map((row) => summaryOf(row, nameOf)),
    pagination: { nextCursor, total: lane ? await db.$count(cases, inQueue(caller.role, state, lane)) : counts[state] },
    counts,
  };
}

/**
 * The first case of the queue of the caller's role that no colleague is reading. One account gets no two cases of people in danger in a row
 * while a colleague is at the desk, another case waits, and nobody on duty has been told yet that the person waits.
 */
export async function findNext(
  db: NodePgDatabase,
  { id: staffId, role }: Admin,
  state: Queue,
  after: readonly string[],
) {
  const find = async (more?: SQL) => {
    const [row] = await db
      .select({
        id: cases.id,
        isInDanger: sql<boolean>`${cases.rank} <= ${lastCrisisRank}`,
        isLate: sql<boolean>`${cases.waitingSince} <= now() - make_interval(mins => ${alertMinutes.onDuty})`,
      })
      .from(cases)
      .where(
        and(
          inQueue(role, state),
          notInArray(cases.id, [...after]),
          or(isNull(cases.claimedBy), eq(cases.claimedBy, staffId), sql`NOT ${isClaimed}`),
          more,
        ),
      )
      .orderBy(...inOrder)
      .limit(1);
    return row;
  };
  const first = await find();
  const rests = first?.isInDanger === true && !first.isLate && (await mayRest(db, staffId));
  const other = rests ? await find(gt(cases.rank, lastCrisisRank)) : undefined;
  return (other ?? first)?.id ?? null;
}

/** Whether an account made the latest decision about a person in danger, and a colleague who may decide is at the desk. */
async function mayRest(db: NodePgDatabase, staffId: string) {
  const { rows } = await db.execute<{ rests: boolean | null }>(sql`
    SELECT (
      SELECT staff_id FROM decisions WHERE crisis_outcome IS NOT NULL AND taken_back_at IS NULL ORDER BY at DESC LIMIT 1
    ) = ${staffId} AND EXISTS (
      SELECT FROM sessions JOIN staff ON staff.id = staff_id
      WHERE staff.id <> ${staffId} AND enabled AND role = ANY (${sql.param([...areaRoles.moderation.change])}::text[])
        AND used_at > now() - make_interval(mins => ${atDeskMinutes}) AND ends_at > now() AND NOT must_add_factor
    ) AS rests`);
  return rows[0]?.rests === true;
}

const answerer = sql`(SELECT json_build_object('id', id, 'name', name) FROM ${staff} AS answerer WHERE answerer.id = ${decisions.answeredBy})`;

export const selectDecisions = (db: NodePgDatabase) =>
  db
    .select({
      decision: decisions,
      subjectKind: cases.subjectKind,
      subjectId: cases.subjectId,
      excerpt: lastText,
      by: { id: staff.id, name: staff.name },
      answeredBy: sql<{ id: string; name: string } | null>`${answerer}`,
      canTakeBack: sql<boolean>`${decisions.at} > now() - make_interval(secs => ${sql.raw(String(takeBackSeconds))})
        AND ${decisions.takenBackAt} IS NULL AND ${decisions.toldAt} IS NULL AND ${decisions.appealedAt} IS NULL AND NOT ${decisions.erase}`,
      canTakeBackAnswer: sql<boolean>`${decisions.toldAt} IS NULL AND ${decisions.answeredAt} > now() - make_interval(secs => ${sql.raw(String(takeBackSeconds))})`,
    })
    .from(decisions)
    .innerJoin(cases, eq(cases.id, decisions.caseId))
    .leftJoin(staff, eq(staff.id, decisions.staffId));

type DecisionRow = Awaited<ReturnType<typeof selectDecisions>>[number];

const untilTold = (at: string | null) =>
  at === null ? null : new Date(Date.parse(at) + takeBackSeconds * 1000).toISOString();

export function decisionOf(row: DecisionRow): Decision {
  const { decision, subjectKind, subjectId, by, answeredBy, canTakeBack, canTakeBackAnswer } = row;
  const { id, caseId, at, verdict, crisisOutcome, rule, reason, statement, language, seenAt, takenBackAt } = decision;
  const { hide, hideOthers, erase, sanction, until } = decision;
  return {
    id,
    caseId,
    subject: { kind: subjectKind, id: subjectId },
    at,
    by,
    verdict,
    crisisOutcome,
    rule,
    actions: { hide, hideOthers, erase, sanction, until },
    reason,
    statement,
    language,
    seenAt,
    takenBackAt,
    takeBackUntil: canTakeBack ? untilTold(at) : null,
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
            takeBackUntil: canTakeBackAnswer ? untilTold(decision.answeredAt) : null,
          },
  };
}

/** A page of the decisions that the caller's role reads, newest first; with `mine` only those of the caller. */
export async function listDecisions(
  db: NodePgDatabase,
  { id: staffId, role }: Admin,
  { mine, cursor, limit }: { mine: boolean; cursor: Cursor | undefined; limit: number },
  nameOf: NameInCase,
) {
  const asked = and(mine ? eq(decisions.staffId, staffId) : undefined, readableBy(role, decisions));
  const before = cursor && sql`(${decisions.at}, ${decisions.id}) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`;
  const rows = await selectDecisions(db)
    .where(and(asked, before))
    .orderBy(desc(decisions.at), desc(decisions.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1)?.decision : undefined;
  return {
    decisions: page.map((row) => {
      const { caseId, personId } = row.decision;
      const person = personId === null ? '' : nameOf(caseId, personId);
      return Object.assign(decisionOf(row), { excerpt: row.excerpt, person });
    }),
    pagination: {
      nextCursor: last ? formatCursor({ at: last.at, id: last.id }) : null,
      total: await db.$count(decisions, asked),
    },
  };
}

/** The latest case of each of these subjects that has one, as the role reads them. */
export const listCasesOf = (db: NodePgDatabase, role: Role, ids: string[]) =>
  db
    .selectDistinctOn([cases.subjectId], { subjectId: cases.subjectId, id: cases.id, state: cases.state })
    .from(cases)
    .where(and(inArray(cases.subjectId, ids), readableBy(role, cases)))
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
