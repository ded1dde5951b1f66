import { getTableColumns, getTableName } from 'drizzle-orm';
import type pg from 'pg';
import { type Row, copyRows } from '#server/database/copy.ts';
import { seededIds } from '#server/database/seeded-random.ts';
import type { EntityKind, KeptTable, KindOf, NewRow } from '#server/records/kind.ts';
import { unpinned } from '#server/records/pins.ts';
import type { DemoImages } from '#server/images/demo.ts';

/** The parameters of a demo data load. */
export type Demo = {
  /**
   * The start of the day of the load (UTC), by the clock of the database, in milliseconds. Demo data ends there, so
   * that it is the same all day.
   */
  today: number;
  /** The number of users to create. */
  users: number;
  doctors: number;
  cards: number;
  /** The account that is the author of the content. */
  staffId: string | null;
  /** The addresses of the demo pictures; undefined when there is no storage. */
  pictures: DemoImages | undefined;
};

/** A record of demo data: the values of a form and of other columns, and the times of its creation and last change, in milliseconds. */
export type DemoRow<T extends KeptTable> = Partial<Omit<NewRow<T>, 'id'>> & { made: number; changed?: number };

/** Converts a value for COPY, which would read a number as a time. */
function copied(value: unknown) {
  if (value === undefined) return null;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}

function* rowsOf({ kind, table, fields }: EntityKind, records: Iterable<DemoRow<KeptTable>>, createdBy: string | null) {
  const idOf = seededIds(kind);
  let count = 0;
  for (const { made, changed = made, ...given } of records) {
    const [createdAt, updatedAt] = [made, changed].map((at) => new Date(at).toISOString());
    const version = changed === made ? 1 : 2;
    const whole = {
      id: idOf(made, count),
      version,
      createdBy,
      createdAt,
      updatedAt,
      ...unpinned,
      ...given,
      ...fields.parse(Object.fromEntries(Object.entries(given).filter(([name]) => name in fields.shape))),
    };
    yield Object.keys(getTableColumns(table)).map((name) => copied(whole[name as keyof typeof whole])) satisfies Row;
    count += 1;
  }
}

/**
 * Fills the table of a kind by COPY in the transaction of `client`, unless it has rows. Omitted fields are empty. The
 * ids depend only on the kind, the row number and the time. Throws when a record breaks the rules.
 */
export async function copyDemoRecords<T extends KeptTable>(
  client: pg.ClientBase,
  entity: KindOf<T>,
  records: Iterable<DemoRow<T>>,
  { staffId }: Pick<Demo, 'staffId'>,
): Promise<void> {
  const name = getTableName(entity.table);
  const { rows } = await client.query(`SELECT FROM ${name} LIMIT 1`);
  if (rows.length > 0) return;
  const columns = Object.values(getTableColumns(entity.table)).map((column) => column.name);
  await copyRows(client, name, columns, rowsOf(entity, records, staffId));
  await client.query(`ANALYZE ${name}`);
}
