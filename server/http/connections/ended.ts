import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export type Ended = { request: FastifyRequest; reply: FastifyReply; status: number; byClient: boolean };

/** The status that nginx uses for a call whose client closed the connection before the response. */
const clientClosed = 499;

/**
 * Calls `work` once at the end of each call: when the whole response was sent, or when the client closed the connection
 * before that, as always with a stream.
 */
export function onEnded(app: FastifyInstance, work: (ended: Ended) => void) {
  const done = new WeakSet<FastifyReply>();
  const end = (request: FastifyRequest, reply: FastifyReply, byClient: boolean) => {
    if (done.has(reply)) return;
    done.add(reply);
    const status = byClient && !reply.raw.headersSent ? clientClosed : reply.statusCode;
    work({ request, reply, status, byClient });
  };
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) end(request, reply, true);
    });
  });
  app.addHook('onResponse', async (request, reply) => end(request, reply, false));
}
