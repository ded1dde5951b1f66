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

/** How many names one statement looks up. */
const namesAtOnce = 1000;

/** A stored file, with the name of its picture. */
type File = Key & { picture: string };

/** Those of these files whose picture has no row. */
async function withoutRow(tx: NodePgDatabase, files: File[]) {
  const names = [...new Set(files.map(({ picture }) => picture))];
  const { rows } = await tx.execute<{ name: string }>(
    sql`SELECT name FROM images WHERE name = ANY (${sql.param(names)}::text[])`,
  );
  const known = new Set(rows.map(({ name }) => name));
  return files.filter(({ picture }) => !known.has(picture));
}

async function findStrays(tx: NodePgDatabase, storage: Storage) {
  const strays: Key[] = [];
  const until = Date.now() - strayAfter;
  for (const bucket of ImageBucket.options) {
    const files: File[] = [];
    for await (const { name, at } of storage.list(bucket)) {
      const picture = pictureOf(name);
      if (picture && at < until) files.push({ bucket, name, picture });
      if (files.length === namesAtOnce) strays.push(...(await withoutRow(tx, files.splice(0))));
    }
    strays.push(...(await withoutRow(tx, files)));
  }
  return strays;
}

/**
 * Deletes the rows of pictures that nothing has referred to for a week (see `referencedNames`), and then the files without a
 * row: theirs, and what a killed process left. One process sweeps at a time; another one does nothing. Returns how many rows and
 * how many files it removed.
 */
export async function sweepImages(db: NodePgDatabase, storage: Storage, columns: readonly PgColumn[]) {
  const { forgotten, strays } = await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(sql`SELECT pg_try_advisory_xact_lock(${sweepLock}) AS mine`);
    if (!rows[0]?.mine) return { forgotten: 0, strays: [] };
    await tx.execute(sql.raw(noTimeouts));
    const deleted = await tx.execute(sql`
      DELETE FROM images
      WHERE used_at < now() - make_interval(days => ${unreferencedDays})
        AND NOT EXISTS (SELECT FROM (${referencedNames(columns, restorableDays)}) referred WHERE referred.name = images.name)`);
    return { forgotten: deleted.rowCount ?? 0, strays: await findStrays(tx, storage) };
  });
  // Files go after the commit: if the transaction fails, their rows are still there.
  for (const key of strays) await storage.remove(key);
  return { forgotten, removed: strays.length };
}
