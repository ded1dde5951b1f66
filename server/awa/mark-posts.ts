import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { MarkedPlace } from '#contract/mark.ts';
import { inPlace, markRules, marksOf, namesIn, placesIn } from '#contract/marks.ts';
import { posts } from '#server/users/tables.ts';

/** Posts that are looked at in one transaction. */
const batchSize = 200;

type Unmarked = { id: string; user_id: string; content: string };

/** The places in these posts where the name of an account stands, other than their author's, by the id of the post. */
async function findNames(tx: NodePgDatabase, unmarked: readonly Unmarked[]) {
  const possible = unmarked.flatMap(({ id, user_id: author, content }) =>
    namesIn(content).map(({ name, start, end }) => ({ id, author, name, start, end })),
  );
  const found = new Map<string, MarkedPlace[]>();
  if (possible.length === 0) return found;
  // Of two words, either may be the family name.
  const { rows } = await tx.execute<{ at: number }>(sql`
    SELECT possible.at::int - 1 AS at
    FROM jsonb_to_recordset(${JSON.stringify(possible.map(({ author, name }, at) => ({ at: at + 1, author, name })))}::jsonb)
      AS possible (at integer, author uuid, name text)
    CROSS JOIN LATERAL (SELECT fold(possible.name) AS name) AS folded
    WHERE EXISTS (SELECT FROM users WHERE sort_name = ANY (ARRAY[
        folded.name, regexp_replace(folded.name, '^(\\S+)\\s(\\S+)$', '\\2 \\1')]) AND id <> possible.author)`);
  for (const { at } of rows) {
    const one = possible[at];
    if (!one) continue;
    const place: MarkedPlace = { mark: 'name', start: one.start, end: one.end };
    found.set(one.id, [...(found.get(one.id) ?? []), place]);
  }
  return found;
}

/**
 * Looks at posts that were written or changed, or marked by older rules: at these, or at any, a batch of them. Posts that another
 * process is marking are passed over. Returns how many were marked.
 */
export function markPosts(db: NodePgDatabase, ids?: readonly string[]): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows: unmarked } = await tx.execute<Unmarked>(sql`
      SELECT id, user_id, content FROM ${posts}
      WHERE rules < ${markRules} ${ids === undefined ? sql`` : sql`AND id = ANY (${sql.param(ids)}::uuid[])`}
      LIMIT ${batchSize} FOR NO KEY UPDATE SKIP LOCKED`);
    if (unmarked.length === 0) return 0;
    const names = await findNames(tx, unmarked);
    const marked = unmarked.map(({ id, content }) => {
      const places = inPlace([...placesIn(content), ...(names.get(id) ?? [])]);
      return { id, marks: marksOf(places), places };
    });
    await tx.execute(sql`
      UPDATE ${posts} SET rules = ${markRules}, places = found.places,
        marks = ARRAY(SELECT jsonb_array_elements_text(found.marks))
      FROM jsonb_to_recordset(${JSON.stringify(marked)}::jsonb) AS found (id uuid, marks jsonb, places jsonb)
      WHERE ${posts.id} = found.id`);
    return unmarked.length;
  });
}

/** Marks all posts that wait for it, batch by batch. */
export async function markAllPosts(db: NodePgDatabase): Promise<void> {
  let marked: number;
  do marked = await markPosts(db);
  while (marked > 0);
}
