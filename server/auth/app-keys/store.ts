import { desc, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { uuidv7 } from 'uuidv7';
import { type AppKey, maxLiveKeys, type NewAppKey } from '#contract/app-keys.ts';
import type { AppScope } from '#contract/app-scopes.ts';
import type { z } from 'zod';
import { isAppKey, newAppKey } from '#server/auth/app-keys/text.ts';
import { appKeys, staff } from '#server/auth/tables.ts';
import { hashOf } from '#server/auth/tokens.ts';
import { asyncCommit } from '#server/database/connect/pool.ts';
import { Failure } from '#server/http/failure.ts';

/** The key of a call. */
export type CallingKey = {
  id: string;
  name: string;
  scopes: AppScope[];
  networks: string[];
  expiresAt: string;
  /** Its use within this hour is not recorded yet. */
  stale: boolean;
  /** The networks from which it was used. */
  usedFrom: string[];
};

/** The maximum number of recorded networks of a key: from then on new ones are not logged. */
const maxUsedFrom = 100;

const isLive = sql`${appKeys.revokedAt} IS NULL AND ${appKeys.expiresAt} > now()`;

/** Looks up the keys of calls, over `pipeline`. A revoked or expired key is refused at the next call. */
export function appKeyStore(db: NodePgDatabase, pipeline: NodePgDatabase) {
  const find = pipeline
    .select({
      id: appKeys.id,
      name: appKeys.name,
      scopes: appKeys.scopes,
      networks: appKeys.networks,
      expiresAt: appKeys.expiresAt,
      stale: sql<boolean>`coalesce(${appKeys.usedAt} NOT BETWEEN now() - interval '1 hour' AND now() + interval '1 second', true)`,
      usedFrom: appKeys.usedFrom,
    })
    .from(appKeys)
    .where(sql`${appKeys.hash} = ${sql.placeholder('hash')} AND ${isLive}`)
    .prepare('app_key');

  return {
    /** The live key of this text, or null. */
    async byText(text: string): Promise<CallingKey | null> {
      if (!isAppKey(text)) return null;
      return (await find.execute({ hash: hashOf(text) }))[0] ?? null;
    },

    /** Records that a key is in use, at most once an hour. Does not wait for the disk. */
    async touch({ id }: CallingKey) {
      await db
        .update(appKeys)
        .set({ usedAt: sql`now()` })
        .where(sql`${appKeys.id} = ${id} AND ${asyncCommit}`);
    },

    /** Records the first use of a key from a network, and logs it. Of simultaneous calls one does. */
    async recordNetwork({ id, name }: CallingKey, network: string) {
      const isNew = sql`${network} <> ALL (used_from) AND cardinality(used_from) < ${maxUsedFrom}`;
      await db.execute(sql`
        WITH added AS (
          UPDATE app_keys SET used_from = used_from || ${network}::text WHERE id = ${id} AND ${isNew} RETURNING id
        )
        SELECT log_event(${uuidv7()}, NULL, '', 'new-network', 'staff', 'app-key', id, ${name}, ${network}, 1) FROM added`);
    },
  };
}

export type AppKeyStore = ReturnType<typeof appKeyStore>;

const shown = {
  id: appKeys.id,
  name: appKeys.name,
  scopes: appKeys.scopes,
  networks: appKeys.networks,
  state: sql<
    AppKey['state']
  >`CASE WHEN ${appKeys.revokedAt} IS NOT NULL THEN 'revoked' WHEN ${appKeys.expiresAt} <= now() THEN 'expired' ELSE 'live' END`,
  createdAt: appKeys.createdAt,
  createdBy: { id: staff.id, name: staff.name },
  expiresAt: appKeys.expiresAt,
  revokedAt: appKeys.revokedAt,
  lastUsedAt: appKeys.usedAt,
};

const listed = (db: NodePgDatabase) =>
  db.select(shown).from(appKeys).leftJoin(staff, eq(staff.id, appKeys.createdBy)).$dynamic();

/** All keys, the newest first. */
export const listAppKeys = (db: NodePgDatabase): Promise<AppKey[]> =>
  listed(db).orderBy(desc(appKeys.createdAt), desc(appKeys.id));

/** Throws 404 for an unknown key. */
export async function readAppKey(db: NodePgDatabase, id: string): Promise<AppKey> {
  const [key] = await listed(db).where(eq(appKeys.id, id));
  if (!key) throw new Failure(404, 'not_found', 'This app key does not exist.');
  return key;
}

/** An arbitrary number, unique among the locks: keys are made one after the other. */
const makingLock = 20_261_131;

/** Makes a key, in a transaction. Returns its id and its text, which is stored nowhere. Throws 409 while two are live. */
export async function makeAppKey(
  tx: NodePgDatabase,
  { name, scopes, networks, days, by }: z.output<typeof NewAppKey> & { by: string | null },
) {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${makingLock})`);
  if ((await tx.$count(appKeys, isLive)) >= maxLiveKeys) {
    const message = `There are ${maxLiveKeys} live keys already. Revoke one that is not in use any more.`;
    throw new Failure(409, 'too_many_keys', message);
  }
  const id = uuidv7();
  const secret = newAppKey();
  const expiresAt = sql`now() + make_interval(days => ${days})`;
  await tx.insert(appKeys).values({ id, name, scopes, networks, createdBy: by, hash: hashOf(secret), expiresAt });
  return { id, secret };
}

/**
 * Gives the newest key that an account made under this name another text, because the answer with the first one was lost.
 * Throws 409 when that one was used.
 */
export async function renewAppKey(tx: NodePgDatabase, { name, by }: { name: string; by: string }) {
  const secret = newAppKey();
  const { rows } = await tx.execute<{ id: string }>(sql`
    UPDATE app_keys SET hash = ${hashOf(secret)} WHERE used_at IS NULL AND id = (
      SELECT id FROM app_keys WHERE name = ${name} AND created_by = ${by} ORDER BY created_at DESC, id DESC LIMIT 1)
    RETURNING id`);
  if (!rows[0]) throw new Failure(409, 'key_used', 'This key was made and is in use. Make another one.');
  return { id: rows[0].id, secret };
}

/** Revokes a key. Returns its name, or null when it was revoked before. Throws 404 for an unknown one. */
export async function revokeAppKey(tx: NodePgDatabase, id: string): Promise<string | null> {
  const { name } = await readAppKey(tx, id);
  const { rowCount } = await tx.execute(
    sql`UPDATE app_keys SET revoked_at = now() WHERE id = ${id} AND revoked_at IS NULL`,
  );
  return rowCount ? name : null;
}
