import { type SQL, getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Area } from '#contract/areas.ts';
import { type EntityContract, type Fields, namesOf, scopeOf } from '#contract/entity.ts';
import type { Action } from '#contract/history.ts';
import { type Kind, kinds } from '#contract/kinds.ts';
import { imagesIn } from '#contract/rich-text.ts';
import { type EditionColumns, editionState } from '#server/records/shown.ts';
import { sanitized } from '#server/rich-text/sanitize.ts';
import { pins } from '#server/log/snapshot.ts';
import type { LogRecorder } from '#server/log/recorder.ts';
import type { Snapshot } from '#server/log/tables.ts';

/** A table whose rows have a history: one with `entityColumns()`. */
export type KeptTable = PgTable & Record<'id' | 'version' | 'createdAt' | 'updatedAt' | 'createdBy', PgColumn>;

/** A field with images: the address of one, or a value in which `addresses` finds them. */
type ImageField<Name extends string> = Name | { field: Name; addresses: (value: unknown) => readonly string[] };

/** The registration of a kind that staff edit, for history, undo, bin and merging. */
export type EntityKind = {
  kind: Kind;
  area: Area;
  table: KeptTable;
  /** The fields that a person may set, with today's rules. Merged and restored states must pass them. */
  fields: z.ZodObject;
  /** The label of a record in lists. */
  label: (row: Snapshot) => string;
  /** The kind of its parent, and the column with the parent's id. It is deleted and restored with its parent. */
  parent?: { kind: Kind; column: string };
  /**
   * Set when staff order the records by `displayOrder`. `scope` is the column whose value siblings of one order share;
   * when it is a choice, `names` has the words for its values.
   */
  order?: { scope: string | undefined; names?: Readonly<Record<string, string>> };
  /** The field by which lists are sorted. The default is the order of staff, or else newest first. */
  sortedBy?: string;
  /** Fields with a unique constraint in the database. Their rows are updated one at a time. */
  unique?: readonly string[];
  /** Fields that are only meaningful together: a conflict in one is a conflict in all. */
  mergeGroups?: readonly (readonly string[])[];
  /**
   * The columns that follow from the sent fields and the locked record, which is undefined for a new one. They replace
   * sent values. `now` reads the database's time. Throws 422.
   */
  derive?: (sent: never, stored: Snapshot | undefined, now: () => Promise<string>) => object | Promise<object>;
  /** Fields with images. Each image of this desk must exist when the record is saved or restored. */
  images?: readonly ImageField<string>[];
  /** The field that activates the record. A change of this field alone is logged as `enable` or `disable`. */
  flag?: string;
  /** The action of a change of these fields, if it has a separate name. */
  actionOf?: (changed: readonly string[], row: Snapshot) => Action | undefined;
  /** Set for a kind with editions: the fields that they freeze, and the field whose value `draft` means that there is none. */
  editions?: { frozen: readonly string[]; status: string | undefined };
  /** Fields whose read value differs from the stored value, because it changes with time; `when` says in which rows. */
  readAs?: { fields: Readonly<Record<string, SQL>>; when: (row: Snapshot) => boolean };
};

/** The recorder of one staff change, which knows every registered kind. */
export type Recorder = LogRecorder<EntityKind>;

/** A kind with the types of its fields. */
export type KindOf<T extends KeptTable, K extends Kind = Kind> = EntityKind & { kind: K; table: T };

type Column<T extends KeptTable> = keyof T['$inferSelect'] & string;

type Definition<T extends KeptTable> = {
  label: (row: T['$inferSelect']) => string;
  sortedBy?: Column<T>;
  unique?: readonly Column<T>[];
  mergeGroups?: readonly (readonly Column<T>[])[];
  derive?: (
    sent: Partial<T['$inferSelect']>,
    stored: T['$inferSelect'] | undefined,
    now: () => Promise<string>,
  ) => Partial<T['$inferSelect']> | Promise<Partial<T['$inferSelect']>>;
  readAs?: { fields: Readonly<Partial<Record<Column<T>, SQL>>>; when: (row: T['$inferSelect']) => boolean };
  actionOf?: (changed: readonly string[], row: T['$inferSelect']) => Action | undefined;
  /** Fields with images, besides the image fields and the rich texts of the contract. */
  images?: readonly ImageField<Column<T>>[];
};

/** A new row, without the columns that the server fills. */
export type NewRow<T extends KeptTable> = Omit<T['$inferInsert'], 'version' | 'createdAt' | 'updatedAt' | 'createdBy'>;

/** A definition whose records are read with their edition state, which merges as one field. */
function withEditionState<T extends KeptTable>({ readAs, mergeGroups = [], ...definition }: Definition<T>, table: T) {
  const columns = getTableColumns(table) as unknown as EditionColumns;
  return {
    ...definition,
    mergeGroups: [...mergeGroups, [...pins]],
    readAs: {
      fields: { ...readAs?.fields, ...editionState(columns) },
      when: (row: T['$inferSelect'] & { shown: unknown }) => row.shown !== null || (readAs?.when(row) ?? false),
    },
  };
}

/** Registers a kind: its contract defines the fields, and its table has a column for each of them. */
export function entityKind<T extends KeptTable & Record<keyof F, PgColumn>, F extends Fields, K extends Kind>(
  { kind, fields, Input, editions }: EntityContract<F, K> & { editions?: { frozen: readonly (keyof F & string)[] } },
  table: T,
  { images = [], ...given }: Definition<T>,
) {
  const definition = editions ? withEditionState(given, table) : given;
  const [parent] = namesOf(fields, 'parent');
  const [flag] = namesOf(fields, 'active');
  const scope = scopeOf(fields);
  const names = scope && (fields[scope] as { options?: Record<string, string> }).options;
  const rich = namesOf(fields, 'rich');
  const clean = rich.map((name) => [name, sanitized(fields[name]?.schema as unknown as z.ZodString)]);
  return {
    kind,
    area: kinds[kind].area,
    table,
    fields: Input.safeExtend(Object.fromEntries(clean)),
    ...(parent && { parent: { kind: (fields[parent] as unknown as { kind: Kind }).kind, column: parent } }),
    ...(namesOf(fields, 'position').length > 0 && { order: { scope, ...(names && { names }) } }),
    ...(flag && { flag }),
    ...(editions && {
      editions: { frozen: editions.frozen, status: 'publishStatus' in fields ? 'publishStatus' : undefined },
    }),
    images: [...namesOf(fields, 'image'), ...rich.map((field) => ({ field, addresses: imagesIn })), ...images],
    ...definition,
  } as unknown as KindOf<T, K>;
}

/** The action of an update of these fields. */
export function actionOf({ flag, order, actionOf: named }: EntityKind, all: string[], row: Snapshot): Action {
  const changed = all.filter((field) => !pins.has(field));
  const isOnly = (...fields: (string | undefined)[]) => changed.every((field) => fields.includes(field));
  if (flag !== undefined && isOnly(flag)) return row[flag] ? 'enable' : 'disable';
  if (order && isOnly('displayOrder', order.scope)) return 'move';
  return named?.(changed, row) ?? 'update';
}

/** The column of a field. */
export function columnOf({ table, kind }: EntityKind, field: string) {
  const column = getTableColumns(table)[field];
  if (!column) throw new Error(`There is no column ${field} of a ${kind}`);
  return column;
}
