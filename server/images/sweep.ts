import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { restorableDays } from '#contract/history.ts';
import { ImageBucket } from '#contract/images.ts';
import { noTimeouts } from '#server/database/connect/pool.ts';
import { referencedNames } from '#server/images/references.ts';
import { type ImageKey, type Storage, originalName } from '#server/images/storage.ts';

/** Days for which an unreferenced picture is kept, in calendar time and in running time of the desk. */
const unreferencedDays = 7;

/** Milliseconds after which a file without a row is a leftover, and not an upload whose row is about to follow. */
export const strayAfter = 3_600_000;

/** An arbitrary number, unique among the locks: the process that sweeps holds this lock in the database. */
export const sweepLock = 20_261_126;

/** The number of pictures that one statement deletes or looks up. */
const atOnce = 1000;

/** A stored file, with the name of its picture. */
type File = ImageKey & { picture: string };

/**
 * The condition for a picture without references for a week. Running hours count too, since the date alone may be that
 * of a wrong clock, by which nothing in the log can be restored any more.
 */
const isUnused = sql`used_at < now() - make_interval(days => ${unreferencedDays})
  AND unused_since <= running_hour() - ${unreferencedDays * 24}`;

type Found = { name: string; use: 'used again' | 'unused' | 'unused for long' };

/** The names of the pictures that need a change. */
async function findChanged(tx: NodePgDatabase, columns: readonly PgColumn[]) {
  const { rows } = await tx.execute<Found>(sql`
    SELECT * FROM (
      SELECT images.name, CASE
        WHEN referred.name IS NOT NULL THEN CASE WHEN unused_since IS NOT NULL THEN 'used again' END
        WHEN unused_since IS NULL THEN 'unused'
        WHEN ${isUnused} THEN 'unused for long' END AS use
      FROM images LEFT JOIN (SELECT DISTINCT name FROM (${referencedNames(columns, restorableDays)}) AS all_names) AS referred
        ON referred.name = images.name
    ) AS found WHERE use IS NOT NULL`);
  const namesOf = (use: Found['use']) => rows.filter((row) => row.use === use).map(({ name }) => name);
  return { usedAgain: namesOf('used again'), unused: namesOf('unused'), unusedForLong: namesOf('unused for long') };
}

/** The pictures of these that are not being saved. */
const notBeingSaved = (names: string[]) =>
  sql`SELECT name FROM images WHERE name = ANY (${sql.param(names)}::text[]) FOR UPDATE SKIP LOCKED`;

/** Records since when these pictures are unused. */
const note = (db: NodePgDatabase, names: string[], since: SQL) =>
  db.execute(sql`UPDATE images SET unused_since = ${since} WHERE name IN (${notBeingSaved(names)})`);

/** Deletes the rows of those pictures that are not being saved and are still unused. Returns their number. */
async function forget(db: NodePgDatabase, names: string[]) {
  const { rowCount } = await db.execute(
    sql`DELETE FROM images WHERE name IN (${notBeingSaved(names)}) AND ${isUnused}`,
  );
  return rowCount ?? 0;
}

/** Removes the files whose picture has no row. Returns their number. */
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

/** The old files of all buckets with names of pictures, in batches. */
async function* listOld(storage: Storage) {
  const until = (await storage.now()) - strayAfter;
  let files: File[] = [];
  for (const bucket of ImageBucket.options) {
    for await (const { name, at } of storage.list(bucket)) {
      const picture = originalName(name);
      if (picture && at < until) files.push({ bucket, name, picture });
      if (files.length < atOnce) continue;
      yield files;
      files = [];
    }
  }
  yield files;
}

/** `names` in batches. */
function* inBatches(names: string[]) {
  for (let at = 0; at < names.length; at += atOnce) yield names.slice(at, at + atOnce);
}

/**
 * Records which pictures are no longer referenced (see `referencedNames`), deletes the rows of those for which a sweep
 * recorded that a week ago, and then the files without a row: theirs, and leftovers of killed processes. All in
 * batches, so that saving a picture never waits. Only one process sweeps at a time; others do nothing. Returns the
 * numbers of removed rows and files.
 */
export async function sweepImages(db: NodePgDatabase, storage: Storage, columns: readonly PgColumn[]) {
  // This transaction holds the lock, and changes nothing: it may take long.
  return db.transaction(async (tx) => {
    const done = { forgotten: 0, removed: 0 };
    const { rows } = await tx.execute<{ mine: boolean }>(sql`SELECT pg_try_advisory_xact_lock(${sweepLock}) AS mine`);
    if (!rows[0]?.mine) return done;
    await tx.execute(sql.raw(noTimeouts));
    const { usedAgain, unused, unusedForLong } = await findChanged(tx, columns);
    for (const names of inBatches(usedAgain)) await note(db, names, sql`NULL`);
    for (const names of inBatches(unused)) await note(db, names, sql`running_hour()`);
    for (const names of inBatches(unusedForLong)) done.forgotten += await forget(db, names);
    for await (const files of listOld(storage)) done.removed += await removeStrays(db, storage, files);
    return done;
  });
}
