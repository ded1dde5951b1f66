import { and, desc, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { unionAll } from 'drizzle-orm/pg-core';
import { type Cursor, pageOf } from '#server/http/cursor.ts';
import { notFound } from '#server/http/failure.ts';
import { cases } from '#server/moderation/tables.ts';
import { comments, posts } from '#server/users/tables.ts';

type Kind = 'post' | 'comment';

/** The newest texts of one kind after a cursor, by the index of their author. */
function selectTexts(
  db: NodePgDatabase,
  kind: Kind,
  { personId, cursor, count }: { personId: string; cursor: Cursor | undefined; count: number },
) {
  const table = kind === 'post' ? posts : comments;
  return db
    .select({
      at: table.createdAt,
      id: table.id,
      kind: sql<Kind>`${sql.raw(`'${kind}'`)}`.as('kind'),
      content: table.content,
      hiddenAt: table.hiddenAt,
      marks: table.places,
      covered: table.covered,
    })
    .from(table)
    .where(
      and(
        eq(table.userId, personId),
        cursor && sql`(${table.createdAt}, ${table.id}) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`,
      ),
    )
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(count);
}

/** A page of all posts and comments of the person of a case, newest first. Throws 404 when there is no such case, or it is about content. */
export async function listTextsOfPerson(
  db: NodePgDatabase,
  { id, cursor, limit }: { id: string; cursor: Cursor | undefined; limit: number },
) {
  const [found] = await db
    .select({ personId: cases.personId, subjectId: cases.subjectId })
    .from(cases)
    .where(eq(cases.id, id));
  if (!found) throw notFound('case');
  const { personId, subjectId } = found;
  if (personId === null) throw notFound('person');
  const asked = { personId, cursor, count: limit + 1 };
  const rows = await unionAll(selectTexts(db, 'post', asked), selectTexts(db, 'comment', asked))
    .orderBy(sql`created_at DESC, id DESC`)
    .limit(limit + 1);
  const { page, nextCursor } = pageOf(rows, limit);
  const countOf = (table: typeof posts | typeof comments) => db.$count(table, eq(table.userId, personId));
  return {
    texts: page.map(({ id: textId, kind, content, at, hiddenAt, marks, covered }) => ({
      id: textId,
      kind,
      content,
      createdAt: at,
      hiddenAt,
      isSubject: textId === subjectId,
      marks,
      covered,
    })),
    pagination: { nextCursor, total: (await countOf(posts)) + (await countOf(comments)) },
  };
}
