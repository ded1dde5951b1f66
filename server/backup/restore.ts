import { statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { ImageBucket } from '#contract/images.ts';
import { type Manifest, checkArchive, filesIn } from '#server/backup/archive.ts';
import { type Table, listTables, quoted, tableOf } from '#server/backup/tables.ts';
import { loadWithoutIndexes } from '#server/database/bulk-load.ts';
import { embeddedPaths, emptyFolder, expectUnused } from '#server/database/embedded/folder.ts';
import { FolderInUse } from '#server/database/embedded/lock.ts';
import { openEmbedded } from '#server/database/embedded/postgres.ts';
import { giveFolder } from '#server/database/embedded/user.ts';
import { expectKnown, migrate } from '#server/database/migrate.ts';
import { noTimeouts, noTimeoutsAtAll, sessionConfig, withClient } from '#server/database/connect/pool.ts';
import { checkSeals } from '#server/log/seals/check-seals.ts';
import { diskStorage } from '#server/images/disk.ts';
import { type ImageKey, originalName } from '#server/images/storage.ts';

/** The image of a file in a backup, if it is one. */
function imageOf(file: string): ImageKey | undefined {
  const [, bucket, name = ''] = /^images\/([a-z-]+)\/([^/]+)$/.exec(file) ?? [];
  const known = ImageBucket.options.find((one) => one === bucket);
  return known && originalName(name) === name ? { bucket: known, name } : undefined;
}

/** Creates the partitions of the log for these months, as `make_log_partitions` does for the coming ones. */
const makePartitions = `
  DO $$
  DECLARE
    log text;
    month timestamp;
    part text;
  BEGIN
    FOREACH log IN ARRAY ARRAY['operations', 'revisions', 'seals'] LOOP
      CONTINUE WHEN to_regclass(log) IS NULL;
      FOR month IN SELECT to_date(value, 'YYYY_MM') FROM unnest(string_to_array(current_setting('desk.months'), ',')) AS value LOOP
        part := log || to_char(month, '"_"YYYY"_"MM');
        CONTINUE WHEN to_regclass(part) IS NOT NULL;
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', part, log,
          month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
        EXECUTE format('CREATE TRIGGER never_emptied BEFORE TRUNCATE ON %I EXECUTE FUNCTION refuse_change_of_log()', part);
      END LOOP;
    END LOOP;
  END $$`;

/** Sets each identity column to continue after its highest value. */
async function advanceIds(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string; column: string }>(`
    SELECT relname AS name, attname AS column FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attidentity <> ''`);
  for (const { name, column } of rows) {
    await client.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), (SELECT coalesce(max(${quoted([column])}), 0) + 1 FROM ${quoted([name])}), false)`,
      [name, column],
    );
  }
}

/**
 * Loads the rows and images of a checked backup into a migrated database, in one transaction. Triggers and foreign keys
 * are off for these rows: their earlier effects are among the rows.
 */
async function load(client: pg.ClientBase, file: string, manifest: Manifest, imageFolder: string) {
  const storage = diskStorage(imageFolder);
  await client.query('BEGIN');
  await client.query(noTimeouts);
  await client.query("SET LOCAL session_replication_role = replica; SET LOCAL maintenance_work_mem = '256MB'");
  await client.query("SELECT set_config('desk.months', $1, true)", [manifest.months.join(',')]);
  await client.query(makePartitions);
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]));
  // Migrations insert rows too.
  await client.query(`TRUNCATE ${quoted([...tables.keys()])}`);
  const plain = [...tables.values()].filter(({ partitioned }) => !partitioned).map(({ name }) => name);
  await loadWithoutIndexes(client, plain, async () => {
    const files = filesIn(file);
    let next = await files.next();
    while (!next.done) {
      const { name, chunks } = next.value;
      const image = imageOf(name);
      const said = manifest.tables.find((table) => table.name === tableOf(name));
      const table = said && tables.get(said.name);
      if (table) {
        const rows = await copyIn(client, table, said.columns, async function* () {
          while (!next.done && tableOf(next.value.name) === table.name) {
            yield* next.value.chunks;
            next = await files.next();
          }
        });
        if (rows !== said.rows) throw new Error(`Of ${said.rows} rows of ${said.name} only ${rows} were restored.`);
        continue;
      }
      const bytes = await buffer(chunks);
      if (image) await storage.put(image, bytes);
      next = await files.next();
    }
  });
  await advanceIds(client);
  await client.query('DELETE FROM images WHERE name = ANY ($1)', [manifest.gone]);
  await client.query('COMMIT');
}

/** Copies compressed rows into an empty table, and returns their number. */
async function copyIn(client: pg.ClientBase, table: Table, columns: string[], parts: () => AsyncIterable<Buffer>) {
  // Rows added in the transaction that emptied the table can be written as already frozen.
  const freeze = table.partitioned ? '' : ' (FREEZE)';
  const rows = client.query(from(`COPY ${quoted([table.name])} (${quoted(columns)}) FROM STDIN${freeze}`));
  await pipeline(parts, createGunzip(), rows);
  return rows.rowCount;
}

/**
 * Runs `work`, which fills an empty or missing folder, and throws a plain sentence for any other folder. A failure
 * leaves it empty, unless another process has taken the folder in the meantime: that one keeps its files.
 */
export async function fillFolder<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  await expectUnused(dataDir);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FolderInUse)) await emptyFolder(dataDir);
    throw error;
  }
}

/**
 * Restores a backup into an empty or missing data folder, and migrates it to this version. Everything is checked before
 * anything is written; a later failure leaves the folder empty. The desk refuses a folder in which a restore was
 * killed. Open links of invitations are expired afterwards, and cursors of the app's feed are refused.
 */
export async function restoreBackup(file: string, dataDir: string, log: FastifyBaseLogger) {
  const manifest = await checkArchive(file);
  expectKnown(manifest.migrations);
  const { restoring } = embeddedPaths(dataDir);
  // When started as root, Postgres may take over the folder of the account that is to run the desk.
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  return fillFolder(dataDir, async () => {
    const embedded = await openEmbedded({ dataDir, maxConnections: 10 }, log);
    try {
      await writeFile(restoring, '');
      await migrate(embedded.target, undefined, manifest.migrations.length);
      await withClient(sessionConfig(embedded.target), (client) =>
        load(client, file, manifest, path.join(dataDir, 'images')),
      );
      await migrate(embedded.target);
      const seals = await withClient(sessionConfig(embedded.target), async (client) => {
        await client.query(noTimeoutsAtAll);
        await client.query('ANALYZE');
        // A link that was used since the backup was made would work again.
        await client.query('UPDATE invitations SET expires_at = least(expires_at, now())');
        // The numbers after the backup will mean other changes than those that the app's backend has read.
        await client.query('UPDATE app_feed SET id = gen_random_uuid()');
        return checkSeals(drizzle(client));
      });
      await embedded.markFilled();
      await rm(restoring);
      return { manifest, seals };
    } finally {
      await embedded.close();
      if (owner) giveFolder(dataDir, owner);
    }
  });
}
