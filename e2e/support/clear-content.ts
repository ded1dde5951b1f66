import pg from 'pg';

/**
 * Takes away all that staff have written: the desk of a worker serves many tests, and each would find more on its
 * screens than the one before. The log keeps what was done.
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
