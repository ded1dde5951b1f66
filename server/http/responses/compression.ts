import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/**
 * The minimum size of a compressed response, in bytes: for a shorter one, compressing costs more time than it saves.
 */
export const compressFrom = 16 * 1024;

/**
 * Route options of a response that is compressed while it is sent: only with gzip, since brotli never returns its
 * memory.
 */
export const compressed = { compress: { threshold: compressFrom, encodings: ['gzip' as const] } };

/**
 * Lets routes compress their responses, and accepts compressed bodies everywhere: limits count the decompressed bytes.
 */
export function compressAnswers(app: FastifyInstance) {
  app.register(compress, {
    global: false,
    globalDecompression: true,
    requestEncodings: ['gzip', 'deflate', 'identity'],
  });
}
