import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { gates as gateNames } from '#contract/approval-lists.ts';
import { type EditedArea, type PublishState, publishRules as ruleNames } from '#contract/editions.ts';
import type { Change } from '#server/history/change.ts';
import { Failure, invalid } from '#server/http/failure.ts';
import { shortenLabel } from '#server/log/label.ts';
import type { EntityKind } from '#server/records/kind.ts';
import { columnOf } from '#server/records/kind.ts';
import { unapprovedToCome } from '#server/records/approved.ts';
import { nothingChanged } from '#server/records/failures.ts';
import { findRows } from '#server/records/rows.ts';
import { editions, publishRules } from '#server/records/tables.ts';

/** The kinds with editions in an area. */
const kindsOf = (all: readonly EntityKind[], area: EditedArea) =>
  all.filter((entity) => entity.area === area && entity.editions !== undefined);

/** The condition for a record whose saved words the app neither shows nor will show. */
const hasChanges = (entity: EntityKind) => eq(columnOf(entity, 'hasChanges'), true);

async function countWaiting(db: NodePgDatabase, all: readonly EntityKind[], area: EditedArea) {
  let waiting = 0;
  for (const entity of kindsOf(all, area)) waiting += await db.$count(entity.table, hasChanges(entity));
  return waiting;
}

/** The rule of an area, with the number of records whose saved words the app does not show. */
export async function readRule(db: NodePgDatabase, all: readonly EntityKind[], area: EditedArea) {
  const [stored] = await db.select().from(publishRules).where(eq(publishRules.area, area));
  if (!stored) throw new Error(`The area ${area} has no rule for publishing`);
  const { rule, gate, dueMonths } = stored;
  return { rule, gate, dueMonths, waiting: await countWaiting(db, all, area) };
}

/** Freezes the words of each record that is not a draft, as the app shows them. */
async function freeze({ tx, staff }: Change, entity: EntityKind) {
  const { table, kind, editions: own } = entity;
  const columns = getTableColumns(table);
  const words = (own?.frozen ?? []).map((name) => sql`${columns[name]?.name ?? name}::text, ${columnOf(entity, name)}`);
  const shown = columnOf(entity, 'shown');
  const status = own?.status === undefined ? undefined : ne(columnOf(entity, own.status), 'draft');
  await tx.execute(sql`
    WITH made AS (
      INSERT INTO ${editions} (id, kind, entity_id, version, words, hash, show_from, created_by)
      SELECT gen_random_uuid(), ${kind}, id, version, words, sha256(convert_to(words::text, 'UTF8')), updated_at, ${staff.id}::uuid
      FROM (SELECT ${table.id}, ${table.version}, ${table.updatedAt}, jsonb_build_object(${sql.join(words, sql`, `)}) AS words
        FROM ${table} WHERE ${and(sql`${shown} IS NULL`, status)}) AS one
      RETURNING id, entity_id
    )
    UPDATE ${table} SET ${sql.identifier(shown.name)} = made.id FROM made WHERE ${table.id} = made.entity_id`);
}

/** The maximum number of records that a refusal names. */
const maxNamed = 3;

/** Records of one kind that keep an area from a switch, by their ids. */
type Kept = { entity: EntityKind; ids: readonly string[] };

/** A refusal with the ids of these records and the names of the first: `2 records …: “Rest” and “Sleep”.` */
async function keptBy(
  tx: NodePgDatabase,
  kept: readonly Kept[],
  { code, said, way }: { code: string; said: (count: number) => string; way: string },
) {
  const all = kept.flatMap(({ ids }) => ids);
  const named: string[] = [];
  for (const { entity, ids } of kept) {
    const rows = await findRows(entity, tx, ids.slice(0, maxNamed - named.length));
    named.push(...rows.map((row) => `“${shortenLabel(entity.label(row), 60)}”`));
  }
  const rest = all.length > named.length ? [`${all.length - named.length} more`] : [];
  const names = new Intl.ListFormat('en').format([...named, ...rest]);
  return new Failure(409, code, `${said(all.length)}: ${names}. ${way} ${nothingChanged}`, { ids: all });
}

/** Gives back the row itself to the app, where nothing is scheduled. Throws 409 while saved words wait. */
async function unfreeze({ tx }: Change, all: readonly EntityKind[]) {
  const waiting: Kept[] = [];
  for (const entity of all) {
    const { id } = entity.table;
    const rows = await tx.select({ id }).from(entity.table).where(hasChanges(entity)).orderBy(id);
    waiting.push({ entity, ids: rows.map((row) => String(row.id)) });
  }
  if (waiting.some(({ ids }) => ids.length > 0)) {
    throw await keptBy(tx, waiting, {
      code: 'changes_waiting',
      said: (count) => `${count === 1 ? '1 record has' : `${count} records have`} changes that the app does not show`,
      way: 'Publish them, or go back to what is shown.',
    });
  }
  for (const entity of all) {
    const [shown, next, nextFrom] = ['shown', 'next', 'nextFrom'].map((name) => columnOf(entity, name));
    await tx.execute(sql`
      WITH row AS (
        SELECT ${entity.table.id} AS id, ${shown} AS shown, ${next} AS next FROM ${entity.table}
        WHERE ${shown} IS NOT NULL AND (${next} IS NULL OR ${nextFrom} <= now())
      ), given_back AS (
        UPDATE ${editions} SET released = array_append(released, now()::timestamp(3) with time zone)
        FROM row WHERE ${editions.id} IN (row.shown, row.next)
      )
      UPDATE ${entity.table} SET shown = NULL, next = NULL, next_from = NULL FROM row WHERE ${entity.table.id} = row.id`);
  }
}

/** Throws 409 while words without an approval are scheduled: their time comes without a change, which could be refused. */
async function expectScheduledApproved({ tx }: Change, all: readonly EntityKind[]) {
  const scheduled: Kept[] = [];
  for (const entity of all) scheduled.push({ entity, ids: await unapprovedToCome(tx, entity) });
  if (scheduled.every(({ ids }) => ids.length === 0)) return;
  throw await keptBy(tx, scheduled, {
    code: 'scheduled_unapproved',
    said: (count) =>
      `${count === 1 ? '1 scheduled text has' : `${count} scheduled texts have`} no approval by a clinician`,
    way: 'Have them approved, or take them off the schedule, before you require approvals.',
  });
}

type Asked = Partial<Omit<PublishState, 'waiting'>>;

/** The words of the log for the rules that a switch changes. */
const changesOf = (stored: Asked, { rule, gate, dueMonths }: Asked) =>
  [
    rule !== undefined && rule !== stored.rule && `to ${ruleNames[rule].toLowerCase()}`,
    gate !== undefined && gate !== stored.gate && `approvals ${gateNames[gate].toLowerCase()}`,
    dueMonths !== undefined && dueMonths !== stored.dueMonths && `due after ${dueMonths} months`,
  ].filter((one) => one !== false);

/**
 * Changes the rules of an area, in one transaction with the editions that follow. Throws 409 `changes_waiting` with the
 * ids of the records that keep an area from becoming `direct`, 409 `scheduled_unapproved` with those that keep it from
 * requiring approvals, and 422 for required approvals in a `direct` area.
 */
export async function switchRule(change: Change, area: EditedArea, asked: Asked) {
  const { tx } = change;
  const all = kindsOf(change.kinds, area);
  // Running saves end first, and later ones wait for the tables before they lock the rule (`ruleOf`).
  for (const { table } of all) await tx.execute(sql`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
  const [stored] = await tx.select().from(publishRules).where(eq(publishRules.area, area)).for('update');
  const [first] = all;
  if (!stored || !first) throw new Error(`The area ${area} has no rule for publishing`);
  const rules = { ...stored, ...asked };
  const changes = changesOf(stored, asked);
  if (rules.gate === 'required' && rules.rule !== 'reviewed') {
    const message = 'Approvals can be required only where publishing is reviewed';
    throw invalid([{ path: 'gate', message }]);
  }
  if (changes.length > 0) {
    await tx.update(publishRules).set(asked).where(eq(publishRules.area, area));
    if (rules.rule !== stored.rule) {
      if (rules.rule === 'direct') await unfreeze(change, all);
      else for (const entity of all) await freeze(change, entity);
    }
    if (rules.gate === 'required' && stored.gate !== 'required') await expectScheduledApproved(change, all);
    const details = changes.join(', ');
    change.about({ action: 'switch-rule', area, kind: first.kind, entityId: null, count: 1, details });
  }
  const { rule, gate, dueMonths } = rules;
  return { rule, gate, dueMonths, waiting: await countWaiting(tx, change.kinds, area) };
}
