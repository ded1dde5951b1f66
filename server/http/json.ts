import type { FastifyInstance } from 'fastify';
import { Failure } from '#server/http/failure.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Takes JSON bodies in UTF-8. Other bytes are 400 `bad_json`: the framework would read them as characters that were never
 * sent.
 */
export function acceptJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    let text;
    try {
      text = utf8.decode(body);
    } catch {
      done(new Failure(400, 'bad_json', 'The body is not valid UTF-8.'));
      return;
    }
    void parse(request, text, done);
  });
}
