import { z } from 'zod';
import { type CategoryTree, TrackingMode } from '#contract/lady-due.ts';

/** The version of the files that are exported, and the one that is imported. */
const fileVersion = '1.0';

/** The most categories, sections and cards together that one file can hold. */
export const maxInFile = 10_000;

/** The content of a mode as a file. `exportedAt` is ISO 8601. */
export const exportOf = (trackingMode: TrackingMode, categories: CategoryTree[], exportedAt: string) => ({
  version: fileVersion,
  exportedAt,
  trackingMode,
  categories,
});

/** `lady-due-content-TRACK_PERIOD-2026-11-21.json` */
export const exportName = (trackingMode: TrackingMode, exportedAt: string) =>
  `lady-due-content-${trackingMode}-${exportedAt.slice(0, 10)}.json`;

/** What the file itself must be. Its categories are checked one by one. */
export const ImportFile = z.strictObject({
  version: z.literal(fileVersion, { error: `Only version ${fileVersion} can be imported` }).optional(),
  exportedAt: z.string().optional(),
  trackingMode: TrackingMode,
  categories: z.array(z.unknown(), { error: 'There must be a list of categories' }),
});
