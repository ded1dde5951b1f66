import { and, eq, getTableColumns, gt, lt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type Purpose, challenges } from '#server/auth/factors/tables.ts';
import { staff } from '#server/auth/tables.ts';
import { addressHash } from '#server/auth/limits/limits.ts';
import { hashOf, newToken } from '#server/auth/tokens.ts';
import { tooManyTries } from '#server/auth/limits/block-cache.ts';

/** The lifetime of a challenge, in minutes. */
export const challengeMinutes = 5;
/** The number of answers to one challenge. */
const maxTries = 5;
/** More than the one row that is added, so that old rows never pile up. */
const maxSwept = 20;
/** The maximum number of open challenges for signing in with a passkey alone, from one address. */
const maxOfAddress = 50;

const expiresAt = sql`now() + make_interval(mins => ${challengeMinutes})`;
const live = gt(challenges.expiresAt, sql`now()`);

export type Claimed = typeof challenges.$inferSelect & {
  /** By the database's clock, in seconds since 1970. */
  now: number;
};

/** Challenges are rows, so that each can be completed only once across all processes. */
export function challengeStore(db: NodePgDatabase) {
  const sweep = () =>
    db.delete(challenges).where(
      sql`${challenges.hash} IN (SELECT hash FROM challenges WHERE expires_at <= now() ORDER BY expires_at
        LIMIT ${maxSwept} FOR UPDATE SKIP LOCKED)`,
    );

  /** `where` is the SQL from FROM on, the condition for the challenge. Resolves to null when it does not hold. */
  async function make(
    purpose: Purpose,
    { staffId, sessionId, address, secret }: Partial<typeof challenges.$inferInsert>,
    where = sql``,
  ) {
    await sweep();
    const token = newToken();
    const hash = hashOf(token);
    const { rowCount } = await db.execute(sql`
      INSERT INTO challenges (hash, purpose, staff_id, session_id, address, secret, expires_at)
      SELECT ${hash}::bytea, ${purpose}, ${staffId ?? null}::uuid, ${sessionId ?? null}::uuid,
        ${address ?? null}::bytea, ${secret ?? null}::bytea, ${expiresAt} ${where}`);
    return rowCount === 1 ? { token, hash } : null;
  }

  return {
    /**
     * For an account whose password with this hash was given. Null when the account was disabled or has a new password.
     */
    forSignIn: ({ id, passwordHash }: Pick<typeof staff.$inferSelect, 'id' | 'passwordHash'>) =>
      make(
        'sign-in',
        { staffId: id },
        sql`FROM ${staff} WHERE ${staff.id} = ${id} AND ${staff.enabled} AND ${staff.passwordHash} = ${passwordHash} FOR SHARE`,
      ),

    /** For a passkey of any account. Throws 429 when an address has too many of these challenges. */
    async forAnybody(from: string) {
      const address = addressHash(from);
      const made = await make(
        'sign-in',
        { address },
        sql`WHERE (SELECT count(*) FROM ${challenges} WHERE ${eq(challenges.address, address)} AND ${live}) < ${maxOfAddress}`,
      );
      if (!made) throw tooManyTries(challengeMinutes * 60);
      return made;
    },

    /** For a signed-in session. */
    async forSession(
      purpose: Exclude<Purpose, 'sign-in'>,
      session: { id: string; admin: { id: string } },
      secret?: Buffer,
    ) {
      const made = await make(purpose, { staffId: session.admin.id, sessionId: session.id, ...(secret && { secret }) });
      if (!made) throw new Error('A challenge was not made');
      return made;
    },

    /** Counts a try. Null when the challenge does not exist, has another purpose, has expired or has no tries left. */
    async claim(token: string, purpose: Purpose, sessionId: string | null = null): Promise<Claimed | null> {
      const [claimed] = await db
        .update(challenges)
        .set({ tries: sql`${challenges.tries} + 1` })
        .where(
          and(
            eq(challenges.hash, hashOf(token)),
            eq(challenges.purpose, purpose),
            sql`${challenges.sessionId} IS NOT DISTINCT FROM ${sessionId}::uuid`,
            lt(challenges.tries, maxTries),
            live,
          ),
        )
        .returning({ ...getTableColumns(challenges), now: sql<number>`extract(epoch FROM now())::float` });
      return claimed ?? null;
    },

    /** Ends a completed challenge. False when another call has already ended it. */
    async finish(tx: NodePgDatabase, { hash }: Claimed) {
      const ended = await tx.delete(challenges).where(eq(challenges.hash, hash)).returning({ hash: challenges.hash });
      return ended.length === 1;
    },
  };
}
