import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/** A term folded like the searched words and escaped for LIKE: `%`, `_` and `\` are plain characters. */
const escaped = (term: string) => sql`regexp_replace(fold(${term}), '([\\\\%_])', '\\\\\\1', 'g')`;

type Words = SQL | AnyColumn;

/** The condition that folded words, each after a space, begin with a term. */
export const beginsWith = (words: Words, term: string) => sql`${words} LIKE ' ' || ${escaped(term)} || '%'`;

/** The condition that one of the words begins with a term. */
export const hasWordWith = (words: Words, term: string) => sql`${words} LIKE '% ' || ${escaped(term)} || '%'`;

/**
 * The condition that folded words, each after a space, match a term. With an index of trigrams, three or more characters
 * match anywhere, fewer match the beginning of a word. A term of diacritics alone matches nothing.
 */
export const hasTerm = (words: Words, term: string) => sql`fold(${term}) <> '' AND ${words} LIKE
  CASE WHEN char_length(fold(${term})) < 3 THEN '% ' ELSE '%' END || ${escaped(term)} || '%'`;
