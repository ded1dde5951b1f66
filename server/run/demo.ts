import type pg from 'pg';
import type { Database } from '#server/database/open.ts';
import { noTimeouts } from '#server/database/connect/pool.ts';
import type { ReferenceOptions } from '#server/feature.ts';
import { features } from '#server/features.ts';
import { loadDemoImages } from '#server/images/demo.ts';
import { ImagesUnavailable } from '#server/images/limited-worker.ts';
import type { Storage } from '#server/images/storage.ts';

/** An arbitrary number: the key of the lock under which a database is filled. */
const fillLock = 20_261_122;

/**
 * Fills a database in one transaction, so that an interrupted load leaves nothing. Processes that start together wait
 * for each other here, and only the first one finds empty areas. `work` gets the start of the database's day (UTC).
 */
const fill = (alone: Database['alone'], work: (client: pg.ClientBase, today: number) => Promise<void>): Promise<void> =>
  // An error closes the connection, which rolls everything back, even in the middle of a COPY.
  alone(async (client) => {
    await client.query('BEGIN');
    await client.query(noTimeouts);
    await client.query('SELECT pg_advisory_xact_lock($1)', [fillLock]);
    const { rows } = await client.query<{ today: string }>("SELECT date_trunc('day', now(), 'UTC') AS today");
    await work(client, new Date(rows[0]?.today ?? '').getTime());
    await client.query('COMMIT');
  });

/**
 * Adds the content of a new desk to the empty areas of a database. It does so only once: content that staff delete
 * later does not come back. Returns whether it did so now.
 */
export async function loadReference(
  { pool, alone }: Pick<Database, 'pool' | 'alone'>,
  { isActive }: Pick<ReferenceOptions, 'isActive'>,
): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT FROM desk WHERE NOT has_reference');
  if (rowCount === 0) return false;
  let isFirst = false;
  await fill(alone, async (client, today) => {
    const first = await client.query('UPDATE desk SET has_reference = true WHERE NOT has_reference');
    isFirst = first.rowCount === 1;
    if (!isFirst) return;
    for (const { reference } of features) await reference?.(client, { today, staffId: null, isActive });
  });
  return isFirst;
}

/** A desk also starts when pictures cannot be processed. */
function withoutPictures(error: unknown) {
  if (error instanceof ImagesUnavailable) return undefined;
  throw error;
}

type Options = {
  /** The number of doctors, up to 5,000. */
  doctors?: number;
  /** The number of cards of Lady Due, up to 2,000, and not less than the default content. */
  cards?: number;
  /** The account that is the author of the content. */
  staffId?: string | null;
};

/**
 * Fills every empty area with demo data: `users` app users and a matching community, and content in all other areas. 0
 * does nothing.
 *
 * Without storage, and when pictures cannot be processed, no user has a picture.
 *
 * The same number gives the same data. Its times end with the day before the database's day.
 */
export async function loadDemo(
  { alone, storage }: Pick<Database, 'alone'> & { storage?: Storage },
  users: number,
  { doctors = 40, cards = 120, staffId = null }: Options = {},
) {
  if (users === 0) return;
  await fill(alone, async (client, today) => {
    // Building the indexes of a million users is faster with more memory.
    await client.query("SET LOCAL maintenance_work_mem = '256MB'; SET LOCAL work_mem = '64MB'");
    const pictures = storage && (await loadDemoImages(client, storage).catch(withoutPictures));
    for (const { reference, demo } of features) {
      await reference?.(client, { today, staffId, isActive: true });
      await demo?.(client, { today, users, doctors, cards, staffId, pictures });
    }
  });
}
