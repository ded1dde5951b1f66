import { z } from 'zod';
import { TrackingMode, fileVersion } from '#contract/lady-due.ts';

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

/** The lists of an import, from the deepest up. */
export const importLists = ['cards', 'sections', 'categories'] as const;
