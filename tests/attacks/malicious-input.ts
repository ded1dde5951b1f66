import fc from 'fast-check';
import { expect } from 'vitest';
import type { z } from 'zod';
import { Problem } from '#contract/errors.ts';
import type { Route } from '#contract/route.ts';
import { fileField, fileType, jsonSchema, splitInput } from '#server/http/openapi.ts';
import type { TestApp } from '#tests/desk/test-app.ts';
import { fitting, hostileJson, hostileName, hostileText } from '#tests/attacks/arbitraries.ts';
import { keyOf } from '#tests/desk/app-key.ts';
import { type Answer, send } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';

/** Fields in written order, each with its JSON or its text: a name may occur twice. */
type Fields = [name: string, text: string][];
type Request = { path: string; body: string | undefined; ifMatch: string | undefined; verdict: Verdict };
/** The verdict of the contract on an input. `either`: the contract leaves it open, and only a crash is wrong. */
type Verdict = 'valid' | 'invalid' | 'either';

/**
 * Routes whose handlers have rules besides the contract's schema, so that a valid input may be 422: a cursor must come
 * from the server, and a change must fit the stored values, as must the current password.
 */
const ownRules = new Set([
  'GET /admin/operations',
  'GET /admin/lady-due/preview/{trackingMode}',
  'GET /admin/lady-due/published-by/{trackingMode}',
  'POST /admin/lady-due/preview-links',
  'GET /admin/bin',
  'GET /admin/awa/posts',
  'GET /admin/awa/posts/new',
  'GET /admin/awa/posts/{id}/comments',
  'GET /admin/moderation/cases',
  'GET /admin/moderation/cases/{id}/texts',
  'GET /admin/moderation/decisions',
  'POST /admin/moderation/cases/{id}/preview',
  'POST /admin/moderation/cases/{id}/decide',
  'POST /admin/moderation/cases/{id}/cover',
  'POST /admin/moderation/rota',
  'POST /admin/views',
  'PUT /admin/views/{id}',
  'PUT /account/password',
  'PUT /admin/announcements/{id}',
  'POST /admin/lady-due/cards',
  'PUT /admin/lady-due/cards/{id}',
  'POST /admin/lady-due/cards/bulk',
  'POST /admin/lady-due/import',
  'POST /api/doctors/import',
  'POST /admin/cycle/approvals/requests',
  'POST /admin/lady-due/approvals/requests',
  'POST /admin/cycle/remarks',
  'POST /admin/lady-due/remarks',
  'PUT /admin/lady-due/publish-rule',
  'PUT /admin/cycle/publish-rule',
  'PUT /admin/cycle/activities/{id}',
  'PUT /admin/cycle/pregnancy/weeks/{id}',
]);

const label = (route: Route) => `${route.method} ${route.path}`;
const takesBody = (route: Route) => route.method === 'POST' || route.method === 'PUT';
/** Percent-encoding that also accepts lone surrogates, as the replacement character that they become in transit. */
const encode = (text: string) => encodeURIComponent(Buffer.from(text).toString());

type Change = { at: number; text: string; name: string; what: 'drop' | 'replace' | 'add' | 'repeat' };

function changed(fields: Fields, changes: Change[]): Fields {
  const result = [...fields];
  for (const { what, at, name, text } of changes) {
    const place = result.length === 0 ? 0 : at % result.length;
    const field = result[place];
    if (what === 'add' || !field) result.push([name, text]);
    else if (what === 'drop') result.splice(place, 1);
    else if (what === 'replace') result[place] = [field[0], text];
    else result.push([field[0], text]);
  }
  return result;
}

const fieldsOf = (schema: z.ZodObject, textOf: (value: unknown) => string, hostile: fc.Arbitrary<string>) => {
  const change = fc.record({
    what: fc.constantFrom<Change['what']>('drop', 'replace', 'replace', 'add', 'repeat'),
    at: fc.nat(20),
    name: hostileName,
    text: hostile,
  });
  return fc
    .tuple(
      fitting(jsonSchema(schema, 'input')),
      fc.oneof(fc.constant<Change[]>([]), fc.array(change, { minLength: 1, maxLength: 3 })),
    )
    .map(([value, changes]) =>
      changed(
        Object.entries(value as object)
          .filter(([, inner]) => inner !== undefined)
          .map(([name, inner]) => [name, textOf(inner)]),
        changes,
      ),
    );
};

/**
 * Requests for a route: valid ones, ones with a few fields changed, and garbage. `ids` are those of existing records.
 */
function requests(route: Route, ids: string[]): fc.Arbitrary<Request> {
  const { query, body } = splitInput(route);
  const id = ids.length > 0 ? fc.constantFrom(...ids) : fc.uuid();
  const params = fc.tuple(
    ...route.params.map((name) => {
      const schema = route.input?.shape[name] as z.ZodType;
      return fc.oneof({ arbitrary: id, weight: 4 }, fitting(jsonSchema(schema, 'input')).map(String), hostileText);
    }),
  );
  const json = fieldsOf(body, (value) => JSON.stringify(value), hostileJson).map(
    (fields) => `{${fields.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`,
  );
  const ifMatch = fc.constantFrom(
    undefined,
    undefined,
    '"1"',
    '"2"',
    'W/"1"',
    '*',
    '1',
    '""',
    '"99999999999"',
    '"1", "2"',
    'x',
  );
  return fc
    .record({
      params,
      fields: takesBody(route) ? fc.constant<Fields>([]) : fieldsOf(query, String, hostileText),
      extra: fc.oneof(
        { arbitrary: fc.constant<Fields>([]), weight: 8 },
        fc.tuple(hostileName, hostileText).map((pair): Fields => [pair]),
      ),
      body: takesBody(route) ? fc.oneof({ arbitrary: json, weight: 6 }, hostileJson) : fc.constant(undefined),
      ifMatch: route.versioned ? ifMatch : fc.constant(undefined),
    })
    .map(({ params: values, fields, extra, body: sent, ifMatch: match }) => {
      const given = Object.fromEntries(route.params.map((name, index) => [name, values[index] ?? '']));
      const search = takesBody(route) ? extra : [...fields, ...extra];
      const text = search.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
      const address = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(given[name] ?? ''));
      const path = text === '' ? address : `${address}?${text}`;
      return { path, body: sent, ifMatch: match, verdict: judge(route, given, search, sent) };
    });
}

/** The verdict of the contract on a request, computed independently of the code that serves it. */
function judge(route: Route, params: Record<string, string>, search: Fields, body: string | undefined): Verdict {
  // A call with a file is sent as a form, so JSON is never valid.
  if (fileField(route)) return 'invalid';
  const names = search.map(([name]) => name);
  if (new Set(names).size < names.length) return 'invalid';
  const known = Object.keys(route.input?.shape ?? {});
  let given: Record<string, unknown>;
  if (body === undefined) {
    given = Object.fromEntries(search.map(([name, text]) => [name, asType(route, name, text)]));
  } else {
    if (nesting(body) > 32) return 'invalid';
    const value = parsed(body);
    if (names.length > 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return 'invalid';
    given = value as Record<string, unknown>;
  }
  const isKnown = (name: string) =>
    known.includes(name) && (!route.params.includes(name) || (name === 'id' && takesBody(route)));
  if (!Object.keys(given).every(isKnown)) return 'invalid';
  if (/__proto__|constructor/.test(body ?? '')) return 'either';
  // An empty parameter, or one longer than the router accepts, matches no route.
  if (Object.values(params).some((value) => value === '' || value.length > 200)) return 'invalid';
  if (!route.input) return 'valid';
  return route.input.safeParse({ ...given, ...params }).success ? 'valid' : 'invalid';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function asType(route: Route, name: string, text: string): unknown {
  const schema = Object.hasOwn(route.input?.shape ?? {}, name) ? (route.input?.shape[name] as z.ZodType) : null;
  if (!schema) return text;
  const { type } = jsonSchema(schema, 'input');
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

/** The nesting of lists and objects in a JSON text, also in a repeated field. */
function nesting(text: string): number {
  let [level, most] = [0, 0];
  for (const sign of text.replaceAll(/"(?:[^"\\]|\\[^])*"/g, '')) {
    if (sign === '[' || sign === '{') level += 1;
    else if (sign === ']' || sign === '}') level -= 1;
    most = Math.max(most, level);
  }
  return most;
}

/**
 * Expects a response that the contract allows: the output's schema and nothing more, or a problem with the id of its
 * request.
 */
export function expectContracted(route: Route, answer: Answer) {
  expect(answer.status).toBeLessThan(500);
  expect(answer.headers['x-request-id']).toMatch(/^[\da-f]{8}-[\da-f]{4}$/);
  if (answer.status >= 400) {
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(Problem.parse(answer.json)).toEqual(answer.json);
    expect(answer.json).toMatchObject({ status: answer.status, requestId: answer.headers['x-request-id'] });
    if (answer.status === 422) expect(Problem.parse(answer.json).errors).not.toEqual([]);
    return;
  }
  expect(answer.status).toBe(route.status);
  const file = fileType(route);
  if (file) expect(answer.headers['content-type']).toBe(`${file}; charset=utf-8`);
  else if (route.output) expect(route.output.parse(answer.json)).toEqual(answer.json);
  else expect([answer.text, answer.headers['content-type']]).toEqual(['', undefined]);
}

/** The ids of all records of all areas: from each table with an `id` column. */
async function idsIn({ database: { pool } }: TestApp): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'id' AND data_type = 'uuid' AND table_name NOT IN ('staff', 'sessions', 'app_keys')`,
  );
  const found = await Promise.all(
    tables.map(({ name }) => pool.query<{ id: string }>(`SELECT id FROM "${name}" ORDER BY random() LIMIT 20`)),
  );
  return found.flatMap(({ rows }) => rows.map(({ id }) => id));
}

/** Sends random requests to a route. Fails with the smallest one whose answer breaks the contract. */
export async function sendMalicious(app: TestApp, route: Route, options: { numRuns: number; seed?: number }) {
  const ids = await idsIn(app);
  let bearer = route.access === 'app' ? await keyOf(app) : await newBearer(app);
  const counts = { valid: 0, invalid: 0, either: 0 };
  await fc.assert(
    fc.asyncProperty(requests(route, ids), async (request) => {
      const answer = await send(app.url, request.path, {
        method: route.method,
        bearer,
        body: request.body,
        headers: {
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(request.ifMatch === undefined ? {} : { 'if-match': request.ifMatch }),
        },
      });
      counts[request.verdict] += 1;
      if (label(route) === 'POST /auth/logout' && answer.status < 300) bearer = await newBearer(app);
      expectContracted(route, answer);
      if (request.verdict === 'invalid') expect(answer.status).toBeGreaterThanOrEqual(400);
      if (request.verdict === 'valid')
        expect([400, 405, 413, 415, ...(ownRules.has(label(route)) ? [] : [422])]).not.toContain(answer.status);
      expect(Object.keys(Object.prototype)).toEqual([]);
    }),
    options,
  );
  return counts;
}
