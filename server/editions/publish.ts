import { isDeepStrictEqual } from 'node:util';
import { getTableColumns, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { kinds } from '#contract/kinds.ts';
import type { Action } from '#contract/history.ts';
import type { Change } from '#server/history/change.ts';
import { Failure, invalid } from '#server/http/failure.ts';
import type { Snapshot } from '#server/log/tables.ts';
import { lockAsSeen, lockEntities } from '#server/records/conflicts.ts';
import { nothingChanged } from '#server/records/failures.ts';
import type { EntityKind } from '#server/records/kind.ts';
import { type Writer, addEditions, isDraft, ruleOf, unpinned, wordsOf } from '#server/records/pins.ts';
import { updateRow } from '#server/records/rows.ts';
import { checkedChanges, lockImagesOf } from '#server/records/rules.ts';
import { editions } from '#server/records/tables.ts';

type Fields = Record<string, unknown>;

const unchanged = (message: string) => new Failure(409, 'unchanged', `${message} ${nothingChanged}`);

/** The words of an edition, by the names of their fields. */
export function fieldsOf({ table }: EntityKind, words: Fields): Fields {
  const names = Object.entries(getTableColumns(table)).map(([name, column]) => [column.name, name] as const);
  return Object.fromEntries(names.flatMap(([column, name]) => (column in words ? [[name, words[column]]] : [])));
}

/** The edition that the app shows of a row at a time; null when it shows the row itself. */
export const shownAt = ({ shown, next, nextFrom }: Fields, now: string) =>
  (next !== null && String(nextFrom) <= now ? next : shown) as string | null;

/** The words that the app shows of a row at a time, by the names of their columns. */
async function shownWords(tx: NodePgDatabase, entity: EntityKind, row: Snapshot, now: string): Promise<Fields> {
  const id = shownAt(row, now);
  if (id === null) return wordsOf(entity, row);
  const { rows } = await tx.execute<{ words: Fields }>(sql`SELECT words FROM ${editions} WHERE id = ${id}::uuid`);
  return rows[0]?.words ?? {};
}

async function store(change: Change, entity: EntityKind, stored: Snapshot, action: Action, fields: Fields) {
  const row = await updateRow(entity, change, { stored, fields });
  change.recordRevision(entity, stored, row);
  change.setSubject(entity, action, row);
  return row;
}

/** A new edition of a row as it will be written. */
async function editionOf(writer: Writer, entity: EntityKind, row: Fields, version: number, showFrom: string) {
  const [id = ''] = await addEditions(writer, entity, [{ row, version, showFrom }]);
  return id;
}

type Asked = { showFrom?: string | null | undefined; words?: Fields | undefined };

/** Publishes the words of a locked row, now or from a time on. Returns undefined when the app shows them already. */
async function publishRow(change: Change, entity: EntityKind, stored: Snapshot, { showFrom, words = {} }: Asked) {
  const { rule, now } = await ruleOf(change, entity);
  const changed = Object.entries(words).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, stored[name]),
  );
  const own = checkedChanges(entity, stored, Object.fromEntries(changed));
  await lockImagesOf(change, entity, [own]);
  const after: Fields = { ...stored, ...own };
  const isAsShown = isDeepStrictEqual(await shownWords(change.tx, entity, stored, now), wordsOf(entity, after));
  const version = stored.version + 1;
  if (showFrom) {
    if (showFrom <= now) throw invalid([{ path: 'showFrom', message: 'Choose a time in the future' }]);
    if (isAsShown) return undefined;
    // Words that the app shows as they are saved are those of the stored row.
    const shown = shownAt(stored, now) ?? (await editionOf(change, entity, stored, stored.version, stored.updatedAt));
    const next = await editionOf(change, entity, after, version, showFrom);
    return store(change, entity, stored, 'schedule-changes', { ...own, shown, next, nextFrom: showFrom });
  }
  const isWaiting = stored.next !== null && String(stored.nextFrom) > now;
  if (isAsShown && !isWaiting) return undefined;
  const pins =
    rule === 'direct' ? unpinned : { ...unpinned, shown: await editionOf(change, entity, after, version, now) };
  return store(change, entity, stored, 'publish-changes', { ...own, ...pins });
}

/**
 * Shows the saved words of a record in the app, with `words` saved before: at once, or from `showFrom` on. Throws 404,
 * 412 when its version is no longer that of `If-Match`, 409 for a draft and when the app shows these words already, and
 * 422 for a time in the past or words that break the rules.
 */
export async function publish(change: Change, entity: EntityKind, id: string, asked: Asked): Promise<Snapshot> {
  const stored = await lockAsSeen(change, entity, id);
  const { one } = kinds[entity.kind];
  if (isDraft(entity, stored)) {
    throw new Failure(409, 'is_draft', `This ${one} is a draft: publish the ${one} itself. ${nothingChanged}`);
  }
  const row = await publishRow(change, entity, stored, asked);
  if (!row) throw unchanged('The app shows these words already.');
  return row;
}

/** Publishes the saved words of several records now. Drafts and shown words are left as they are. Throws 404. */
export async function publishMany(change: Change, entity: EntityKind, ids: readonly string[]): Promise<number> {
  let count = 0;
  for (const stored of await lockEntities(change, entity, ids)) {
    if (!isDraft(entity, stored) && (await publishRow(change, entity, stored, {}))) count += 1;
  }
  return count;
}

/** Cancels the scheduled words of a record; its saved words stay. Throws 404, 409 when none are scheduled, and 412. */
export async function cancelNext(change: Change, entity: EntityKind, id: string): Promise<Snapshot> {
  const stored = await lockAsSeen(change, entity, id);
  const { now } = await ruleOf(change, entity);
  if (stored.next === null || String(stored.nextFrom) <= now) throw unchanged('No other words are scheduled.');
  const { shown } = stored;
  return store(change, entity, stored, 'cancel-changes', { shown, next: null, nextFrom: null });
}

/** Replaces the saved words of a record by those that the app shows. Throws 404, 409 when they are the same, and 412. */
export async function backToShown(change: Change, entity: EntityKind, id: string): Promise<Snapshot> {
  const stored = await lockAsSeen(change, entity, id);
  const { now } = await ruleOf(change, entity);
  const words = fieldsOf(entity, await shownWords(change.tx, entity, stored, now));
  const changed = Object.entries(words).filter(([name, value]) => !isDeepStrictEqual(value, stored[name]));
  if (changed.length === 0) throw unchanged('These are the words that the app shows.');
  const back = checkedChanges(entity, stored, Object.fromEntries(changed));
  await lockImagesOf(change, entity, [back]);
  return store(change, entity, stored, 'back-to-shown', back);
}
