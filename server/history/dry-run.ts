import type { Change } from '#server/history/change.ts';
import type { History } from '#server/history/history.ts';
import type { Context } from '#server/http/context.ts';

/** Makes a staff change and returns its report. A dry run is the same change, which is rolled back. */
export async function changeOrTry<Report>(
  history: History,
  context: Context,
  dryRun: boolean,
  work: (change: Change) => Promise<Report>,
): Promise<Report> {
  const dry = new Error('A dry run');
  let tried: { report: Report } | undefined;
  const attempt = async (change: Change) => {
    const report = await work(change);
    if (!dryRun) return report;
    tried = { report };
    throw dry;
  };
  return history.change(context, attempt).catch((error: unknown) => {
    if (error === dry && tried) return tried.report;
    throw error;
  });
}
