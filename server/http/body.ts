import type { Route } from '#contract/route.ts';
import { invalid } from '#server/http/failure.ts';

/** Levels of objects and lists in a body, the body itself included. */
const maxNesting = 32;
/** Bytes of a route's body limit for each item that its lists may have: an id takes 39. */
const bytesPerItem = 35;

/**
 * The fields of a JSON body. Throws 422 for a body that is no object, is nested too deeply, or has more fields or items
 * than the route could want: schemas would take seconds for them.
 */
export function bodyFields(body: unknown, route: Pick<Route, 'bodyLimit' | 'bytesPerField'>): Record<string, unknown> {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refused('The body must be a JSON object.');
  measure(body, route);
  return { ...body };
}

const refused = (message: string) => invalid([{ path: '', message }]);

function measure(body: object, { bodyLimit, bytesPerField }: Pick<Route, 'bodyLimit' | 'bytesPerField'>) {
  let fields = bodyLimit / bytesPerField;
  let items = bodyLimit / bytesPerItem;

  function visit(value: unknown, levels: number) {
    if (typeof value !== 'object' || value === null) return;
    if (levels === 0) throw refused('The body is nested too deeply.');
    const inner = Object.values(value);
    if (Array.isArray(value)) items -= inner.length;
    else fields -= inner.length;
    if (fields < 0 || items < 0) throw refused('The body has too many fields.');
    for (const one of inner) visit(one, levels - 1);
  }
  visit(body, maxNesting);
}
