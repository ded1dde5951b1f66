import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyLimits } from '#contract/route.ts';
import { concurrencyLimit } from '#server/concurrency/concurrency-limit.ts';
import { busy } from '#server/http/failure.ts';

type Handle = (request: FastifyRequest, reply: FastifyReply) => unknown;

const inProgress = () => busy('Another import is in progress. Try again when it has ended.');

/**
 * Each body takes many times its size in memory, so a process handles one at a time. Others wait, unread, as long as a
 * person would.
 */
const inTurn = concurrencyLimit({ atOnce: 1, maxWaiting: 20, patience: 10_000 }, inProgress);

/** Whether the bodies of a route are handled one at a time. */
export const takesLargeBodies = ({ bodyLimit }: { bodyLimit: number }) => bodyLimit > bodyLimits.staff;

/**
 * The hook and the handler of a route whose large bodies are read and handled one at a time. Throws 503 for a call that
 * waits too long.
 */
export function oneAtATime(handle: Handle) {
  /** The functions that end the turns of calls that are being read. */
  const ends = new WeakMap<FastifyRequest, () => void>();
  return {
    preParsing: (request: FastifyRequest, { raw }: FastifyReply) =>
      new Promise<void>((begin, refuse) => {
        const work = () =>
          new Promise<void>((end) => {
            // A call that was closed while it waited is not read.
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
      // From now on the turn ends with the work, even when the client has closed the connection.
      ends.delete(request);
      try {
        return await handle(request, reply);
      } finally {
        end?.();
      }
    },
  };
}
