import { and, asc, count, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyRequest } from 'fastify';
import type { Admin } from '#contract/auth.ts';
import { type Factor, type factorRoutes, maxPasskeys } from '#contract/factors.ts';
import type { Action } from '#contract/history.ts';
import { type Claimed, challengeStore } from '#server/auth/factors/challenges.ts';
import { madePasskey, passkeyCreation, siteOf, siteUnknown } from '#server/auth/factors/passkeys.ts';
import { renewRecoveryCodes } from '#server/auth/factors/recovery-codes.ts';
import type { SecretBox } from '#server/auth/factors/secret-box.ts';
import { type Purpose, authenticatorApps, passkeys, recoveryCodes } from '#server/auth/factors/tables.ts';
import { describeTotp, newTotpSecret, stepOf } from '#server/auth/factors/totp.ts';
import { type LiveSession, unauthenticated } from '#server/auth/sessions/store.ts';
import { sessions, staff } from '#server/auth/tables.ts';
import type { Context } from '#server/http/context.ts';
import { Failure, notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';

/** The fields of a log entry besides actor and time. */
type Entry = { action: Action; details: string };

type Options = {
  db: NodePgDatabase;
  box: SecretBox;
  publicUrl: string;
  requireSecondFactor: boolean;
  /** Runs a change of the caller's account in a transaction, with its entry in the log. */
  logged: <T>(context: Context, entry: Entry, work: (tx: NodePgDatabase) => Promise<T>) => Promise<T>;
};

const sessionOf = ({ request }: { request: FastifyRequest }): LiveSession => {
  if (!request.session) throw unauthenticated();
  return request.session;
};

const over = () => new Failure(403, 'challenge_over', 'This took too long, or there were too many tries. Begin again.');
const wrong = (message: string) => new Failure(403, 'wrong_proof', message);
const appExists = () =>
  new Failure(409, 'app_exists', 'You have an authenticator app already. Remove it before you set up another one.');

/** Throws 409 for an account with the maximum number of passkeys. */
function expectRoomForPasskey(count: number) {
  if (count < maxPasskeys) return;
  const message = `You have ${maxPasskeys} passkeys, and cannot have more. Remove one first.`;
  throw new Failure(409, 'too_many_passkeys', message);
}

const passkeyColumns = { id: passkeys.id, name: passkeys.name, createdAt: passkeys.createdAt, usedAt: passkeys.usedAt };
const appColumns = {
  id: authenticatorApps.id,
  createdAt: authenticatorApps.createdAt,
  usedAt: authenticatorApps.usedAt,
};

/** Serialises changes of the factors of one account. */
const lock = (tx: NodePgDatabase, { id }: Admin) =>
  tx.select({ id: staff.id }).from(staff).where(eq(staff.id, id)).for('update');

const countFactors = async (tx: NodePgDatabase, staffId: string) =>
  (await tx.$count(passkeys, eq(passkeys.staffId, staffId))) +
  (await tx.$count(authenticatorApps, eq(authenticatorApps.staffId, staffId)));

/** The handlers for the second factors of the caller's account. */
export function factorHandlers({
  db,
  box,
  publicUrl,
  requireSecondFactor,
  logged,
}: Options): Handlers<typeof factorRoutes> {
  const store = challengeStore(db);
  const siteOfCall = siteOf(publicUrl);
  /** Throws 409 when the address of the desk is unknown. */
  function site({ request }: Context) {
    const found = siteOfCall(request);
    if (!found) throw siteUnknown();
    return found;
  }
  const passkeysOf = (staffId: string) => db.select().from(passkeys).where(eq(passkeys.staffId, staffId));
  const appOf = async (staffId: string) =>
    (
      await db
        .select({ id: authenticatorApps.id })
        .from(authenticatorApps)
        .where(eq(authenticatorApps.staffId, staffId))
    )[0];

  /** Counts a try at a challenge of this session. Throws 403 when it has ended. */
  async function claim(challenge: string, purpose: Purpose, context: Context): Promise<Claimed> {
    const claimed = await store.claim(challenge, purpose, sessionOf(context).id);
    if (!claimed) throw over();
    return claimed;
  }

  /**
   * Adds a factor for a challenge. A session that waited for a factor gets full access; other waiting sessions of the
   * account end, because no factor was shown there.
   */
  const add = (context: Context, claimed: Claimed, details: string, insert: (tx: NodePgDatabase) => Promise<Factor>) =>
    logged(context, { action: 'add-factor', details }, async (tx) => {
      await lock(tx, context.staff);
      if (!(await store.finish(tx, claimed))) throw over();
      const { id, mustAddFactor } = sessionOf(context);
      // A factor has been added in the meantime, and was not shown in this session.
      if (mustAddFactor && (await countFactors(tx, context.staff.id)) > 0) throw over();
      const added = await insert(tx);
      const own = eq(sessions.id, id);
      await tx.update(sessions).set({ mustAddFactor: false }).where(own);
      const waiting = and(eq(sessions.staffId, context.staff.id), eq(sessions.mustAddFactor, true));
      await tx.delete(sessions).where(waiting);
      return added;
    });

  return {
    async list(_, { staff: { id } }) {
      const own = await db
        .select(passkeyColumns)
        .from(passkeys)
        .where(eq(passkeys.staffId, id))
        .orderBy(asc(passkeys.id));
      const [app] = await db.select(appColumns).from(authenticatorApps).where(eq(authenticatorApps.staffId, id));
      const [codes] = await db.select({ n: count() }).from(recoveryCodes).where(eq(recoveryCodes.staffId, id));
      return {
        factors: [
          ...own.map(({ id, name, createdAt, usedAt }) => ({ id, kind: 'passkey' as const, name, createdAt, usedAt })),
          ...(app ? [{ ...app, kind: 'totp' as const, name: '' }] : []),
        ],
        recoveryCodes: codes?.n ?? 0,
        required: requireSecondFactor,
      };
    },

    async startPasskey(_, context) {
      const here = site(context);
      const known = await passkeysOf(context.staff.id);
      expectRoomForPasskey(known.length);
      const { token, hash } = await store.forSession('add-passkey', sessionOf(context));
      return { challenge: token, passkey: await passkeyCreation(hash, here, context.staff, known) };
    },

    async addPasskey(input, context) {
      const claimed = await claim(input.challenge, 'add-passkey', context);
      const made = await madePasskey(input, claimed.hash, site(context));
      if (!made) throw wrong('This passkey was not accepted. Try again.');
      const { name, transports } = input;
      return add(context, claimed, `passkey “${name}”`, async (tx) => {
        // Others may have been added since this one was begun.
        expectRoomForPasskey(await tx.$count(passkeys, eq(passkeys.staffId, context.staff.id)));
        const [added] = await tx
          .insert(passkeys)
          .values({ staffId: context.staff.id, name, transports, ...made })
          .onConflictDoNothing()
          .returning(passkeyColumns);
        if (!added) throw wrong('This passkey is set up already.');
        return { ...added, kind: 'passkey' };
      });
    },

    async startTotp(_, context) {
      const { id, email } = context.staff;
      if (await appOf(id)) throw appExists();
      const secret = newTotpSecret();
      const { token } = await store.forSession('add-totp', sessionOf(context), box.close(secret, id));
      return { challenge: token, ...describeTotp(secret, email) };
    },

    async addTotp({ challenge, code }, context) {
      const { id } = context.staff;
      const claimed = await claim(challenge, 'add-totp', context);
      const { secret, now } = claimed;
      const lastStep = secret && stepOf(box.open(secret, id), code, now);
      if (!secret || lastStep === null) throw wrong('This code is not right. Look at the app again.');
      return add(context, claimed, 'authenticator app', async (tx) => {
        const [added] = await tx
          .insert(authenticatorApps)
          .values({ staffId: id, secret, lastStep })
          .onConflictDoNothing()
          .returning(appColumns);
        if (!added) throw appExists();
        return { ...added, kind: 'totp', name: '' };
      });
    },

    async makeRecoveryCodes(_, context) {
      const { id } = context.staff;
      const codes = await logged(context, { action: 'renew-recovery-codes', details: '' }, async (tx) => {
        await lock(tx, context.staff);
        if ((await countFactors(tx, id)) === 0) {
          throw new Failure(409, 'no_factor', 'Recovery codes stand in for a second factor. Set one up first.');
        }
        return renewRecoveryCodes(tx, id);
      });
      return { codes };
    },

    async remove({ id }, context) {
      const staffId = context.staff.id;
      const passkey = (await passkeysOf(staffId)).find((own) => own.id === id);
      const details = passkey ? `passkey “${passkey.name}”` : 'authenticator app';
      await logged(context, { action: 'remove-factor', details }, async (tx) => {
        await lock(tx, context.staff);
        const gone = [
          ...(await tx
            .delete(passkeys)
            .where(and(eq(passkeys.id, id), eq(passkeys.staffId, staffId)))
            .returning(passkeyColumns)),
          ...(await tx
            .delete(authenticatorApps)
            .where(and(eq(authenticatorApps.id, id), eq(authenticatorApps.staffId, staffId)))
            .returning(appColumns)),
        ];
        if (gone.length === 0) throw notFound('second factor');
        if ((await countFactors(tx, staffId)) > 0) return;
        if (requireSecondFactor) {
          throw new Failure(
            409,
            'last_factor',
            'Everyone here needs a second factor. Add another one before you remove this one.',
          );
        }
        await tx.delete(recoveryCodes).where(eq(recoveryCodes.staffId, staffId));
      });
    },
  };
}
