import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type Kind, kinds } from '#contract/kinds.ts';
import { notFound } from '#server/http/failure.ts';
import type { Context } from '#server/http/context.ts';
import { Change } from '#server/history/change.ts';
import { findStoredAnswer, storeAnswer } from '#server/log/idempotency.ts';
import type { EntityKind } from '#server/records/kind.ts';
import { type LoggedEvent, recordEvent, recordLook } from '#server/log/events.ts';
import { withPartition } from '#server/log/partitions.ts';
import { describeError } from '#server/database/reason.ts';

type Options<T> = {
  /** For a response with personal data, which is not kept: reads the response again when the call is repeated. */
  readAgain?: (tx: NodePgDatabase) => Promise<T>;
};

/**
 * The log, for the kinds that the areas register. Every staff change goes through `change`: one transaction with the
 * change, the operation, a revision of each changed record, and the response kept for the Idempotency-Key. `expectRoom`
 * throws when the disk has no room for it.
 */
export function createHistory(db: NodePgDatabase, registered: readonly EntityKind[], expectRoom: () => void) {
  const byName = new Map(registered.map((entity) => [entity.kind, entity]));

  /** Throws 404 for an unregistered kind. */
  const kindOf = (kind: Kind) => {
    const entity = byName.get(kind);
    if (!entity) throw notFound(kinds[kind].one);
    return entity;
  };

  /** The ancestors of a kind: its parent, the parent of that, and so on. */
  const ancestorsOf = ({ parent }: EntityKind): EntityKind[] => {
    const parentKind = parent && kindOf(parent.kind);
    return parentKind ? [parentKind, ...ancestorsOf(parentKind)] : [];
  };

  return {
    db,
    expectRoom,
    kinds: registered,
    kindOf,
    ancestorsOf,

    /** Writes an event that changed no content to the log. Throws when the disk has no room for it. */
    async record(event: LoggedEvent) {
      expectRoom();
      await recordEvent(db, event);
    },

    /** Records that an account viewed a user. A failure does not stop the view; the server logs it. */
    async recordLook({ staff, request }: Context, userId: string) {
      try {
        expectRoom();
        await recordLook(db, staff, userId);
      } catch (error) {
        request.log.warn({ error: describeError(error) }, 'a look at a user was not recorded');
      }
    },

    /**
     * Runs a staff change. Returns the result of `work`, or the response of an earlier call with the same
     * Idempotency-Key. Sets the header `Operation-Id` when something was changed.
     */
    async change<T>(
      context: Context,
      work: (change: Change) => Promise<T>,
      { readAgain }: Options<T> = {},
    ): Promise<T> {
      const { staff, reply, repeatable } = context;
      const transaction = async (tx: NodePgDatabase) => {
        const kept = repeatable && (await findStoredAnswer(tx, staff.id, repeatable));
        if (kept) {
          const output = readAgain ? await readAgain(tx) : (kept.output as T);
          return { operationId: kept.operationId, output };
        }
        expectRoom();
        const change = new Change(tx, registered, context);
        const output = await work(change);
        const answer = { operationId: await change.writeLog(), output };
        if (repeatable) {
          const keeping = readAgain ? { ...answer, output: undefined } : answer;
          await storeAnswer(tx, staff.id, repeatable, keeping);
        }
        return answer;
      };
      const done = await withPartition(db, () => db.transaction(transaction));
      if (done.operationId) reply.header('Operation-Id', done.operationId);
      return done.output;
    },
  };
}

export type History = ReturnType<typeof createHistory>;
