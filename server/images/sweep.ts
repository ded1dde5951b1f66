import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { restorableDays } from '#contract/history.ts';
import { ImageBucket } from '#contract/images.ts';
import { noTimeouts } from '#server/database/pool.ts';
import { referencedNames } from '#server/images/references.ts';
import { type Key, type Storage, pictureOf } from '#server/images/storage.ts';

/** Days for which a picture is kept that nothing refers to. */
const unreferencedDays = 7;

/** Milliseconds after which a file without a row is a leftover, and not an upload that is about to get its row. */
export const strayAfter = 3_600_000;

/** Any fixed number, which no other lock has: the process that sweeps holds this lock in the database. */
export const sweepLock = 20_261_126;

/** How many pictures one statement deletes or looks up. */
const atOnce = 1000;

/** A stored file, with the name of its picture. */
type File = Key & { picture: string };

const isUnused = sql`used_at < now() - make_interval(days => ${unreferencedDays})`;

/** The names of the pictures that nothing has referred to for a week. */
async function findUnused(tx: NodePgDatabase, columns: readonly PgColumn[]) {
  const { rows } = await tx.execute<{ name: string }>(sql`
    SELECT name FROM images
    WHERE ${isUnused}
      AND NOT EXISTS (SELECT FROM (${referencedNames(columns, restorableDays)}) referred WHERE referred.name = images.name)`);
  return rows.map(({ name }) => name);
}

/** Deletes the rows of those of these pictures that nobody is saving. Returns their number. */
async function forget(db: NodePgDatabase, names: string[]) {
  const { rowCount } = await db.execute(sql`
    DELETE FROM images WHERE name IN (
      SELECT name FROM images WHERE name = ANY (${sql.param(names)}::text[]) AND ${isUnused} FOR UPDATE SKIP LOCKED)`);
  return rowCount ?? 0;
}

/** Removes those of these files whose picture has no row. Returns their number. */
async function removeStrays(db: NodePgDatabase, storage: Storage, files: File[]) {
  const names = [...new Set(files.map(({ picture }) => picture))];
  const { rows } = await db.execute<{ name: string }>(
    sql`SELECT name FROM images WHERE name = ANY (${sql.param(names)}::text[])`,
  );
  const known = new Set(rows.map(({ name }) => name));
  const strays = files.filter(({ picture }) => !known.has(picture));
  for (const key of strays) await storage.remove(key);
  return strays.length;
}

/** The old files of all buckets that were written as pictures, in batches. */
async function* listOld(storage: Storage) {
  const until = Date.now() - strayAfter;
  let files: File[] = [];
  for (const bucket of ImageBucket.options) {
    for await (const { name, at } of storage.list(bucket)) {
      const picture = pictureOf(name);
      if (picture && at < until) files.push({ bucket, name, picture });
      if (files.length < atOnce) continue;
      yield files;
      files = [];
    }
  }
  yield files;
}

/**
 * Deletes the rows of pictures that nothing has referred to for a week (see `referencedNames`), and then the files without a
 * row: theirs, and what a killed process left. Both go in batches, so that nobody who saves a picture waits for them. One process
 * sweeps at a time; another one does nothing. Returns how many rows and how many files it removed.
 */
export async function sweepImages(db: NodePgDatabase, storage: Storage, columns: readonly PgColumn[]) {
  // This transaction holds the lock, and changes nothing: it may take long.
  return db.transaction(async (tx) => {
    const done = { forgotten: 0, removed: 0 };
    const { rows } = await tx.execute<{ mine: boolean }>(sql`SELECT pg_try_advisory_xact_lock(${sweepLock}) AS mine`);
    if (!rows[0]?.mine) return done;
    await tx.execute(sql.raw(noTimeouts));
    const unused = await findUnused(tx, columns);
    while (unused.length > 0) done.forgotten += await forget(db, unused.splice(0, atOnce));
    for await (const files of listOld(storage)) done.removed += await removeStrays(db, storage, files);
    return done;
  });
}
