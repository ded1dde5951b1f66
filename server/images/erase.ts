import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { imageWidths } from '#contract/images.ts';
import { type ImageKey, type Storage, nameAtWidth } from '#server/images/storage.ts';

/**
 * The name of a picture in its address. The app writes the address in any form, so it may be absolute or request a
 * width.
 */
const nameInAddress = /\/images\/[a-z-]+\/([\da-f]{32}\.webp)/;

/** The maximum number of names in one statement. Each costs a scan of every column. */
const namesAtOnce = 10;

/** Removes the pictures of an erased person at once. The sweep would do it a week later. */
export function imageEraser(storage: Storage, columns: readonly PgColumn[]) {
  const isNamedIn = (column: PgColumn): SQL =>
    sql`EXISTS (SELECT FROM ${column.table} WHERE ${column}::text LIKE '%' || images.name || '%')`;

  return {
    /**
     * Deletes the rows of those pictures that belong to the desk and that no column refers to any more. Returns their
     * keys.
     */
    async forget(tx: NodePgDatabase, urls: readonly string[]): Promise<ImageKey[]> {
      const names = [...new Set(urls.flatMap((url) => nameInAddress.exec(url)?.[1] ?? []))].toSorted();
      const forgotten: ImageKey[] = [];
      for (let at = 0; at < names.length; at += namesAtOnce) {
        const isOne = sql`name = ANY (${sql.param(names.slice(at, at + namesAtOnce))}::text[])`;
        // A transaction that is saving one of them locks its row. Only a statement that begins after that transaction
        // sees the new reference.
        await tx.execute(sql`SELECT FROM images WHERE ${isOne} ORDER BY name FOR UPDATE`);
        const { rows } = await tx.execute<ImageKey>(sql`
          DELETE FROM images
          WHERE ${isOne} AND NOT (${sql.join(columns.map(isNamedIn), sql` OR `)})
          RETURNING bucket, name`);
        forgotten.push(...rows);
      }
      return forgotten;
    },

    /**
     * Removes the files of these pictures; call it after their rows are deleted for good. The sweep removes the files
     * that cannot be removed now.
     */
    async removeFiles(forgotten: readonly ImageKey[]): Promise<void> {
      // The originals are removed first: a request that creates a narrow picture checks for its original again
      // afterwards (`serve.ts`).
      await Promise.allSettled(forgotten.map((key) => storage.remove(key)));
      const narrow = forgotten.flatMap(({ bucket, name }) =>
        imageWidths.map((width) => ({ bucket, name: nameAtWidth(name, width) })),
      );
      await Promise.allSettled(narrow.map((key) => storage.remove(key)));
    },
  };
}

export type ImageEraser = ReturnType<typeof imageEraser>;
