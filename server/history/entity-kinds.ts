import { type SQL, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Action, Area, Kind } from '#contract/history.ts';
import { withConstraintFailures } from '#server/history/failures.ts';
import type { Snapshot } from '#server/history/tables.ts';

/** A table whose rows have a history: with the columns of `id()`, `version()` and `timestamps()`. */
export type KeptTable = PgTable & Record<'id' | 'version' | 'createdAt' | 'updatedAt', PgColumn>;

/** What an area registers for each thing that staff write in it: all that history, undo, bin and merging need. */
export type EntityKind = {
  kind: Kind;
  area: Area;
  table: KeptTable;
  /** What a person may set, with today's rules: what is merged or brought back has to pass them. */
  fields: z.ZodObject;
  /** What it is called in lists. */
  label: (row: Snapshot) => string;
  /** As the API shows it; undefined when it is not there. */
  read: (tx: NodePgDatabase, id: string) => Promise<unknown>;
  /** What holds it, named in this column: it goes and comes back with that. */
  parent?: { kind: Kind; column: string };
  /** Fields whose value no two may have, by a rule of the database: changed one row after the other. */
  unique?: readonly string[];
  /** Fields that only make sense together: a clash in one is a clash in all. */
  mergeGroups?: readonly (readonly string[])[];
  /** Fields that hold the address of an image: one of ours has to be there when it is saved or brought back. */
  images?: readonly string[];
  /** Fields that say where it stands, not what it says: an older version comes back without moving it. */
  orderFields?: readonly string[];
  /** What an update of these fields is called when there is a better word: `enable`. */
  action?: (changed: string[], row: Snapshot) => Action;
};

/** A kind with what TypeScript knows of its table. */
export type KindOf<T extends KeptTable> = EntityKind & { table: T };

type Definition<T extends KeptTable> = Omit<
  EntityKind,
  'table' | 'label' | 'parent' | 'images' | 'orderFields' | 'unique' | 'action'
> & {
  table: T;
  label: (row: T['$inferSelect']) => string;
  parent?: { kind: Kind; column: keyof T['$inferSelect'] & string };
  images?: readonly (keyof T['$inferSelect'] & string)[];
  orderFields?: readonly (keyof T['$inferSelect'] & string)[];
  unique?: readonly (keyof T['$inferSelect'] & string)[];
  action?: (changed: string[], row: T['$inferSelect']) => Action;
};

/** Registers a kind, checked against the columns of its table. */
export const entityKind = <T extends KeptTable>(definition: Definition<T>) => definition as unknown as KindOf<T>;

/** As one value, since a statement takes 65,535 of them. */
export const isOneOf = (column: PgColumn, ids: string[]) => sql`${column} = ANY (${sql.param(ids)}::uuid[])`;

export async function findRow({ table }: EntityKind, db: NodePgDatabase, id: string) {
  const rows = await db.select().from(table).where(eq(table.id, id));
  return rows[0] as Snapshot | undefined;
}

/** The row, locked until the transaction ends, so that what is decided on it still holds. */
export async function lockRow({ kind, table }: EntityKind, tx: NodePgDatabase, id: string) {
  const locking = tx.select().from(table).where(eq(table.id, id)).for('update');
  const rows = await locking.prepare(`lock_${kind}`).execute();
  return rows[0] as Snapshot | undefined;
}

/** The same for several, in the order in which everyone locks them. */
export async function lockRows(entity: EntityKind, tx: NodePgDatabase, ids: string[]) {
  return lockAll(entity, tx, isOneOf(entity.table.id, ids));
}

/** The same for those that fit a condition, or all there are. */
export async function lockAll({ table }: EntityKind, tx: NodePgDatabase, condition: SQL | undefined) {
  const rows = await tx.select().from(table).where(condition).orderBy(asc(table.id)).for('update');
  return rows as Snapshot[];
}

/** The rows that these hold directly, locked. */
async function lockChildren({ table, parent }: EntityKind, tx: NodePgDatabase, parents: string[]) {
  if (!parent) return [];
  return (await tx
    .select()
    .from(table)
    .where(isOneOf(columnOf(table, parent.column), parents))
    .orderBy(asc(table.id))
    .for('update')) as Snapshot[];
}

/** What these hold, directly or not, locked, kind by kind from the top down. */
export async function lockDescendants(
  kinds: readonly EntityKind[],
  tx: NodePgDatabase,
  entity: EntityKind,
  rows: Snapshot[],
) {
  const found: { of: EntityKind; rows: Snapshot[] }[] = [];
  if (rows.length === 0) return found;
  for (const child of kinds.filter(({ parent }) => parent?.kind === entity.kind)) {
    const held = await lockChildren(
      child,
      tx,
      rows.map(({ id }) => id),
    );
    if (held.length > 0) found.push({ of: child, rows: held }, ...(await lockDescendants(kinds, tx, child, held)));
  }
  return found;
}

/** How many of these rows are there; they stay until the transaction ends. */
export async function lockForShare({ table }: EntityKind, tx: NodePgDatabase, ids: string[]) {
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(isOneOf(table.id, ids))
    .orderBy(asc(table.id))
    .for('key share');
  return rows.length;
}

/** Adds rows of one statement's size. Throws 409 when their place is taken or what holds them is gone. */
async function insertRows(entity: EntityKind, tx: NodePgDatabase, values: Record<string, unknown>[]) {
  const inserting = tx.insert(entity.table).values(values);
  return (await withConstraintFailures(entity, () => inserting.returning())) as Snapshot[];
}

/** The one row that was written. */
function only({ kind }: EntityKind, [row]: Snapshot[]) {
  if (!row) throw new Error(`The ${kind} was not written`);
  return row;
}

/** Adds a row. Throws 409 when its place is taken or what holds it is gone. */
export const insertRow = async (entity: EntityKind, tx: NodePgDatabase, values: Record<string, unknown>) =>
  only(entity, await insertRows(entity, tx, [values]));

/** Rows that one statement writes, since it takes 65,535 values in all. */
const maxRows = 1000;

/** The same rows in parts that one statement can write. */
export const inStatements = <Row>(rows: Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / maxRows) }, (_, part) =>
    rows.slice(part * maxRows, (part + 1) * maxRows),
  );

/** Puts rows back as they were, as newer versions. Their author may be gone by now. Throws 409 like `insertRow`. */
export async function reinsertRows(entity: EntityKind, tx: NodePgDatabase, rows: Snapshot[]) {
  const values = rows.map((row) => ({
    ...row,
    ...(typeof row.createdBy === 'string'
      ? { createdBy: sql`(SELECT id FROM staff WHERE id = ${row.createdBy}::uuid)` }
      : {}),
    updatedAt: sql`now()`,
  }));
  const back: Snapshot[] = [];
  for (const part of inStatements(values)) back.push(...(await insertRows(entity, tx, part)));
  return back;
}

/** Fields of an update that is prepared: most have one or two, and of more there are too many sets. */
const maxPrepared = 2;

/** None for what is not prepared. */
const preparedName = ({ kind }: EntityKind, fields: string[]) =>
  fields.length > maxPrepared ? '' : ['update', kind, ...fields.toSorted()].join('_');

/** Changes a row, as its next version. Throws 409 like `insertRow`. */
export async function updateRow(
  entity: EntityKind,
  tx: NodePgDatabase,
  stored: Snapshot,
  fields: Record<string, unknown>,
) {
  const updating = tx
    .update(entity.table)
    .set({ ...fields, version: stored.version + 1, updatedAt: sql`now()` })
    .where(eq(entity.table.id, stored.id))
    .returning()
    .prepare(preparedName(entity, Object.keys(fields)));
  return only(entity, (await withConstraintFailures(entity, () => updating.execute())) as Snapshot[]);
}

/** Changes rows alike, each as its next version. */
export async function updateRows(
  { table }: EntityKind,
  tx: NodePgDatabase,
  condition: SQL,
  fields: Record<string, unknown>,
) {
  const rows = await tx
    .update(table)
    .set({ ...fields, version: sql`${table.version} + 1`, updatedAt: sql`now()` })
    .where(condition)
    .returning();
  return rows as Snapshot[];
}

/** What is to be stored in a row instead of what is there. */
type RowChange = { stored: Snapshot; fields: Record<string, unknown> };

/**
 * Changes rows, each in its own way, as their next versions: one statement for all that differ in the same fields. What
 * is unique may go from one to the next: there, one after the other. Throws 409 like `insertRow`.
 */
export async function updateEach(entity: EntityKind, tx: NodePgDatabase, rows: RowChange[]) {
  if (rows.some(({ fields }) => entity.unique?.some((field) => field in fields))) {
    const inTurn: Snapshot[] = [];
    for (const { stored, fields } of rows) inTurn.push(await updateRow(entity, tx, stored, fields));
    return inTurn;
  }
  const alike = new Map<string, RowChange[]>();
  for (const row of rows) {
    const names = Object.keys(row.fields).toSorted().join(' ');
    const others = alike.get(names);
    if (others) others.push(row);
    else alike.set(names, [row]);
  }
  const updated: Snapshot[] = [];
  for (const part of [...alike.values()].flatMap(inStatements)) {
    const [first] = part;
    if (first && part.length === 1) updated.push(await updateRow(entity, tx, first.stored, first.fields));
    else updated.push(...(await updatePart(entity, tx, part)));
  }
  return updated;
}

/** The values go as one parameter, under the names that the columns have in the database. */
async function updatePart(entity: EntityKind, tx: NodePgDatabase, part: RowChange[]) {
  const { table } = entity;
  const columns = Object.keys(part[0]?.fields ?? {}).map((field) => [field, columnOf(table, field).name] as const);
  const values = part.map(({ stored: { id }, fields }) => ({
    ...Object.fromEntries(columns.map(([field, name]) => [name, fields[field]])),
    id,
  }));
  const updating = tx
    .update(table)
    .set({
      ...Object.fromEntries(columns.map(([field, name]) => [field, sql`next.${sql.identifier(name)}`])),
      version: sql`${table.version} + 1`,
      updatedAt: sql`now()`,
    })
    .from(sql`jsonb_populate_recordset(NULL::${table}, ${JSON.stringify(values)}::jsonb) next`)
    .where(sql`${table.id} = next.id`)
    .returning();
  return (await withConstraintFailures(entity, () => updating)) as Snapshot[];
}

export async function deleteRows({ table }: EntityKind, tx: NodePgDatabase, ids: string[]) {
  await tx.delete(table).where(isOneOf(table.id, ids));
}

function columnOf(table: PgTable, name: string) {
  const column = getTableColumns(table)[name];
  if (!column) throw new Error(`There is no column ${name}`);
  return column;
}
