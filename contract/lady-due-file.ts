import { z } from 'zod';
import { type ImportReport, TrackingMode, fileVersion } from '#contract/lady-due.ts';

/** The maximum number of categories, sections and cards together in one file. */
export const maxInFile = 10_000;

/** `lady-due-content-TRACK_PERIOD-2026-11-21.json` */
export const exportName = (trackingMode: TrackingMode, exportedAt: string) =>
  `lady-due-content-${trackingMode}-${exportedAt.slice(0, 10)}.json`;

/** The rules for the file itself. Its categories are checked one by one. */
export const ImportFile = z.strictObject({
  version: z.literal(fileVersion, { error: `Only version ${fileVersion} can be imported` }).optional(),
  exportedAt: z.string().optional(),
  trackingMode: TrackingMode,
  categories: z.array(z.unknown(), { error: 'There must be a list of categories' }),
});

const outcomes = { create: 'added', update: 'changed', remove: 'deleted' } as const;

/**
 * The result of an import for the deepest kind that it changed: the name of its list, the number of records, and in
 * words `1 added, 2 changed, 1 deleted`; undefined when it changed none.
 */
export function importInWords(report: ImportReport) {
  for (const list of ['cards', 'sections', 'categories'] as const) {
    const counts = Object.entries(outcomes).map(([outcome, word]) => ({
      count: report[outcome as keyof typeof outcomes][list].count,
      word,
    }));
    const count = counts.reduce((sum, one) => sum + one.count, 0);
    const words = counts.filter((one) => one.count > 0).map((one) => `${one.count.toLocaleString('en')} ${one.word}`);
    if (count > 0) return { list, count, words: words.join(', ') };
  }
  return undefined;
}
