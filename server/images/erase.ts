import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { imageWidths } from '#contract/images.ts';
import { type Key, type Storage, nameAtWidth } from '#server/images/storage.ts';

/** The name of a picture in its address, which may be absolute or ask for a width: the app writes it as it likes. */
const nameInAddress = /\/images\/[a-z-]+\/([\da-f]{32}\.webp)/;

/** Names that one statement looks for, each in a pass over every column. */
const namesAtOnce = 10;

/** For those who erase a person: takes the person's pictures away at once, which the sweep would do a week later. */
export function imageEraser(storage: Storage, columns: readonly PgColumn[]) {
  const isNamedIn = (column: PgColumn): SQL =>
    sql`EXISTS (SELECT FROM ${column.table} WHERE ${column} LIKE '%' || images.name || '%')`;

  return {
    /** Forgets those of these pictures that are ours and that none of the columns names any more. */
    async forget(tx: NodePgDatabase, urls: readonly string[]): Promise<Key[]> {
      const names = [...new Set(urls.flatMap((url) => nameInAddress.exec(url)?.[1] ?? []))].toSorted();
      const forgotten: Key[] = [];
      for (let at = 0; at < names.length; at += namesAtOnce) {
        const isOne = sql`name = ANY (${sql.param(names.slice(at, at + namesAtOnce))}::text[])`;
        // Whoever is just saving one of them holds it: only a statement that begins after that sees where.
        await tx.execute(sql`SELECT FROM images WHERE ${isOne} ORDER BY name FOR UPDATE`);
        const { rows } = await tx.execute<Key>(sql`
          DELETE FROM images
          WHERE ${isOne} AND NOT (${sql.join(columns.map(isNamedIn), sql` OR `)})
          RETURNING bucket, name`);
        forgotten.push(...rows);
      }
      return forgotten;
    },

    /** Removes their files, once they are forgotten for good. What cannot be reached now, the sweep removes. */
    async removeFiles(forgotten: readonly Key[]): Promise<void> {
      const files = forgotten.flatMap(({ bucket, name }) => [
        { bucket, name },
        ...imageWidths.map((width) => ({ bucket, name: nameAtWidth(name, width) })),
      ]);
      await Promise.allSettled(files.map((file) => storage.remove(file)));
    },
  };
}

export type ImageEraser = ReturnType<typeof imageEraser>;
