import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyRequest } from 'fastify';
import { everyRole } from '#contract/roles.ts';
import type { Challenge, Proof, ProofKind, authRoutes } from '#contract/auth.ts';
import { answerOnTick, refusalStep } from '#server/auth/constant-time.ts';
import { originOf } from '#server/auth/limits/device.ts';
import { type Claimed, challengeStore } from '#server/auth/factors/challenges.ts';
import { readFactorKinds } from '#server/auth/factors/kinds.ts';
import { passkeyRequest, siteOf, siteUnknown } from '#server/auth/factors/passkeys.ts';
import { type Proven, proofChecker, trierOf } from '#server/auth/factors/proofs.ts';
import type { SecretBox } from '#server/auth/factors/secret-box.ts';
import { passkeys } from '#server/auth/factors/tables.ts';
import { expectRole } from '#server/auth/guard.ts';
import { type SignInLimiter, type SigningIn, attemptOf } from '#server/auth/limits/limits.ts';
import type { RefusalLog } from '#server/auth/limits/refused-sign-ins.ts';
import { type SessionStore, type StartedSession, unauthenticated } from '#server/auth/sessions/store.ts';
import { staff } from '#server/auth/tables.ts';
import { Failure } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';

type Options = {
  db: NodePgDatabase;
  sessions: SessionStore;
  limiter: SignInLimiter;
  refusals: RefusalLog;
  box: SecretBox;
  publicUrl: string;
};

/** The messages for a refused proof. They depend on the sent kind, not on the reason. */
const sentences: Record<ProofKind, string> = {
  password: 'This password is not right.',
  totp: 'This code is not right, or was used before.',
  'recovery-code': 'This recovery code is not right, or was used before.',
  passkey: 'This passkey was not accepted.',
};

/** Sign-in with a second factor or with a passkey alone, and confirmation of a signed-in person. */
export function factorSignIn({ db, sessions, limiter, refusals, box, publicUrl }: Options) {
  const store = challengeStore(db);
  const check = proofChecker(db, limiter, box);
  const site = siteOf(publicUrl);
  const accountOf = async (id: string) => {
    const [account] = await db.select({ id: staff.id, email: staff.email }).from(staff).where(eq(staff.id, id));
    return account ?? null;
  };

  const describe = async (
    made: { token: string; hash: Buffer },
    kinds: ProofKind[],
    request: FastifyRequest,
    staffId?: string,
  ): Promise<Challenge> => {
    const here = kinds.includes('passkey') ? site(request) : null;
    const usable = kinds.filter((kind) => kind !== 'passkey' || here);
    if (usable.length === 0) throw siteUnknown();
    const known = here && staffId ? await db.select().from(passkeys).where(eq(passkeys.staffId, staffId)) : [];
    return {
      challenge: made.token,
      kinds: usable,
      passkey: here && (await passkeyRequest(made.hash, here, known)),
    };
  };

  /**
   * Checks the response to a challenge. `end` completes its purpose in the transaction that uses the proof up, and may
   * still refuse by returning null. Otherwise throws `status` and a sentence, at a time that does not reveal the
   * reason.
   */
  async function answered<T>(
    { challenge, proof }: { challenge: string; proof: Proof },
    request: FastifyRequest,
    { purpose, status }: { purpose: 'sign-in' | 'confirm'; status: 401 | 403 },
    end: (tx: NodePgDatabase, proven: Proven) => Promise<T | null>,
  ): Promise<T> {
    const began = performance.now();
    const claimed = await store.claim(challenge, purpose, request.session?.id);
    const done = claimed && (await ended(proof, claimed, request, end));
    if (done) return done;
    refusals.count(claimed?.staffId ? await accountOf(claimed.staffId) : null, request.ip);
    await answerOnTick(began, refusalStep);
    if (claimed) throw new Failure(status, 'wrong_proof', sentences[proof.kind]);
    const again = purpose === 'sign-in' ? 'Sign in again.' : 'Try again.';
    throw new Failure(status, 'challenge_over', `This took too long, or there were too many tries. ${again}`);
  }

  async function ended<T>(
    proof: Proof,
    claimed: Claimed,
    request: FastifyRequest,
    end: (tx: NodePgDatabase, proven: Proven) => Promise<T | null>,
  ) {
    const proven = await check(proof, claimed, { from: request.ip, site: site(request) });
    if (!proven) return null;
    expectRole(proven.account, everyRole);
    const done = await db.transaction(async (tx) =>
      (await store.finish(tx, claimed)) && (await proven.use(tx)) ? end(tx, proven) : null,
    );
    if (done) await limiter.clear(attemptOf(proven.account.email, request.ip, trierOf(claimed)));
    return done;
  }

  const handlers = {
    async passkey(_, { request }) {
      return describe(await store.forAnybody(request.ip), ['passkey'], request);
    },

    async askToConfirm(_, { request, staff: { id } }) {
      if (!request.session) throw unauthenticated();
      const kinds = await readFactorKinds(db, id);
      const made = await store.forSession('confirm', request.session);
      return describe(made, kinds.length > 0 ? kinds : ['password'], request, id);
    },

    async confirm(input, { request }) {
      const { session } = request;
      if (!session) throw unauthenticated();
      await answered(input, request, { purpose: 'confirm', status: 403 }, async (tx) => {
        await sessions.confirm(tx, session.id);
        return true;
      });
    },
  } satisfies Partial<Handlers<typeof authRoutes>>;

  return {
    handlers,

    /** Asks for a second factor after the right password. Null when the account has changed in the meantime. */
    async ask(account: SigningIn, kinds: ProofKind[], request: FastifyRequest) {
      const made = await store.forSignIn(account);
      return made && { factor: await describe(made, kinds, request, account.id) };
    },

    /** Starts the session of the account that completes the challenge. */
    signIn: (input: { challenge: string; proof: Proof }, request: FastifyRequest): Promise<StartedSession> =>
      answered(input, request, { purpose: 'sign-in', status: 401 }, (tx, { account }) =>
        sessions.start(tx, { staffId: account.id, passwordHash: account.passwordHash, from: originOf(request) }),
      ),
  };
}
