import { getTableColumns } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Action, Area, Kind } from '#contract/history.ts';
import type { Snapshot } from '#server/history/tables.ts';

/** A table whose rows have a history: one with `entityColumns()`. */
export type KeptTable = PgTable & Record<'id' | 'version' | 'createdAt' | 'updatedAt' | 'createdBy', PgColumn>;

/** A field that names images: the address of one, or something in which `addresses` finds them. */
type ImageField<Name extends string> = Name | { field: Name; addresses: (value: unknown) => readonly string[] };

/** What an area registers for each kind of thing that staff write in it: all that history, undo, bin and merging need. */
export type EntityKind = {
  kind: Kind;
  area: Area;
  table: KeptTable;
  /** What a person may set, with today's rules: what is merged or brought back has to pass them. */
  fields: z.ZodObject;
  /** What it is called in lists. */
  label: (row: Snapshot) => string;
  /** As the API shows it, where that is more than its row and who created it; undefined when it is not there. */
  read?: (tx: NodePgDatabase, id: string) => Promise<unknown>;
  /** The kind that holds it, named in this column: it is deleted and comes back with that. */
  parent?: { kind: Kind; column: string };
  /** Staff put it in order by its `displayOrder`. `within` is the column by which siblings share one order. */
  order?: { within?: string };
  /** Fields whose value no two may have, by a rule of the database: changed one row after the other. */
  unique?: readonly string[];
  /** Fields that only make sense together: a clash in one is a clash in all. */
  mergeGroups?: readonly (readonly string[])[];
  /** Fields that name images: each of ours has to be there when it is saved or brought back. */
  images?: readonly ImageField<string>[];
  /** The field that switches it on and off. A change of it alone is called `enable` or `disable`. */
  flag?: string;
};

/** A kind with what TypeScript knows of its table. */
export type KindOf<T extends KeptTable> = EntityKind & { table: T };

type Field<T extends KeptTable> = keyof T['$inferSelect'] & string;

type Definition<T extends KeptTable> = Pick<EntityKind, 'kind' | 'area' | 'fields' | 'read'> & {
  table: T;
  label: (row: T['$inferSelect']) => string;
  parent?: { kind: Kind; column: Field<T> };
  order?: 'displayOrder' extends Field<T> ? { within?: Field<T> } : never;
  unique?: readonly Field<T>[];
  mergeGroups?: readonly (readonly Field<T>[])[];
  images?: readonly ImageField<Field<T>>[];
  flag?: Field<T>;
};

/** A new row, without what nobody sends of it. */
export type NewRow<T extends KeptTable> = Omit<T['$inferInsert'], 'version' | 'createdAt' | 'updatedAt' | 'createdBy'>;

/** Registers a kind, checked against the columns of its table. */
export const entityKind = <T extends KeptTable>(definition: Definition<T>) => definition as unknown as KindOf<T>;

/** What an update of these fields is called. */
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
