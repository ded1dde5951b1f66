import type { FastifyInstance } from 'fastify';
import { usualBytesPerField } from '#contract/route.ts';
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
 * Takes JSON bodies in UTF-8, which are measured first. Other bytes are 400 `bad_json`: the framework would read them as characters that were
 * never sent.
 */
export function acceptJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    let text;
    try {
      const { bodyLimit, config } = request.routeOptions;
      measureJson(body, { bodyLimit, bytesPerField: config.bytesPerField ?? usualBytesPerField });
      text = utf8.decode(body);
    } catch (error) {
      done(error instanceof Failure ? error : new Failure(400, 'bad_json', 'The body is not valid UTF-8.'));
      return;
    }
    void parse(request, text, done);
  });
}
