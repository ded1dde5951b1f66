import pg from 'pg';

/** The tables of content, which raise a version with each change: those that refer to others, which are newer, first. */
const content = `SELECT tgrelid::regclass::text AS name FROM pg_trigger
  WHERE tgname = 'content_version' AND tgrelid <> 'staff'::regclass ORDER BY tgrelid DESC`;

/**
 * Removes all content of staff. The desk of a worker serves many tests, and each would find more on its screens than
 * the one before. The log stays.
 */
export async function clearContent(database: pg.ClientConfig) {
  const client = new pg.Client(database);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(content);
    await client.query(rows.map(({ name }) => `DELETE FROM ${name}`).join('; '));
  } finally {
    await client.end();
  }
}
