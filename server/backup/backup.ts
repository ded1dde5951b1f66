import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to } from 'pg-copy-streams';
import { type AddFile, writeArchive } from '#server/backup/archive.ts';
import { listTables, partName, quoted, withoutRows } from '#server/backup/tables.ts';
import { readApplied } from '#server/database/migrate.ts';
import { noTimeoutsAtAll, sessionConfig, withClient } from '#server/database/connect/pool.ts';
import type { ImageKey, Storage } from '#server/images/storage.ts';

/** An arbitrary number: a running backup of the database holds this lock in it. */
const backupLock = 20_261_127;

/** Rows are split into files of about this many bytes, because a tar has the size of a file before its bytes. */
const partBytes = 8 * 1024 * 1024;

async function* inParts(chunks: AsyncIterable<Buffer>) {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < partBytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** Adds the rows of a table, compressed, and returns their number. */
async function addRows(client: pg.ClientBase, name: string, columns: string[], add: AddFile) {
  const where = withoutRows.has(name) ? ' WHERE false' : '';
  const rows = client.query(to(`COPY (SELECT ${quoted(columns)} FROM ${quoted([name])}${where}) TO STDOUT`));
  let part = 0;
  await pipeline(rows, createGzip({ level: 1 }), async (compressed: AsyncIterable<Buffer>) => {
    for await (const bytes of inParts(compressed)) {
      part += 1;
      await add(partName(name, part), bytes);
    }
  });
  return rows.rowCount;
}

/** Adds the files of these images one by one, and returns the names of the missing ones. */
async function addImages(images: ImageKey[], storage: Storage, add: AddFile) {
  const gone: string[] = [];
  for (const key of images) {
    const found = await storage.get(key);
    if (found) await add(`images/${key.bucket}/${key.name}`, await buffer(found.bytes));
    else gone.push(key.name);
  }
  return gone;
}

type Wanted = {
  /** The database. */
  target: pg.ClientConfig;
  /** The storage of its images; null leaves them out. */
  storage: Storage | null;
  file: string;
};

/**
 * Writes the whole database, as of one moment, and its images into a file. Reads and writes continue; only a migration
 * waits. An image that is erased during the backup is left out with its row. Throws when another backup is being made.
 */
export const makeBackup = ({ target, storage, file }: Wanted) =>
  withClient(sessionConfig(target), async (client) => {
    const { rows: lock } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [
      backupLock,
    ]);
    if (!lock[0]?.held) throw new Error('Another backup of this database is being made. Wait until it has ended.');
    const written = await writeArchive(file, async (add) => {
      const tables = await listTables(client);
      await client.query(noTimeoutsAtAll);
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      // Before the first SELECT, which fixes the moment: tables that it sees must not be dropped before they are read.
      const all = quoted(tables.map(({ name }) => name));
      await client.query(`LOCK TABLE ${all}, drizzle.__drizzle_migrations IN ACCESS SHARE MODE`);
      const { rows: desk } = await client.query<{ at: string; id: string; postgres: string; months: string[] }>(`
        SELECT now() AS at, database_id AS id, current_setting('server_version') AS postgres, ARRAY(
          SELECT DISTINCT right(relname, 7)::text FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
          WHERE inhparent = 'operations'::regclass ORDER BY 1) AS months
        FROM desk`);
      if (!desk[0]) throw new Error('The database is not that of a desk.');
      const migrations = (await readApplied(client)).map(({ hash }) => hash);
      const { rows: images } = await client.query<ImageKey>('SELECT bucket, name FROM images ORDER BY bucket, name');
      const described = [];
      for (const { name, columns } of tables) {
        described.push({ name, columns, rows: await addRows(client, name, columns, add) });
      }
      await client.query('COMMIT');
      const { at, id, postgres, months } = desk[0];
      return {
        madeAt: new Date(at).toISOString(),
        databaseId: id,
        postgres,
        migrations,
        months,
        tables: described,
        gone: storage ? await addImages(images, storage, add) : [],
      };
    });
    // The backup is complete, whether or not this can be recorded: an older database has no column for it.
    const noted = client.query('UPDATE desk SET backed_up_at = $1', [written.manifest.madeAt]);
    await noted.catch(() => undefined);
    return written;
  });
