import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure, invalid } from '#server/http/failure.ts';

/** A file of a call. It stays on disk until the response is sent. */
export class Upload {
  readonly path: string;
  /** SHA-256 of its bytes. */
  readonly digest: string;

  constructor(path: string, digest: string) {
    this.path = path;
    this.digest = digest;
  }

  /** Two calls with the same bytes are the same call. */
  toJSON() {
    return this.digest;
  }
}

/** Saves the file of a call while it streams in. Throws when the file is refused. */
export type SaveUpload = (bytes: Readable) => Promise<Upload>;

/** A form's fields by name: text, and the file as received. */
export type Form = Record<string, unknown>;

/** Makes the routes of this scope accept `multipart/form-data`, and nothing else. */
export async function acceptMultipart(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers();
  // The feature that saves the file limits its size.
  await scope.register(multipart, { limits: { fileSize: Infinity, fields: 10, fieldSize: 4096, parts: 12 } });
}

/**
 * Reads a form into the request's body, field by field as it arrives. Its file has the name `file`. Throws 422 for a
 * repeated field and for any other file.
 */
export async function readMultipart(request: FastifyRequest, file: string, receive: SaveUpload): Promise<void> {
  const form: Form = {};
  request.body = form;
  try {
    if (!request.isMultipart()) return;
    for await (const part of request.parts()) {
      const { fieldname: name } = part;
      if (Object.hasOwn(form, name)) throw invalid([{ path: name, message: `${name} was sent more than once` }]);
      if (part.type === 'field') form[name] = part.value;
      else if (name === file) form[name] = await receive(part.file);
      else throw invalid([{ path: name, message: `There is no file field ${name}` }]);
    }
  } catch (error) {
    if (error instanceof Failure || (error as { code?: string }).code !== undefined) throw error;
    // The parser's own errors for bytes that are not a form have neither a code nor a status.
    throw new Failure(400, 'bad_form', 'The body is not a valid form.');
  } finally {
    // After a refusal half-way, the rest is read and discarded, because only then does the sender read the response.
    request.raw.unpipe();
    request.raw.resume();
  }
}
