import { z } from 'zod';

/** The maximum number of names per kind in the response of an import. */
export const maxImportNames = 100;

/** Some records that an import changes: their number, and the first of their names. */
export const Named = z.object({ count: z.int(), names: z.array(z.string()) });
export type Named = z.infer<typeof Named>;

const outcomes = { create: 'added', update: 'changed', remove: 'deleted' } as const;

/** The changes of an import, by the list of each kind. An import that never deletes has no `remove`. */
export type ReportOf<List extends string> = Record<'create' | 'update' | 'unchanged', Record<List, Named>> & {
  remove?: Record<List, Named>;
};

/**
 * The result of an import for the first of these lists that it changed: its name, the number of records, and in words
 * `1 added, 2 changed, 1 deleted`; undefined when it changed none.
 */
export function importInWords<List extends string>(report: ReportOf<List>, lists: readonly List[]) {
  for (const list of lists) {
    const counts = Object.entries(outcomes).map(([outcome, word]) => ({
      count: report[outcome as keyof typeof outcomes]?.[list].count ?? 0,
      word,
    }));
    const count = counts.reduce((sum, one) => sum + one.count, 0);
    const words = counts.filter((one) => one.count > 0).map((one) => `${one.count.toLocaleString('en')} ${one.word}`);
    if (count > 0) return { list, count, words: words.join(', ') };
  }
  return undefined;
}
