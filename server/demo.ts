import type { Database } from '#server/database/open.ts';
import { noTimeouts } from '#server/database/pool.ts';
import { features } from '#server/features.ts';
import { loadDemoImages } from '#server/images/demo.ts';
import type { Storage } from '#server/images/storage.ts';

/** Any fixed number: the key of the lock under which a database is filled. */
const demoLock = 20_261_122;

type Options = {
  /** The number of doctors, up to 5,000. */
  doctors?: number;
  /** The number of cards of Lady Due, up to 2,000; at least those that come with the desk. */
  cards?: number;
  /** The account that is the author of the content. */
  staffId?: string | null;
};

/**
 * Fills every area that is empty with demo data: `users` app users and a community to match, and content in all other
 * areas. 0 does nothing. One transaction, so a load that is broken off leaves nothing; processes that start together
 * wait for each other, and only the first one finds empty areas.
 *
 * Without a storage nobody has a picture.
 *
 * The same number gives the same data. Its times end with the day before the database's day.
 */
export async function loadDemo(
  { pool, storage }: Pick<Database, 'pool'> & { storage?: Storage },
  users: number,
  { doctors = 40, cards = 120, staffId = null }: Options = {},
) {
  if (users === 0) return;
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // A load of a million users takes longer than a request may, and building indexes is faster with more memory.
    await client.query(`${noTimeouts}; SET LOCAL maintenance_work_mem = '256MB'; SET LOCAL work_mem = '64MB'`);
    await client.query('SELECT pg_advisory_xact_lock($1)', [demoLock]);
    const { rows } = await client.query<{ today: string }>("SELECT date_trunc('day', now(), 'UTC') AS today");
    const today = new Date(rows[0]?.today ?? '').getTime();
    const pictures = storage && (await loadDemoImages(client, storage));
    for (const { demo } of features) await demo?.(client, { today, users, doctors, cards, staffId, pictures });
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    // The connection may be gone or in the middle of a COPY; closing it undoes everything in any case.
    client.release(true);
    throw error;
  }
}
