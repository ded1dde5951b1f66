import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { SearchedKind } from '#contract/search.ts';

/** The folded words by which each record is found, kept by the triggers of `keep_search_words`. */
export const searchWords = pgTable(
  'search_words',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<SearchedKind>().notNull(),
    /** With a space before it, so that each word begins after one. */
    words: text('words').notNull(),
  },
  (table) => [index('search_words_words').using('gin', table.words.op('gin_trgm_ops'))],
);
