import pg from 'pg';

/** The tables of content, which raise a version with each change. */
const content = `SELECT tgrelid::regclass::text AS name FROM pg_trigger
  WHERE tgname = 'content_version' AND tgrelid <> 'staff'::regclass`;

/**
 * Removes all content of staff. The desk of a worker serves many tests, and each would find more on its screens than
 * the one before. The log stays. Every session counts as confirmed just now, however long ago the worker signed in, and
 * whatever an earlier test made of it.
 */
export async function clearContent(database: pg.ClientConfig) {
  const client = new pg.Client(database);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(content);
    // As one statement, after which nothing refers to what is gone.
    await client.query(`WITH ${rows.map(({ name }) => `of_${name} AS (DELETE FROM ${name})`).join(', ')} SELECT`);
    await client.query('UPDATE sessions SET confirmed_at = now()');
  } finally {
    await client.end();
  }
}
