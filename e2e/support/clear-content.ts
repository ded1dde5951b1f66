import pg from 'pg';

/**
 * Removes all content of staff. The desk of a worker serves many tests, and each would find more on its screens than
 * the one before. The log stays.
 */
export async function clearContent(database: pg.ClientConfig) {
  const client = new pg.Client(database);
  await client.connect();
  try {
    await client.query('DELETE FROM announcements; DELETE FROM doctors');
  } finally {
    await client.end();
  }
}
