import { type SQL, getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { type EntityContract, type Fields, namesOf, scopeOf } from '#contract/entity.ts';
import type { Action } from '#contract/history.ts';
import { type Area, type Kind, kinds } from '#contract/kinds.ts';
import type { Snapshot } from '#server/history/tables.ts';

/** A table whose rows have a history: one with `entityColumns()`. */
export type KeptTable = PgTable & Record<'id' | 'version' | 'createdAt' | 'updatedAt' | 'createdBy', PgColumn>;

/** A field that names images: the address of one, or something in which `addresses` finds them. */
type ImageField<Name extends string> = Name | { field: Name; addresses: (value: unknown) => readonly string[] };

/** The registration of a kind that staff edit: everything that history, undo, bin and merging need. */
export type EntityKind = {
  kind: Kind;
  area: Area;
  table: KeptTable;
  /** The fields that a person may set, with today's rules. Merged and restored states have to pass them. */
  fields: z.ZodObject;
  /** What it is called in lists. */
  label: (row: Snapshot) => string;
  /** The kind of its parent, and the column with the parent's id. It is deleted and restored with its parent. */
  parent?: { kind: Kind; column: string };
  /** Staff put it in order by its `displayOrder`. `scope` is the column by which siblings share one order. */
  order?: { scope: string | undefined };
  /** The field by which lists are sorted; left out, they are in the order of staff, or else the newest come first. */
  sortedBy?: string;
  /** Fields with a unique constraint in the database. Their rows are changed one after the other. */
  unique?: readonly string[];
  /** Fields that only make sense together: a conflict in one is a conflict in all. */
  mergeGroups?: readonly (readonly string[])[];
  /** Fields that name images. Each of our own images has to exist when the thing is saved or restored. */
  images?: readonly ImageField<string>[];
  /** The field that switches it on and off. A change of it alone is called `enable` or `disable`. */
  flag?: string;
  /** Fields that are read otherwise than they are stored, because they change with the time alone. */
  readAs?: Readonly<Record<string, SQL>>;
};

/** A kind with the types of its fields. */
export type KindOf<T extends KeptTable, K extends Kind = Kind> = EntityKind & { kind: K; table: T };

type Column<T extends KeptTable> = keyof T['$inferSelect'] & string;

type Definition<T extends KeptTable> = {
  label: (row: T['$inferSelect']) => string;
  /** The rules for a whole thing, where the contract cannot say all of them. */
  fields?: z.ZodObject;
  sortedBy?: Column<T>;
  unique?: readonly Column<T>[];
  mergeGroups?: readonly (readonly Column<T>[])[];
  readAs?: Readonly<Partial<Record<Column<T>, SQL>>>;
  /** Fields that name images besides the image fields of the contract. */
  images?: readonly ImageField<Column<T>>[];
};

/** A new row, without the columns that the server fills. */
export type NewRow<T extends KeptTable> = Omit<T['$inferInsert'], 'version' | 'createdAt' | 'updatedAt' | 'createdBy'>;

/** Registers a kind: what its contract says of its fields, and its table, which has a column for each of them. */
export function entityKind<T extends KeptTable & Record<keyof F, PgColumn>, F extends Fields, K extends Kind>(
  { kind, fields, Input }: EntityContract<F, K>,
  table: T,
  { images = [], ...definition }: Definition<T>,
) {
  const [parent] = namesOf(fields, 'parent');
  const [flag] = namesOf(fields, 'active');
  const scope = scopeOf(fields);
  return {
    kind,
    area: kinds[kind].area,
    table,
    fields: Input,
    ...(parent && { parent: { kind: (fields[parent] as unknown as { kind: Kind }).kind, column: parent } }),
    ...(namesOf(fields, 'position').length > 0 && { order: { scope } }),
    ...(flag && { flag }),
    images: [...namesOf(fields, 'image'), ...images],
    ...definition,
  } as unknown as KindOf<T, K>;
}

/** The action of an update of these fields. */
export function actionOf({ flag }: EntityKind, changed: string[], row: Snapshot): Action {
  if (flag === undefined || changed.some((field) => field !== flag)) return 'update';
  return row[flag] ? 'enable' : 'disable';
}

/** The column of a field. */
export function columnOf({ table, kind }: EntityKind, field: string) {
  const column = getTableColumns(table)[field];
  if (!column) throw new Error(`There is no column ${field} of a ${kind}`);
  return column;
}
