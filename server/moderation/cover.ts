import { sql } from 'drizzle-orm';
import type { CoveredPlace } from '#contract/mark.ts';
import { lockTexts } from '#server/awa/hide.ts';
import type { Change } from '#server/history/change.ts';
import { Failure, invalid } from '#server/http/failure.ts';
import { findCase, lockCase, textOf } from '#server/moderation/decide.ts';
import { findSubject, seenOf } from '#server/moderation/reports.ts';

const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The errors of places that end outside the text, or in the middle of a character with its accents. */
function placeErrors(content: string, places: readonly CoveredPlace[]) {
  const edges = new Set([content.length, ...Array.from(characters.segment(content), ({ index }) => index)]);
  return places.flatMap(({ start, end }, at) =>
    edges.has(start) && edges.has(end)
      ? []
      : [{ path: `places.${at}`, message: 'A place must begin and end between two characters of the text' }],
  );
}

type Sent = { id: string; version: number; seen: string; places: CoveredPlace[] };

/** Covers the words at these places in the text of a case, and no others. The case keeps its state. */
export async function coverWords(change: Change, { id, version, seen, places }: Sent) {
  const { tx } = change;
  const { subjectKind, subjectId } = await findCase(tx, id);
  if (subjectKind !== 'post' && subjectKind !== 'comment')
    throw invalid([{ path: 'places', message: 'Only words of a post or a comment can be covered' }]);
  await lockTexts(tx, textOf({ subjectKind, subjectId }));
  const found = await lockCase(tx, id);
  const text = await findSubject(tx, subjectKind, subjectId);
  if (!text) throw new Failure(409, 'subject_gone', 'The text was erased. There is nothing to cover.');
  if (found.version !== version)
    throw new Failure(409, 'case_changed', 'A colleague has changed the case since you read it. Look at it again.');
  if (seenOf(text.content) !== seen)
    throw new Failure(
      409,
      'text_changed',
      'The text has changed since you read it. Read it again before you cover words.',
    );
  const errors = placeErrors(text.content, places);
  if (errors.length > 0) throw invalid(errors);
  const table = subjectKind === 'post' ? sql`posts` : sql`comments`;
  await tx.execute(sql`UPDATE ${table} SET covered = ${JSON.stringify(places)}::jsonb WHERE id = ${subjectId}`);
  await tx.execute(sql`UPDATE cases SET version = version + 1 WHERE id = ${id}`);
  const action = places.length > 0 ? 'cover' : 'uncover';
  change.about({ area: 'moderation', kind: 'case', action, entityId: id });
}
