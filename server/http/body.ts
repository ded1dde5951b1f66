import type { Route } from '#contract/route.ts';
import { invalid } from '#server/http/failure.ts';

/** Levels of objects and lists in a body, the body itself included. */
const maxNesting = 32;
/** Bytes of a route's body limit for each item that its lists may have: an id takes 39. */
const bytesPerItem = 35;

const refused = (message: string) => invalid([{ path: '', message }]);

/** The fields of a JSON body. Throws 422 for a body that is no object. */
export function bodyFields(body: unknown): Record<string, unknown> {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refused('The body must be a JSON object.');
  return { ...body };
}

const code = (character: string) => character.charCodeAt(0);
const [quote, backslash, colon, comma] = [code('"'), code('\\'), code(':'), code(',')];
const [openList, closeList, openObject, closeObject] = [code('['), code(']'), code('{'), code('}')];

/** Where a text ends that begins before `from`: after its quote. */
function endOfText(bytes: Buffer, from: number) {
  for (let end = bytes.indexOf(quote, from); end >= 0; end = bytes.indexOf(quote, end + 1)) {
    let before = end;
    while (bytes[before - 1] === backslash) before -= 1;
    if ((end - before) % 2 === 0) return end + 1;
  }
  return bytes.length;
}

/**
 * Throws 422 for the bytes of a JSON body that is nested too deeply, or has more fields or items than the route could want. Parsing them would
 * take seconds, and a hundred bytes of memory for each.
 */
export function measureJson(bytes: Buffer, { bodyLimit, bytesPerField }: Pick<Route, 'bodyLimit' | 'bytesPerField'>) {
  const isList = new Uint8Array(maxNesting + 1);
  let [depth, fields, items] = [0, bodyLimit / bytesPerField, bodyLimit / bytesPerItem];
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at];
    at = byte === quote ? endOfText(bytes, at + 1) : at + 1;
    if (byte === openList || byte === openObject) {
      depth += 1;
      if (depth > maxNesting) throw refused('The body is nested too deeply.');
      isList[depth] = byte === openList ? 1 : 0;
    } else if (byte === closeList || byte === closeObject) depth = Math.max(depth - 1, 0);
    if (byte === colon) fields -= 1;
    else if (byte === openList || (byte === comma && isList[depth])) items -= 1;
    if (fields < 0 || items < 0) throw refused('The body has too many fields.');
  }
}
