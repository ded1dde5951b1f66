import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Bytes from which an answer is compressed: a shorter one costs more time than it saves on the way. */
export const compressFrom = 16 * 1024;

/** Route options of an answer that is compressed while it is sent: with gzip alone, since brotli never gives its memory back. */
export const compressed = { compress: { threshold: compressFrom, encodings: ['gzip' as const] } };

/** Lets routes compress their answers, and takes compressed bodies everywhere: limits count their bytes unpacked. */
export function compressAnswers(app: FastifyInstance) {
  app.register(compress, {
    global: false,
    globalDecompression: true,
    requestEncodings: ['gzip', 'deflate', 'identity'],
  });
}
