import { failures } from '#contract/errors.ts';
import { type TrackingMode, maxImportBytes } from '#contract/lady-due.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { fileSize } from '#web/lib/numbers.ts';

/** A file that may be imported. The server's checks come later. */
export type ReadFile = { name: string; size: number; content: unknown; trackingMode: TrackingMode };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Reads a chosen file, or returns why it cannot be imported. */
export async function readImport(file: File): Promise<ReadFile | ShownFailure> {
  const { name, size } = file;
  if (size > maxImportBytes) {
    const detail = `${name} is ${fileSize(size)}. A file can be ${fileSize(maxImportBytes)} at most. Nothing was sent.`;
    return { message: failures.content.import, detail };
  }
  const refused = (detail: string) => ({ message: failures.content.importFormat, detail: `${name} ${detail}` });
  let content: unknown;
  try {
    content = JSON.parse(await file.text());
  } catch {
    return refused('is not JSON. Choose a file that was exported from Lady Due.');
  }
  if (!isObject(content) || !Array.isArray(content.categories) || !('trackingMode' in content)) {
    return refused('has no categories or no tracking mode. Choose a file that was exported from Lady Due.');
  }
  const { trackingMode } = content;
  if (typeof trackingMode !== 'string' || !Object.hasOwn(trackingModes, trackingMode)) {
    return refused(`is for “${String(trackingMode)}”, which is not a tracking mode.`);
  }
  return { name, size, content, trackingMode: trackingMode as TrackingMode };
}

/** The names along a path in a file, from the top down: `Your cycle / Basics / What a period is`. */
export function namesAt(content: unknown, path: string) {
  const names: string[] = [];
  let at = content;
  for (const part of path.split('.')) {
    at = isObject(at) ? at[part] : undefined;
    const name = isObject(at) ? (at.name ?? at.title) : undefined;
    if (typeof name === 'string' && name) names.push(name);
  }
  return names.join(' / ');
}
