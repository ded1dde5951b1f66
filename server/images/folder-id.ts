import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

const fileOf = (folder: string) => path.join(folder, '.folder-id');

/** The id of a folder; undefined when it has none. */
const readId = (folder: string) => readFile(fileOf(folder), 'utf8').catch(() => undefined);

async function giveId(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const id = randomUUID();
  const unfinished = `${fileOf(folder)}.${id}`;
  await writeFile(unfinished, id, { mode: 0o600, flush: true });
  await rename(unfinished, fileOf(folder));
  return id;
}

const knownId = async (db: NodePgDatabase, lock = sql``) =>
  (await db.execute<{ id: string | null }>(sql`SELECT images_folder AS id FROM desk ${lock}`)).rows[0]?.id;

const faultOf = (folder: string) =>
  `${folder} is not the folder of images that this database was first used with: a picture that one desk takes is missing at ` +
  'the others. Let all desks share one folder, or set S3_ENDPOINT. If this is the only folder, moved or new, run ' +
  '“UPDATE desk SET images_folder = NULL” in the database and start the desk again.';

/** A sentence when a folder of images is not the one that its database was first used with; nothing is written. */
export async function findFolderFault(db: NodePgDatabase, folder: string): Promise<string | undefined> {
  const known = await knownId(db);
  return known && known !== (await readId(folder)) ? faultOf(folder) : undefined;
}

/**
 * The same at a start, which creates a missing id, and records it in a database that no other desk has used. The row is
 * locked for this: desks that share the folder and start at once agree on its id.
 */
export const noteFolder = (db: NodePgDatabase, folder: string): Promise<string | undefined> =>
  db.transaction(async (tx) => {
    const known = await knownId(tx, sql`FOR UPDATE`);
    const id = (await readId(folder)) ?? (await giveId(folder));
    if (!known) await tx.execute(sql`UPDATE desk SET images_folder = ${id}`);
    return known && known !== id ? faultOf(folder) : undefined;
  });
