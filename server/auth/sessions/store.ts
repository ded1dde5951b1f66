import { type SQL, and, eq, gt, lte, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { uuidv7 } from 'uuidv7';
import type { Admin, ProofKind, Session } from '#contract/auth.ts';
import type { Placeholders } from '#contract/placeholders.ts';
import type { Role } from '#contract/roles.ts';
import { factorKinds } from '#server/auth/factors/kinds.ts';
import type { Attempt } from '#server/auth/limits/limits.ts';
import { bearers, sessions, signInFailures, staff } from '#server/auth/tables.ts';
import { hashOf, newToken, tokenShape } from '#server/auth/tokens.ts';
import { batch } from '#server/database/driver/batch.ts';
import { type ContentVersions, contentVersions } from '#server/database/content-versions.ts';
import { asyncCommit } from '#server/database/connect/pool.ts';
import { keptStatement } from '#server/database/driver/statements.ts';
import { Failure } from '#server/http/failure.ts';

export type Lifetimes = {
  /** Minutes without use after which a session ends. */
  idle: number;
  /** Hours after which a session ends, regardless of use. */
  most: number;
  /** Minutes for which a bearer is valid. */
  bearer: number;
  /** Minutes for which a confirmation of the person counts. Signing in is one. */
  confirmed: number;
};

/** The lifetimes from the settings. */
export const lifetimesOf = (settings: {
  sessionIdleMinutes: number;
  sessionMaxHours: number;
  bearerMinutes: number;
  confirmMinutes: number;
}): Lifetimes => ({
  idle: settings.sessionIdleMinutes,
  most: settings.sessionMaxHours,
  bearer: settings.bearerMinutes,
  confirmed: settings.confirmMinutes,
});

export const unauthenticated = () => new Failure(401, 'unauthenticated', 'Sign in to continue.');

export type LiveSession = {
  id: string;
  admin: Admin;
  stale: boolean;
  /** Whether the person has signed in or confirmed their identity recently. */
  confirmed: boolean;
  /** The account must set up a second factor before anything else. */
  mustAddFactor: boolean;
};

/** The account of a new session, and its device and address. */
type Starting = { staffId: string; passwordHash: string; from: string };

/** The facts about a sign-in with the right password alone. */
type ByPassword = {
  /** The counted try, which the new session clears: the failures of this account from this address no longer count. */
  attempt: Attempt;
  /** The session of an account without a second factor must set one up. */
  mustAddFactor: boolean;
};

/** A session with the requested versions of the content. */
type SessionWithContent = LiveSession & { content: ContentVersions | null };

export type StartedSession = { session: Session; cookie: string; maxAge: number };

/** The second factors of an account for which the password alone starts no session. */
type Asked = { kinds: ProofKind[] };

/** The number of ended sessions that a sign-in deletes: more than the one that it adds, so that they never pile up. */
const maxSwept = 20;

/** The maximum number of simultaneous statements that look up bearers. */
const readsAtOnce = 1;

const adminColumns = {
  id: staff.id,
  email: staff.email,
  name: staff.name,
  role: staff.role,
  qualification: staff.qualification,
};

/**
 * Sessions of staff. Every look-up reads the session with its account, so that a logout, a disabled account or a new
 * password takes effect at the next call. Bearers are looked up in `pipeline`. Each session in a response has the
 * `placeholders`.
 */
export function sessionStore(db: NodePgDatabase, lifetimes: Lifetimes, placeholders: Placeholders, pipeline = db) {
  /** The session in a response. */
  const sessionOf = (
    bearer: Pick<Session, 'token' | 'expiresAt'>,
    { admin, mustAddFactor }: Pick<LiveSession, 'admin' | 'mustAddFactor'>,
  ): Session => ({ ...bearer, admin, placeholders, ...(mustAddFactor && { mustAddFactor }) });

  const live = and(
    eq(staff.enabled, true),
    gt(sessions.endsAt, sql`now()`),
    gt(sessions.usedAt, sql`now() - make_interval(mins => ${lifetimes.idle})`),
  );
  // Use is recorded at most once a minute, because a read should not cost a write; but at once when the recorded time
  // is in the future, after the clock was set back.
  const isStale = sql<boolean>`${sessions.usedAt} NOT BETWEEN now() - interval '1 minute' AND now() + interval '1 second'`;
  const confirmed = sql<boolean>`${sessions.confirmedAt} > now() - make_interval(mins => ${lifetimes.confirmed})`;
  const found = {
    id: sessions.id,
    admin: adminColumns,
    stale: isStale,
    confirmed,
    mustAddFactor: sessions.mustAddFactor,
  };
  /** The sessions of calls that the server makes to itself, by their bearers. */
  const ownCalls = new Map<string, LiveSession>();
  /** Sessions whose use this process is recording. */
  const touching = new Set<string>();

  const byBearers = (which: SQL, name: string, content = sql<ContentVersions | null>`NULL`) =>
    pipeline
      .select({ ...found, hash: bearers.hash, content })
      .from(bearers)
      .innerJoin(sessions, eq(sessions.id, bearers.sessionId))
      .innerJoin(staff, eq(staff.id, sessions.staffId))
      .where(and(which, gt(bearers.expiresAt, sql`now()`), live))
      .prepare(name);
  // The statement for one bearer has a cached plan; the one for several is planned each time.
  const one = byBearers(eq(bearers.hash, sql.placeholder('hash')), 'session_by_bearer');
  const amongHashes = sql`${bearers.hash} = ANY(${sql.placeholder('hashes')}::bytea[])`;
  const several = byBearers(amongHashes, 'sessions_by_bearers');
  const withContent = byBearers(amongHashes, 'sessions_and_content', contentVersions(sql.placeholder('areas')));

  function read(hashes: Buffer[], areas: string[]) {
    if (areas.length > 0) return withContent.execute({ hashes, areas });
    return hashes.length === 1 ? one.execute({ hash: hashes[0] }) : several.execute({ hashes });
  }
  const byBearerHash = batch(readsAtOnce, async (asked: { hash: Buffer; areas: readonly string[] }[]) => {
    const hashes = asked.map(({ hash }) => hash);
    const rows = await read(hashes, [...new Set(asked.flatMap(({ areas }) => areas))]);
    return hashes.map((hash) => rows.find((row) => row.hash.equals(hash)) ?? null);
  });

  /** No bearer outlives its session. */
  const bearerEnds = sql`least(ends_at, now() + make_interval(mins => ${lifetimes.bearer}))`;

  /**
   * Starts a session with all its side effects in one statement. After the password alone, for an account with second
   * factors, it only returns their kinds. Any further proof is used up in the same transaction, which then waits for
   * the disk.
   */
  const insertSession = keptStatement<Admin & { kinds: ProofKind[]; expiresAt: string | null }>(
    'insert_session',
    { ...adminColumns, kinds: factorKinds, expiresAt: bearers.expiresAt },
    () => sql`
      WITH account AS (
        SELECT id, email, name, role, qualification,
          CASE WHEN ${sql.placeholder('byPassword')}::boolean THEN ${factorKinds} ELSE '{}'::text[] END AS kinds
        FROM staff
        WHERE id = ${sql.placeholder('staffId')} AND enabled AND password_hash = ${sql.placeholder('passwordHash')}
          AND CASE WHEN ${sql.placeholder('byPassword')}::boolean THEN ${asyncCommit} ELSE true END FOR SHARE
      ),
      admin AS (
        SELECT * FROM account WHERE kinds = '{}'
      ),
      logged AS (
        SELECT log_event(${sql.placeholder('eventId')}, id, name, 'sign-in', 'staff', 'account', id, '',
          ${sql.placeholder('from')}, 1) FROM admin
      ),
      over AS (
        DELETE FROM sessions WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM sessions WHERE ends_at <= now() ORDER BY ends_at LIMIT ${sql.raw(String(maxSwept))} FOR UPDATE SKIP LOCKED))
      ),
      forgotten AS (
        DELETE FROM ${signInFailures} USING admin
        WHERE account = ${sql.placeholder('account')}::bytea AND address = ${sql.placeholder('address')}::bytea
      ),
      session AS (
        INSERT INTO sessions (id, staff_id, cookie_hash, opened_from, ends_at, must_add_factor)
        SELECT ${sql.placeholder('id')}::uuid, id, ${sql.placeholder('cookieHash')}::bytea, ${sql.placeholder('from')},
          now() + make_interval(hours => ${lifetimes.most}), ${sql.placeholder('mustAddFactor')}::boolean FROM admin
        RETURNING id, ends_at
      ),
      bearer AS (
        INSERT INTO bearers (hash, session_id, expires_at)
        SELECT ${sql.placeholder('bearerHash')}::bytea, id, ${bearerEnds} FROM session RETURNING expires_at
      )
      SELECT account.*, expires_at FROM account LEFT JOIN (bearer CROSS JOIN logged) ON true`,
  );

  async function addBearer(tx: NodePgDatabase, sessionId: string) {
    const token = newToken();
    const [row] = await tx
      .insert(bearers)
      .select(
        tx
          .select({
            hash: sql`${hashOf(token)}::bytea`.as('hash'),
            sessionId: sql`${sessions.id}`.as('session_id'),
            expiresAt: bearerEnds.as('expires_at'),
          })
          .from(sessions)
          .where(eq(sessions.id, sessionId)),
      )
      .returning({ expiresAt: bearers.expiresAt });
    // The session ended at the same moment.
    if (!row) throw unauthenticated();
    return { token, expiresAt: row.expiresAt };
  }

  async function start(
    tx: NodePgDatabase,
    starting: Starting,
    byPassword: ByPassword | null,
  ): Promise<StartedSession | Asked | null> {
    const cookie = newToken();
    const token = newToken();
    const { attempt = { account: null, address: null }, mustAddFactor = false } = byPassword ?? {};
    const [row] = await insertSession(tx, {
      id: uuidv7(),
      eventId: uuidv7(),
      cookieHash: hashOf(cookie),
      bearerHash: hashOf(token),
      byPassword: byPassword !== null,
      mustAddFactor,
      ...starting,
      ...attempt,
    });
    if (!row) return null;
    const { expiresAt, kinds, ...admin } = row;
    if (expiresAt === null) return { kinds };
    const session = sessionOf({ token, expiresAt }, { admin, mustAddFactor });
    return { session, cookie, maxAge: lifetimes.most * 3600 };
  }

  return {
    /** The live session of a bearer, or null. The same statement reads the versions of the content of these areas. */
    async byBearer(token: string, areas: readonly string[] = []): Promise<SessionWithContent | null> {
      if (!tokenShape.test(token)) return null;
      const own = ownCalls.get(token);
      if (own) return { ...own, content: null };
      return byBearerHash({ hash: hashOf(token), areas });
    },

    /** The live session of a cookie, or null. */
    async byCookie(secret: string): Promise<LiveSession | null> {
      if (!tokenShape.test(secret)) return null;
      const [session] = await db
        .select(found)
        .from(sessions)
        .innerJoin(staff, eq(staff.id, sessions.staffId))
        .where(and(eq(sessions.cookieHash, hashOf(secret)), live));
      return session ?? null;
    },

    /** Runs a call that the server makes to itself, with a bearer that works in this process alone, until the call ends. */
    async withOwnBearer<T>(session: LiveSession, call: (bearer: string) => Promise<T>): Promise<T> {
      const bearer = newToken();
      ownCalls.set(bearer, session);
      try {
        return await call(bearer);
      } finally {
        ownCalls.delete(bearer);
      }
    },

    /**
     * Starts a session after all required proofs, in the transaction `tx` that uses them up, and logs it. Null when the
     * account was disabled or has a new password. `cookie` is the secret for the cookie, valid for `maxAge` seconds.
     */
    async start(tx: NodePgDatabase, starting: Starting): Promise<StartedSession | null> {
      const started = await start(tx, starting, null);
      return started && 'session' in started ? started : null;
    },

    /**
     * The same after the right password alone. For an account with second factors it returns their kinds and starts no
     * session. Does not wait for the disk: if the machine crashes within moments, the session is lost and the person
     * signs in again.
     */
    startByPassword: (starting: Starting, byPassword: ByPassword): Promise<StartedSession | Asked | null> =>
      start(db, starting, byPassword),

    /** Creates a new bearer. Older ones stay valid until they expire. */
    refresh(session: LiveSession): Promise<Session> {
      const { id } = session;
      return db.transaction(async (tx) => {
        await tx
          .update(sessions)
          .set({ usedAt: sql`now()` })
          .where(eq(sessions.id, id));
        await tx.delete(bearers).where(and(eq(bearers.sessionId, id), lte(bearers.expiresAt, sql`now()`)));
        return sessionOf(await addBearer(tx, id), session);
      });
    },

    /**
     * Records that the session is in use, at most once a minute. Of simultaneous calls only one writes: the others in
     * this process return at once, and those in another process find the use recorded.
     */
    async touch({ id }: LiveSession) {
      if (touching.has(id)) return;
      touching.add(id);
      try {
        await db
          .update(sessions)
          .set({ usedAt: sql`now()` })
          .where(and(eq(sessions.id, id), isStale, asyncCommit));
      } finally {
        touching.delete(id);
      }
    },

    /**
     * Makes open sessions of accounts without a second factor wait for one: the rule may be newer than the sessions.
     */
    async requireFactors() {
      const hasNone = sql`${staff.id} = ${sessions.staffId} AND ${factorKinds} = '{}'`;
      await db
        .update(sessions)
        .set({ mustAddFactor: true })
        .where(and(eq(sessions.mustAddFactor, false), sql`EXISTS (SELECT FROM ${staff} WHERE ${hasNone})`));
    },

    /** Records that the person has just confirmed their identity. */
    async confirm(tx: NodePgDatabase, id: string) {
      await tx
        .update(sessions)
        .set({ confirmedAt: sql`now()` })
        .where(eq(sessions.id, id));
    },

    /** The role of each of these sessions that is still live, by its id. This does not count as use of a session. */
    async liveRoles(ids: string[]): Promise<Map<string, Role>> {
      const rows = await db
        .select({ id: sessions.id, role: staff.role })
        .from(sessions)
        .innerJoin(staff, eq(staff.id, sessions.staffId))
        .where(and(sql`${sessions.id} = ANY(${sql.param(ids)}::uuid[])`, live));
      return new Map(rows.map(({ id, role }) => [id, role]));
    },

    /** Ends a session at once, with all its bearers. */
    async end(id: string) {
      await db.delete(sessions).where(eq(sessions.id, id));
    },
  };
}

export type SessionStore = ReturnType<typeof sessionStore>;
