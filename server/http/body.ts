import type { Route } from '#contract/route.ts';
import { invalid } from '#server/http/failure.ts';

/** The maximum nesting of objects and lists in a body, including the body itself. */
const maxNesting = 32;
/** Bytes of a route's body limit per item of its lists: an id takes 39. */
const bytesPerItem = 35;

const refused = (message: string) => invalid([{ path: '', message }]);

/** The fields of a JSON body. Throws 422 for a body that is not an object. */
export function bodyFields(body: unknown): Record<string, unknown> {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refused('The body must be a JSON object.');
  return { ...body };
}

const code = (character: string) => character.charCodeAt(0);
const [quote, backslash, colon, comma] = [code('"'), code('\\'), code(':'), code(',')];
const [openList, closeList, openObject, closeObject] = [code('['), code(']'), code('{'), code('}')];

/** The bytes of a body that are measured before other work may run. */
const atOnce = 1024 * 1024;

/** The state of measuring at a place in a body: the remaining allowance, and the position in the structure. */
type Measured = { fields: number; items: number; depth: number; isList: Uint8Array; isInText: boolean };

/** Measures the bytes of a body in a range. Returns the next place. */
function measurePart(bytes: Buffer, from: number, to: number, measured: Measured): number {
  const { isList } = measured;
  let { fields, items, depth, isInText } = measured;
  let at = from;
  for (; at < to; at += 1) {
    const byte = bytes[at];
    if (isInText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isInText = false;
      continue;
    }
    if (byte === quote) isInText = true;
    else if (byte === openList || byte === openObject) {
      depth += 1;
      if (depth > maxNesting) throw refused('The body is nested too deeply.');
      isList[depth] = byte === openList ? 1 : 0;
    } else if (byte === closeList || byte === closeObject) depth = Math.max(depth - 1, 0);
    if (byte === colon) fields -= 1;
    else if (byte === openList || (byte === comma && isList[depth])) items -= 1;
    if (fields < 0 || items < 0) throw refused('The body has too many fields.');
  }
  Object.assign(measured, { fields, items, depth, isInText });
  return at;
}

/**
 * Throws 422 for the bytes of a JSON body that is nested too deeply, or has more fields or items than the route can
 * use. Parsing such a body would take seconds, and a hundred bytes of memory for each. It pauses after each megabyte.
 */
export function* measureJson(
  bytes: Buffer,
  { bodyLimit, bytesPerField }: Pick<Route, 'bodyLimit' | 'bytesPerField'>,
): Generator<undefined> {
  const measured: Measured = {
    fields: bodyLimit / bytesPerField,
    items: bodyLimit / bytesPerItem,
    depth: 0,
    isList: new Uint8Array(maxNesting + 1),
    isInText: false,
  };
  let at = 0;
  while (at < bytes.length) {
    if (at > 0) yield;
    at = measurePart(bytes, at, Math.min(at + atOnce, bytes.length), measured);
  }
}
