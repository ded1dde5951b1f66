import type { FastifyInstance, FastifyRequest } from 'fastify';
import { usualBytesPerField } from '#contract/route.ts';
import { turns } from '#server/concurrency/turns.ts';
import { measureJson } from '#server/http/body.ts';
import { Failure } from '#server/http/failure.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Bytes of the body limit for each field that a body may have. */
    bytesPerField?: number;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Accepts JSON bodies in UTF-8, which are measured first. Other bytes are 400 `bad_json`: the framework would decode
 * them as characters that were never sent. While a large body is read, other work may run.
 */
export function acceptJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const { bodyLimit, config } = request.routeOptions;
    const turn = turns();
    const measured = measureJson(body, { bodyLimit, bytesPerField: config.bytesPerField ?? usualBytesPerField });
    for (const _ of measured) await turn();
    const text = decoded(body);
    await turn();
    return new Promise((resolve, reject) => {
      void parse(request, text, (error, value) => (error ? reject(error) : resolve(value)));
    });
  });
}

function decoded(body: Buffer) {
  try {
    return utf8.decode(body);
  } catch {
    throw new Failure(400, 'bad_json', 'The body is not valid UTF-8.');
  }
}
