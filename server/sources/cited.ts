import { type SQL, sql } from 'drizzle-orm';
import type { ReviewedKind } from '#contract/approval-lists.ts';
import { activities, insights, phaseDescriptions, phases, pregnancyWeeks } from '#server/cycle/tables.ts';
import { cards } from '#server/lady-due/tables.ts';
import { editions } from '#server/records/tables.ts';

/** The table of each kind whose texts cite sources. */
const citingTables = {
  card: cards,
  phase: phases,
  activity: activities,
  insight: insights,
  'phase-description': phaseDescriptions,
  'pregnancy-week': pregnancyWeeks,
} as const satisfies Record<ReviewedKind, unknown>;

export type Cited = { kind: ReviewedKind; id: string; citation: string };

/**
 * Each citation of each text once: of the saved words, and of the editions that the app shows or will show. A text is not
 * listed twice for a citation.
 */
export const citedRows: SQL = sql.join(
  Object.entries(citingTables).map(
    ([kind, table]) => sql`
      SELECT ${sql.raw(`'${kind}'`)} AS kind, ${table.id} AS id, jsonb_array_elements_text(${table.citations}) AS citation FROM ${table}
      UNION
      SELECT ${sql.raw(`'${kind}'`)}, ${table.id}, jsonb_array_elements_text(${editions.words} -> 'citations')
      FROM ${table} JOIN ${editions} ON ${editions.id} = ${table.next}
        OR ${editions.id} = ${table.shown} AND (${table.nextFrom} IS NULL OR ${table.nextFrom} > now())`,
  ),
  sql` UNION ALL `,
);
