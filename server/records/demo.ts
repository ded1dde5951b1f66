import { getTableColumns, getTableName } from 'drizzle-orm';
import type pg from 'pg';
import { type Row, copyRows } from '#server/database/copy.ts';
import { idsOf } from '#server/database/seeded-random.ts';
import type { EntityKind, KeptTable, KindOf, NewRow } from '#server/records/kind.ts';
import type { DemoImages } from '#server/images/demo.ts';

/** What a load of demo data is given. */
export type Demo = {
  /**
   * The beginning of the day of the load (UTC), by the clock of the database, in milliseconds. Demo data ends there, so that
   * it is the same all day.
   */
  today: number;
  /** How many there are to be. */
  users: number;
  doctors: number;
  cards: number;
  /** The account that is the author of the content. */
  staffId: string | null;
  /** The addresses of the demo pictures; undefined where there is no storage. */
  pictures: DemoImages | undefined;
};

/** A thing of demo data: what a form could send, and when it was made and last changed, in milliseconds. */
export type DemoRow<T extends KeptTable> = Partial<Omit<NewRow<T>, 'id'>> & { made: number; changed?: number };

/** A value as COPY takes it, where a number would be a moment. */
function copied(value: unknown) {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}

function* rowsOf({ kind, table, fields }: EntityKind, things: Iterable<DemoRow<KeptTable>>, createdBy: string | null) {
  const idOf = idsOf(kind);
  let count = 0;
  for (const { made, changed = made, ...given } of things) {
    const [createdAt, updatedAt] = [made, changed].map((at) => new Date(at).toISOString());
    const version = changed === made ? 1 : 2;
    const whole = { id: idOf(made, count), version, createdBy, createdAt, updatedAt, ...fields.parse(given) };
    yield Object.keys(getTableColumns(table)).map((name) => copied(whole[name as keyof typeof whole])) satisfies Row;
    count += 1;
  }
}

/**
 * Fills the table of a kind by COPY, unless it has rows, in the transaction of `client`. Fields that are left out are
 * empty. The ids are the same for the same kind, number of a row and moment. Throws where a thing breaks the rules.
 */
export async function copyEntities<T extends KeptTable>(
  client: pg.ClientBase,
  entity: KindOf<T>,
  things: Iterable<DemoRow<T>>,
  { staffId }: Pick<Demo, 'staffId'>,
): Promise<void> {
  const name = getTableName(entity.table);
  const { rows } = await client.query(`SELECT FROM ${name} LIMIT 1`);
  if (rows.length > 0) return;
  const columns = Object.values(getTableColumns(entity.table)).map((column) => column.name);
  await copyRows(client, name, columns, rowsOf(entity, things, staffId));
  await client.query(`ANALYZE ${name}`);
}
