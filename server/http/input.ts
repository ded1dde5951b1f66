import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Route } from '#contract/route.ts';
import { bodyFields } from '#server/http/body.ts';
import { Failure, invalid } from '#server/http/failure.ts';
import { Upload } from '#server/http/multipart.ts';
import { fileField, jsonSchema, splitInput } from '#server/http/openapi.ts';

/**
 * The maximum number of invalid fields in one response, because a body full of them must not cause a response many
 * times its size.
 */
export const maxErrors = 100;
/** The maximum number of characters of a field's name that a response repeats. */
const maxName = 100;

type Reader = (request: FastifyRequest) => unknown;

/**
 * Creates the flat input from path, query and body, or throws: 404 for a malformed path, 422 for the rest. The reader
 * is built at the first call.
 */
export function inputReader(route: Route): Reader {
  let read: Reader | undefined;
  return (request) => (read ??= readerOf(route))(request);
}

function readerOf(route: Route): Reader {
  const file = fileField(route);
  const schema = (route.input ?? z.strictObject({})).extend(file ? { [file]: uploadOf(route, file) } : {});
  const { query } = splitInput(route);
  const queryTypes = Object.entries(jsonSchema(query, 'input').properties ?? {}).map(
    ([name, property]) => [name, typeof property === 'object' ? property.type : undefined] as const,
  );
  const fromBody = route.method === 'POST' || route.method === 'PUT';
  // An entity sent back as it was read has its `id`; any other parameter may only be in the path. The schemas would
  // overlook `__proto__`.
  const isNoField = (name: string, inBody: boolean) =>
    name === '__proto__' || (route.params.includes(name) && !(inBody && name === 'id'));

  return (request) => {
    const params = request.params as Record<string, string>;
    const search = request.query as Record<string, unknown>;
    const body = bodyFields(request.body);
    const named = fromBody ? body : { ...search };
    const unknown = [
      ...Object.keys(fromBody ? search : body),
      ...Object.keys(named).filter((name) => isNoField(name, fromBody)),
    ];
    if (unknown.length > 0) throw invalid(unknown.slice(0, maxErrors).map(noSuchField));
    // The schema would take seconds for a body with only unknown fields.
    const strange = Object.keys(named).filter((name) => !Object.hasOwn(schema.shape, name));
    if (strange.length > maxErrors) throw invalid(strange.slice(0, maxErrors).map(noSuchField));
    for (const [name, type] of fromBody ? [] : queryTypes) {
      if (name in named) named[name] = fromQuery(named[name], type);
    }
    const result = schema.safeParse({ ...named, ...params });
    if (result.success) return result.data;
    if (result.error.issues.some((issue) => route.params.includes(String(issue.path[0])))) {
      throw new Failure(404, 'not_found', 'There is nothing at this address.');
    }
    throw invalid(result.error.issues.flatMap(fieldErrors).slice(0, maxErrors));
  };
}

/**
 * The schema of a file as received, in place of the contract's: a missing file is refused with the contract's message.
 */
function uploadOf(route: Route, file: string) {
  const asked = route.input?.shape[file] as z.ZodFile;
  const missing = asked.safeParse(undefined).error?.issues[0]?.message ?? '';
  return z.custom((value) => value instanceof Upload, { error: missing });
}

/**
 * Names come from the caller and are sent back, so they are cut: a response must not be many times the size of its
 * request.
 */
function noSuchField(name: string) {
  const shown = name.length > maxName ? `${name.slice(0, maxName)}…` : name;
  return { path: shown, message: `There is no such field: ${shown}` };
}

/** A query is text. Where the contract wants a number or a boolean, text of that form is converted. */
function fromQuery(value: unknown, type: unknown): unknown {
  if (typeof value !== 'string') return value;
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d{1,10})?$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/** The errors of a response for one validation issue. */
export function fieldErrors(issue: z.core.$ZodIssue) {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => noSuchField([...issue.path, key].join('.')));
  }
  return [{ path: issue.path.join('.'), message: issue.message }];
}
