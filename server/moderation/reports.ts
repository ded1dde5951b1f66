import { createHash } from 'node:crypto';
import { and, asc, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { uuidv7 } from 'uuidv7';
import { type ReportReason, caseRank } from '#contract/case-states.ts';
import type { Verdict } from '#contract/verdicts.ts';
import { type SubjectKind, subjectNoun } from '#contract/case-subjects.ts';
import { isContent } from '#contract/kinds.ts';
import type { CoveredPlace, MarkedPlace } from '#contract/mark.ts';
import { notFound } from '#server/http/failure.ts';
import { findContent } from '#server/moderation/content.ts';
import { decisions, reports } from '#server/moderation/tables.ts';
import { comments, posts, users } from '#server/users/tables.ts';

const none = {
  imageUrl: sql<string>`''`,
  places: sql<MarkedPlace[]>`'[]'::jsonb`,
  covered: sql<CoveredPlace[]>`'[]'::jsonb`,
};

/** The columns of each kind of subject, besides content: its text (`''` for a person) and its author. */
const subjects = {
  post: {
    table: posts,
    columns: {
      personId: posts.userId,
      content: posts.content,
      imageUrl: posts.imageUrl,
      createdAt: posts.createdAt,
      hiddenAt: posts.hiddenAt,
      places: posts.places,
      covered: posts.covered,
    },
  },
  comment: {
    table: comments,
    columns: {
      ...none,
      personId: comments.userId,
      content: comments.content,
      createdAt: comments.createdAt,
      hiddenAt: comments.hiddenAt,
      places: comments.places,
      covered: comments.covered,
    },
  },
  person: {
    table: users,
    columns: {
      ...none,
      personId: users.id,
      content: sql<string>`''`,
      createdAt: users.createdAt,
      hiddenAt: sql<string | null>`NULL`,
    },
  },
};

/** The subject of a case as it is now; undefined when it was erased. With `lock` it stays until the transaction ends. */
export async function findSubject(db: NodePgDatabase, kind: SubjectKind, id: string, lock = false) {
  if (isContent(kind)) return findContent(db, kind, id, lock);
  const { table, columns } = subjects[kind];
  const query = db.select(columns).from(table).where(eq(table.id, id));
  const [subject] = await (lock ? query.for('key share') : query);
  return subject;
}

/** Identifies the text that a moderator has seen. */
export const seenOf = (content: string) => createHash('sha256').update(content).digest('hex').slice(0, 16);

export type NewReport = {
  /** The id of the report: the app's own. */
  id: string;
  kind: SubjectKind;
  subjectId: string;
  reason: ReportReason;
  note: string;
  /** The person who reports, or the colleague. */
  personId: string | null;
  staffId: string | null;
};

/**
 * Adds a report to the case of its subject that waits for a decision, or to a new one. A person counts once in a case; a
 * graver reason moves the case up. Returns the id of the case, and whether anything was added. Throws 404 for a subject
 * or a person that does not exist.
 */
export async function addReport(
  tx: NodePgDatabase,
  { id, kind, subjectId, reason, note, personId, staffId }: NewReport,
) {
  const { rows: known } = await tx.execute<{ caseId: string }>(
    sql`SELECT case_id AS "caseId" FROM reports WHERE id = ${id}`,
  );
  if (known[0]) return { caseId: known[0].caseId, isNew: false };
  const subject = await findSubject(tx, kind, subjectId, true);
  if (!subject) throw notFound(subjectNoun(kind));
  const { rows: people } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM users WHERE id = ANY (${sql.param([subject.personId, personId])}::uuid[])
    ORDER BY id FOR KEY SHARE`);
  if (personId !== null && !people.some((one) => one.id === personId)) throw notFound('person');
  const rank = caseRank(reason);
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO cases (id, subject_kind, subject_id, person_id, reason, rank)
    VALUES (${uuidv7()}, ${kind}, ${subjectId}, ${subject.personId}, ${reason}, ${rank})
    ON CONFLICT (subject_kind, subject_id) WHERE state IN ('open', 'escalated') DO UPDATE SET version = cases.version
    RETURNING id`);
  const caseId = rows[0]?.id ?? '';
  const { rowCount } = await tx.execute(sql`
    INSERT INTO reports (id, case_id, person_id, staff_id, reason, note)
    VALUES (${id}, ${caseId}, ${personId}, ${staffId}, ${reason}, ${note}) ON CONFLICT DO NOTHING`);
  if (rowCount === 0) return { caseId, isNew: false };
  await tx.execute(sql`
    UPDATE cases SET report_count = report_count + ${personId === null ? 0 : 1}, rank = least(rank, ${rank}),
      reason = CASE WHEN ${rank} < rank THEN ${reason} ELSE reason END
    WHERE id = ${caseId}`);
  if (kind !== 'person') await keepText(tx, caseId, subject.content);
  return { caseId, isNew: true };
}

/** Keeps the text of a case, unless it is the one that was kept last. */
const keepText = (tx: NodePgDatabase, caseId: string, content: string) =>
  tx.execute(sql`
    INSERT INTO snapshots (id, case_id, content) SELECT ${uuidv7()}, ${caseId}, ${content}
    WHERE ${content} IS DISTINCT FROM (SELECT content FROM snapshots WHERE case_id = ${caseId} ORDER BY at DESC LIMIT 1)`);

/** The state of a report as its reporter may know it. Throws 404 when there is none. */
export async function readReport(db: NodePgDatabase, id: string) {
  const isAboutIt = and(
    eq(decisions.caseId, reports.caseId),
    isNull(decisions.takenBackAt),
    gte(decisions.at, reports.at),
    isNotNull(reports.answeredAt),
  );
  const [found] = await db
    .select({
      answeredAt: reports.answeredAt,
      verdict: decisions.verdict,
      // The answer to an appeal counts from the moment in which its person is told.
      outcome: sql<
        'upheld' | 'overturned' | null
      >`CASE WHEN ${decisions.toldAt} IS NOT NULL THEN ${decisions.outcome} END`,
    })
    .from(reports)
    .leftJoin(decisions, isAboutIt)
    .where(eq(reports.id, id))
    .orderBy(asc(decisions.at))
    .limit(1);
  if (!found) throw notFound('report');
  const { answeredAt, verdict, outcome } = found;
  return { id, outcome: answeredAt === null ? ('waiting' as const) : outcomeFor(verdict, outcome), answeredAt };
}

/** The outcome of a decision for those who reported its subject. */
function outcomeFor(verdict: Verdict | null, appeal: 'upheld' | 'overturned' | null): 'helped' | 'acted' | 'not_acted' {
  if (verdict === 'needs_help') return 'helped';
  const acts = verdict === 'corrected' || (verdict === 'breaks_rules' && appeal !== 'overturned');
  return acts ? 'acted' : 'not_acted';
}
