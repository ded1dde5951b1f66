/** Whether two field values are equal: texts, numbers or lists, as parsed from JSON. */
export const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** An object with only these fields of a record. */
export function pick<T extends object, Name extends string & keyof T>(record: T, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<T, Name>;
}

/** The fields of `after` that differ from `before`. */
export function changed<T extends object>(before: Record<string, unknown>, after: T): Partial<T> {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !same(before[name], value))) as Partial<T>;
}

/** Whether a record has these values in these fields. */
export const hasFields = (record: Record<string, unknown>, fields: object) =>
  Object.keys(changed(record, fields)).length === 0;
