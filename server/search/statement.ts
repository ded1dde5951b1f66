import { type SQL, getTableColumns, sql } from 'drizzle-orm';
import { Id } from '#contract/common.ts';
import { type SearchedKind, maxFound } from '#contract/search.ts';
import { staff } from '#server/auth/tables.ts';
import { beginsWith, hasTerm, hasWordWith } from '#server/database/folded.ts';
import type { History } from '#server/history/history.ts';
import { cases } from '#server/moderation/tables.ts';
import type { EntityKind } from '#server/records/kind.ts';
import { labelColumns } from '#server/records/labels.ts';
import { searchWords } from '#server/search/tables.ts';
import { posts } from '#server/users/tables.ts';

const literal = (word: string) => sql.raw(`'${word}'`);

/** The columns of the labels of a record and of its parents, the topmost first, as an array. */
function labelled(history: History, entity: EntityKind): SQL {
  const line = [entity];
  let joined = sql`${entity.table}`;
  for (let child = entity; child.parent;) {
    const parent = history.kindOf(child.parent.kind);
    joined = sql`${joined} JOIN ${parent.table} ON ${parent.table.id} = ${getTableColumns(child.table)[child.parent.column]}`;
    line.unshift(parent);
    child = parent;
  }
  const labels = line.map((one) => labelColumns(one));
  return sql`(SELECT jsonb_build_array(${sql.join(labels, sql`, `)}) FROM ${joined} WHERE ${entity.table.id} = found.id)`;
}

/** The words of a term, each once. */
const wordsOf = (term: string) => [...new Set(term.split(/\s+/u))];

/** The condition that a record has a term: its id, or each of its words. */
const matches = (term: string) =>
  Id.safeParse(term).success
    ? sql`${searchWords.id} = ${term}::uuid`
    : sql.join(
        wordsOf(term).map((word) => hasTerm(searchWords.words, word)),
        sql` AND `,
      );

/**
 * The statement that finds records of these kinds by a term, as rows of `kind, id, label`, one more than `maxFound` of a
 * kind when there are more. The label is an array of columns, or `{ name, email }` of an account.
 */
export function searchStatement(history: History, term: string, kinds: readonly SearchedKind[]): SQL {
  const { words } = searchWords;
  const rank = sql`CASE WHEN ${beginsWith(words, term)} THEN 0 WHEN ${hasWordWith(words, term)} THEN 1 ELSE 2 END`;
  const labels = history.kinds.map((entity) => sql`WHEN ${literal(entity.kind)} THEN ${labelled(history, entity)}`);
  return sql`SELECT kind, id, CASE kind ${sql.join(labels, sql` `)}
      WHEN 'account' THEN (SELECT jsonb_build_object('name', name, 'email', email) FROM ${staff} WHERE ${staff.id} = found.id)
    END AS label
    FROM (
      SELECT kind, id, row_number() OVER (PARTITION BY kind ORDER BY ${rank}, words COLLATE "C", id) AS place
      FROM ${searchWords} WHERE kind = ANY(${sql.param(kinds)}::text[]) AND ${matches(term)}
    ) AS found WHERE place <= ${sql.raw(String(maxFound + 1))} ORDER BY kind, place`;
}

/** The statement that finds a post or a case by its id, as rows of `kind, id, label` without a label. */
export const byIdStatement = (id: string, kinds: readonly SearchedKind[]): SQL => sql`
  SELECT kind, id, NULL::jsonb AS label FROM (
    SELECT 'post' AS kind, ${posts.id} FROM ${posts} UNION ALL SELECT 'case', ${cases.id} FROM ${cases}
  ) AS found WHERE id = ${id}::uuid AND kind = ANY(${sql.param(kinds)}::text[])`;
