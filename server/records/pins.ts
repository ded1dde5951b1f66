import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { uuidv7 } from 'uuidv7';
import type { PublishRule } from '#contract/editions.ts';
import { columnValues } from '#server/database/driver/statements.ts';
import { isoOf } from '#server/database/columns.ts';
import type { Snapshot } from '#server/log/tables.ts';
import type { EntityKind } from '#server/records/kind.ts';
import { editions, publishRules } from '#server/records/tables.ts';

type Fields = Record<string, unknown>;

/** The transaction and the account that write. */
export type Writer = { tx: NodePgDatabase; staff: { id: string } };

/** A row that is about to be written: as it is stored, unless it is new, and its new values. */
export type Written = { stored?: Snapshot | undefined; fields: Fields };

/** The edition state of a row whose words the app shows as they are saved. */
export const unpinned = { shown: null, next: null, nextFrom: null, hasChanges: false };

/** The frozen fields of a row, by the names of their columns. */
export function wordsOf({ table, editions: own }: EntityKind, row: Fields): Fields {
  const words = (own?.frozen ?? []).map((name) => {
    if (row[name] === undefined) throw new Error(`An edition without ${name}`);
    return [name, row[name]] as const;
  });
  return columnValues(table, Object.fromEntries(words));
}

/** Whether a row is a draft, which the app never shows and which has no edition. */
export const isDraft = ({ editions: own }: EntityKind, row: Fields) =>
  own?.status !== undefined && row[own.status] === 'draft';

type NewEdition = { row: Fields; version: number; showFrom: string };

/** Adds editions of these rows. Returns their ids, in the same order. */
export async function addEditions({ tx, staff }: Writer, entity: EntityKind, rows: readonly NewEdition[]) {
  const added = rows.map(({ row, version, showFrom }) => ({
    id: uuidv7(),
    entity_id: row.id,
    version,
    words: wordsOf(entity, row),
    show_from: showFrom,
  }));
  await tx.execute(sql`
    INSERT INTO ${editions} (id, kind, entity_id, version, words, hash, show_from, created_by)
    SELECT id, ${entity.kind}, entity_id, version, words, sha256(convert_to(words::text, 'UTF8')), show_from, ${staff.id}::uuid
    FROM jsonb_to_recordset(${JSON.stringify(added)}::jsonb)
      AS one (id uuid, entity_id uuid, version integer, words jsonb, show_from timestamptz)`);
  return added.map(({ id }) => id);
}

/**
 * The rule of the area of a kind, which no other transaction changes before this one ends, and the database's time. The
 * statement locks the table of the kind first, as `switchRule` does: otherwise a switch and a new record could each wait
 * for the other.
 */
export async function ruleOf({ tx }: Writer, { area, table }: EntityKind): Promise<{ rule: PublishRule; now: string }> {
  const { rows } = await tx.execute<{ rule: PublishRule; now: string }>(sql`
    WITH locked AS (SELECT FROM ${table} WHERE false FOR UPDATE)
    SELECT rule, date_trunc('milliseconds', now()) AS now FROM ${publishRules} WHERE area = ${area} FOR SHARE`);
  const [found] = rows;
  if (!found) throw new Error(`The area ${area} has no rule for publishing`);
  return { rule: found.rule, now: isoOf(found.now) };
}

/** The words of these editions, by their ids. */
export async function storedWords(tx: NodePgDatabase, ids: readonly unknown[]) {
  if (ids.length === 0) return new Map<string, Fields>();
  const { rows } = await tx.execute<{ id: string; words: Fields }>(
    sql`SELECT id, words FROM ${editions} WHERE id = ANY (${sql.param(ids)}::uuid[])`,
  );
  return new Map(rows.map(({ id, words }) => [id, words]));
}

/**
 * The changes of a locked row, with new scheduled words at the time of the present ones; unchanged when none are
 * scheduled, or when no word changes.
 */
export async function alsoScheduled(writer: Writer, entity: EntityKind, stored: Snapshot, changes: Fields) {
  if (!entity.editions?.frozen.some((name) => name in changes) || stored.next === null) return changes;
  const { now } = await ruleOf(writer, entity);
  const showFrom = String(stored.nextFrom);
  if (showFrom <= now) return changes;
  const row = { ...stored, ...changes };
  const [next] = await addEditions(writer, entity, [{ row, version: stored.version + 1, showFrom }]);
  return { ...changes, next };
}

/**
 * The values to write for each of these rows, with the edition state that follows from them:
 * - a draft has no edition;
 * - in a `reviewed` area, every other row has one, of its words when it first leaves the drafts;
 * - in a `direct` area, a row whose words are those of the app loses its edition with the next change of its words.
 */
export async function pinned(writer: Writer, entity: EntityKind, rows: readonly Written[]): Promise<Fields[]> {
  const own = entity.editions;
  if (!own) return rows.map(({ fields }) => fields);
  const all = rows.map(({ stored, fields }) => {
    const after: Fields = { ...unpinned, ...stored, ...fields };
    const isPinnedNow = after.shown !== null;
    const isNew = !stored || isDraft(entity, stored) || 'shown' in fields;
    const isTouched = isPinnedNow && ['shown', 'next', ...own.frozen].some((name) => name in fields);
    return { stored, fields, after, needsRule: !isDraft(entity, after) && (isTouched || (!isPinnedNow && isNew)) };
  });
  const newestOf = ({ next, shown }: Fields) => next ?? shown;
  const asked = all.filter(({ needsRule }) => needsRule);
  if (asked.length === 0)
    return all.map(({ fields, after }) =>
      isDraft(entity, after) && after.shown ? Object.assign({}, fields, unpinned) : fields,
    );
  const { rule, now } = await ruleOf(writer, entity);
  const words = await storedWords(writer.tx, asked.map(({ after }) => newestOf(after)).filter(Boolean));
  const isDue = ({ next, nextFrom }: Fields) => next === null || String(nextFrom) <= now;
  const missing = rule === 'reviewed' ? asked.filter(({ after }) => after.shown === null) : [];
  const made = new Map<object, string>();
  if (missing.length > 0) {
    const added = await addEditions(
      writer,
      entity,
      missing.map(({ stored, after }) => {
        const version = stored ? stored.version + 1 : Number(after.version ?? 1);
        return { row: after, version, showFrom: now };
      }),
    );
    for (const [index, one] of missing.entries()) made.set(one, added[index] ?? '');
  }
  /** The columns that follow for one row. */
  const followOf = (one: (typeof all)[number]) => {
    const { stored, fields, after, needsRule } = one;
    if (isDraft(entity, after)) return after.shown ? unpinned : {};
    if (!needsRule) return {};
    const edition = made.get(one);
    if (edition !== undefined) return { ...unpinned, shown: edition };
    if (after.shown === null) return {};
    const hasChanges = !isDeepStrictEqual(words.get(String(newestOf(after))), wordsOf(entity, after));
    const wasShown = stored !== undefined && stored.shown !== null && !stored.hasChanges && isDue(stored);
    const isShown = isDue(after) && !hasChanges;
    const follows = isShown || (wasShown && !('shown' in fields));
    return rule === 'direct' && follows ? unpinned : { hasChanges };
  };
  return all.map((one) => Object.assign({}, one.fields, followOf(one)));
}
