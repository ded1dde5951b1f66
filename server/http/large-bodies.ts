import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyLimits } from '#contract/route.ts';
import { concurrencyLimit } from '#server/concurrency/concurrency-limit.ts';
import { busy } from '#server/http/failure.ts';

type Handle = (request: FastifyRequest, reply: FastifyReply) => unknown;

const inProgress = () => busy('Another import is in progress. Try again when it has ended.');

/** Each takes many times its size in memory, so a process works on one at a time. Others wait, unread, for as long as people do. */
const inTurn = concurrencyLimit({ atOnce: 1, maxWaiting: 20, patience: 10_000 }, inProgress);

/** Whether a route takes bodies that are worked on one at a time. */
export const takesLargeBodies = ({ bodyLimit }: { bodyLimit: number }) => bodyLimit > bodyLimits.staff;

/** The hook and the handler of a route whose large bodies are read and handled one at a time. Throws 503 for one that waits too long. */
export function oneAtATime(handle: Handle) {
  /** What ends the turn of a call that is being read. */
  const ends = new WeakMap<FastifyRequest, () => void>();
  return {
    preParsing: (request: FastifyRequest, { raw }: FastifyReply) =>
      new Promise<void>((begin, refuse) => {
        const work = () =>
          new Promise<void>((end) => {
            // One that went away while it waited is read no more.
            if (raw.closed || raw.destroyed) {
              refuse(inProgress());
              end();
              return;
            }
            ends.set(request, end);
            raw.once('close', () => ends.get(request)?.());
            begin();
          });
        inTurn(work).catch(refuse);
      }),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const end = ends.get(request);
      // From now on the turn ends with the work, also when the caller has gone.
      ends.delete(request);
      try {
        return await handle(request, reply);
      } finally {
        end?.();
      }
    },
  };
}
