import { type SQL, and, count, eq, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ladyDueApi } from '#contract/lady-due.ts';
import type { Input } from '#contract/route.ts';
import { cards, categories, sections } from '#server/lady-due/tables.ts';
import { perMode, stateNow } from '#server/lady-due/tree.ts';

const lines = (...texts: (AnyPgColumn | SQL)[]) => sql`concat_ws(E'\n', ${sql.join(texts, sql`, `)})`;

/** Extracts the words of a rich text, as `contract/rich-text-words.ts` does. */
const wordsOf = (html: AnyPgColumn) => {
  const steps: [pattern: string, by: string][] = [
    ['<img [^>]*?alt="([^"]*)"[^>]*>', ' [\\1] '],
    ['<[bh]r>|</(p|h\\d|li|pre)>', ' '],
    ['<[^>]*>', ''],
    ['&nbsp;', ' '],
    ['&lt;', '<'],
    ['&gt;', '>'],
    ['&quot;', '"'],
    ['&amp;', '&'],
    ['\\s+', ' '],
  ];
  return steps.reduce<SQL>((text, [pattern, by]) => sql`regexp_replace(${text}, ${pattern}, ${by}, 'g')`, sql`${html}`);
};

const citations = sql`(SELECT string_agg(one, E'\n') FROM jsonb_array_elements_text(${cards.citations}) AS one)`;

/**
 * Counts the cards of each mode that match a search, by their own texts or by the names of their section and category.
 */
export async function countFound(
  db: NodePgDatabase,
  { search, status, publish }: Input<typeof ladyDueApi.ladyDue.search>,
) {
  const wanted = sql`fold(${search.trim()})`;
  const has = (texts: SQL) => sql`strpos(fold(${texts}), ${wanted}) > 0`;
  const { title, description, content, richContent, imageAssetName } = cards;
  const rows = await db
    .select({ mode: categories.trackingMode, cards: count(cards.id) })
    .from(categories)
    .innerJoin(sections, eq(sections.categoryId, categories.id))
    .innerJoin(cards, eq(cards.sectionId, sections.id))
    .where(
      and(
        status && eq(cards.isActive, status === 'active'),
        // Saved words that the app neither shows nor will show.
        publish && (publish === 'unshown' ? eq(cards.hasChanges, true) : sql`${stateNow} = ${publish}`),
        or(
          has(lines(categories.name, categories.description)),
          has(lines(sections.title, sections.description)),
          has(lines(title, description, content, wordsOf(richContent), imageAssetName, citations)),
        ),
      ),
    )
    .groupBy(categories.trackingMode);
  return perMode(rows, ({ cards: found }) => found);
}
