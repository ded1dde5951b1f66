import { type SQL, and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { isContent } from '#contract/kinds.ts';
import type { CoveredPlace } from '#contract/mark.ts';
import { type Case, Language } from '#contract/moderation.ts';
import { staff } from '#server/auth/tables.ts';
import { notFound } from '#server/http/failure.ts';
import {
  type CaseRow,
  type NameInCase,
  decisionOf,
  selectCases,
  selectDecisions,
  summaryOf,
} from '#server/moderation/queue.ts';
import { findSubject, seenOf } from '#server/moderation/reports.ts';
import { listSanctions } from '#server/moderation/standing.ts';
import { cases, decisions, reports, snapshots } from '#server/moderation/tables.ts';
import { comments, posts, users } from '#server/users/tables.ts';

/** The maximum number of texts around the subject of a case: of comments before it and after it, or of each kind of text. */
const mostAround = 20;
/** The maximum number of notes, and of decisions, in a case. */
const mostListed = 50;

type Around = {
  id: string;
  kind: 'post' | 'comment';
  personId: string;
  content: string;
  createdAt: string;
  hiddenAt: string | null;
  covered: CoveredPlace[];
};

const postColumns = {
  kind: sql<'post'>`'post'`,
  id: posts.id,
  personId: posts.userId,
  content: posts.content,
  createdAt: posts.createdAt,
  hiddenAt: posts.hiddenAt,
  covered: posts.covered,
};
const commentColumns = {
  kind: sql<'comment'>`'comment'`,
  id: comments.id,
  personId: comments.userId,
  content: comments.content,
  createdAt: comments.createdAt,
  hiddenAt: comments.hiddenAt,
  covered: comments.covered,
};

type Thread = { texts: Around[]; more: Case['threadMore'] };

const noMore = { before: 0, after: 0 };

/** A post with the comments around a moment; without one its newest comments. */
async function readThread(
  db: NodePgDatabase,
  postId: string,
  around: { at: string; id: string } | undefined,
): Promise<Thread> {
  const [post] = await db.select(postColumns).from(posts).where(eq(posts.id, postId));
  const place = sql`(${comments.createdAt}, ${comments.id})`;
  const subject = around && sql`(${around.at}::timestamptz, ${around.id}::uuid)`;
  const read = async (condition: SQL | undefined, isBefore: boolean) => {
    const ofPost = and(eq(comments.postId, postId), condition);
    const texts = await db
      .select(commentColumns)
      .from(comments)
      .where(ofPost)
      .orderBy(
        ...(isBefore ? [desc(comments.createdAt), desc(comments.id)] : [asc(comments.createdAt), asc(comments.id)]),
      )
      .limit(mostAround);
    const total = texts.length < mostAround ? texts.length : await db.$count(comments, ofPost);
    return { texts, more: total - texts.length };
  };
  const before = await read(subject && sql`${place} <= ${subject}`, true);
  const after = subject ? await read(sql`${place} > ${subject}`, false) : { texts: [], more: 0 };
  return {
    texts: [...(post ? [post] : []), ...before.texts.toReversed(), ...after.texts],
    more: { before: before.more, after: after.more },
  };
}

/** The newest texts of a person, oldest first. */
async function readTexts(db: NodePgDatabase, personId: string): Promise<Around[]> {
  const ofPerson = await db
    .select(postColumns)
    .from(posts)
    .where(eq(posts.userId, personId))
    .orderBy(desc(posts.createdAt))
    .limit(mostAround);
  const replies = await db
    .select(commentColumns)
    .from(comments)
    .where(eq(comments.userId, personId))
    .orderBy(desc(comments.createdAt))
    .limit(mostAround);
  return [...ofPerson, ...replies].toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
}

async function readAround(db: NodePgDatabase, { subjectKind, subjectId, personId }: CaseRow): Promise<Thread> {
  if (personId === null) return { texts: [], more: noMore };
  if (subjectKind === 'person') return { texts: await readTexts(db, personId), more: noMore };
  if (subjectKind === 'post') return readThread(db, subjectId, undefined);
  const [comment] = await db
    .select({ postId: comments.postId, at: comments.createdAt, id: comments.id })
    .from(comments)
    .where(eq(comments.id, subjectId));
  return comment ? readThread(db, comment.postId, comment) : { texts: [], more: noMore };
}

/** A case with everything that a decision needs. Throws 404 when there is none. */
export async function readCase(db: NodePgDatabase, id: string, nameOf: NameInCase): Promise<Case> {
  const [row] = await selectCases(db).where(eq(cases.id, id));
  if (!row) throw notFound('case');
  const { personId, subjectId, subjectKind } = row;
  const subject = await findSubject(db, subjectKind, subjectId);
  const [first] = await db
    .select({ content: snapshots.content })
    .from(snapshots)
    .where(eq(snapshots.caseId, id))
    .orderBy(asc(snapshots.at))
    .limit(1);
  const around = await readAround(db, row);
  const reasons = await db
    .select({ reason: reports.reason, count: sql<number>`count(*)::int` })
    .from(reports)
    .where(and(eq(reports.caseId, id), isNull(reports.mark)))
    .groupBy(reports.reason)
    .orderBy(sql`count(*) DESC`, reports.reason);
  const notes = await db
    .select({ at: reports.at, reason: reports.reason, note: reports.note, by: { id: staff.id, name: staff.name } })
    .from(reports)
    .leftJoin(staff, eq(staff.id, reports.staffId))
    .where(and(eq(reports.caseId, id), ne(reports.note, '')))
    .orderBy(desc(reports.at), desc(reports.id))
    .limit(mostListed);
  const isAboutIt =
    personId === null
      ? and(eq(cases.subjectKind, subjectKind), eq(cases.subjectId, subjectId))
      : eq(decisions.personId, personId);
  const decided = await selectDecisions(db)
    .where(isAboutIt)
    .orderBy(desc(decisions.at), desc(decisions.id))
    .limit(mostListed);
  const people = personId === null ? [] : [personId];
  const [held] = await listSanctions(db, people);
  const [person] = await db.select({ language: users.language }).from(users).where(inArray(users.id, people));
  const { rows: others } = await db.execute<{ n: number }>(sql`
    SELECT ((SELECT count(*) FROM posts WHERE user_id = ${personId} AND hidden_at IS NULL AND id <> ${subjectId})
      + (SELECT count(*) FROM comments WHERE user_id = ${personId} AND hidden_at IS NULL AND id <> ${subjectId}))::int AS n`);
  /** The words of an erased post or comment are gone; a deleted record is in the bin. */
  const isChanged = (content: string) => (subject ? content !== subject.content : isContent(subjectKind));
  return {
    ...summaryOf(row, nameOf),
    text:
      subject && subjectKind !== 'person'
        ? {
            content: subject.content,
            hasPicture: subject.imageUrl !== '',
            createdAt: subject.createdAt,
            hiddenAt: subject.hiddenAt,
            marks: subject.places,
            covered: subject.covered,
            seen: seenOf(subject.content),
          }
        : null,
    firstText: first && isChanged(first.content) ? first.content : '',
    thread: around.texts.map((text) => ({
      id: text.id,
      kind: text.kind,
      person: nameOf(id, text.personId),
      content: text.content,
      createdAt: text.createdAt,
      hiddenAt: text.hiddenAt,
      isSubject: text.id === subjectId,
      covered: text.covered,
    })),
    threadMore: around.more,
    reasons,
    notes,
    decisions: decided.map(decisionOf),
    standing: { sanction: held?.sanction ?? 'none', until: held?.until ?? null },
    // A language without texts is as good as none.
    language: Language.nullable()
      .catch(null)
      .parse(person?.language ?? null),
    otherTexts: others[0]?.n ?? 0,
    openedAt: row.openedAt,
  };
}
