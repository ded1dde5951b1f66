import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/api.ts';
import { fileField, fileType } from '#server/http/openapi.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { send } from '#tests/desk/send.ts';

type Node = { [name: string]: unknown };
type Operation = Node & {
  operationId: string;
  summary: string;
  security?: unknown[];
  parameters?: (Node & { name: string; in: string; required?: boolean; schema: Node })[];
  requestBody?: { content: Record<string, { schema: Node }> };
  responses: Record<string, Node & { description: string; content?: Record<string, { schema: Node }> }>;
};
type Description = Node & {
  openapi: string;
  info: Node;
  paths: Record<string, Record<string, Operation>>;
  components: Node;
};

let app: TestApp;
let description: Description;
beforeAll(async () => {
  app = await testApp();
  description = (await send(app.url, '/openapi.json')).json as Description;
});
afterAll(() => app.close());

test('docs/openapi.json is the description that the server gives; `npm run openapi` writes it', async () => {
  const file = path.resolve('docs/openapi.json');
  await expect(`${JSON.stringify(description, null, 2)}\n`).toMatchFileSnapshot(file);
});

test('it is OpenAPI 3.1', () => {
  expect(description.openapi).toMatch(/^3\.1\.\d+$/);
  expect(description.info).toEqual({
    title: expect.any(String),
    version: expect.any(String),
    description: expect.any(String),
  });
  expect(description.components).toMatchObject({
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: { Problem: { type: 'object' } },
  });
});

test('it has every route of the contract and no other', () => {
  const listed = Object.entries(description.paths).flatMap(([address, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${address}`),
  );
  expect(listed.sort()).toEqual(routes.map(({ method, path: address }) => `${method} ${address}`).sort());
});

const operations = () =>
  routes.map((route) => {
    const operation = description.paths[route.path]?.[route.method.toLowerCase()];
    if (!operation) throw new Error(`${route.method} ${route.path} is not described`);
    return { route, operation };
  });

test('each operation has its own name, a summary, a success and a failure', () => {
  const names = operations().map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const { route, operation } of operations()) {
    expect(operation.summary).toBe(route.summary);
    expect(Object.keys(operation.responses).sort()).toEqual([String(route.status), 'default']);
    for (const { description: words } of Object.values(operation.responses)) expect(words).not.toBe('');
    expect(operation.responses.default?.content).toEqual({
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    });
    const success = operation.responses[String(route.status)];
    expect(Object.keys(success?.content ?? {}), operation.operationId).toEqual(
      route.output ? [fileType(route) ?? 'application/json'] : [],
    );
    const security = { staff: undefined, app: [{ appKey: [] }], public: [] }[route.access];
    expect(operation.security, operation.operationId).toEqual(security);
  }
});

test('each operation takes the path, the query and the body of its contract, and nothing more', () => {
  for (const { route, operation } of operations()) {
    const named = (location: string) =>
      (operation.parameters ?? []).filter((one) => one.in === location).map(({ name }) => name);
    expect(named('path').sort()).toEqual([...route.params].sort());
    for (const parameter of operation.parameters ?? []) expect(parameter.schema, parameter.name).toBeTruthy();
    const others = Object.keys(route.input?.shape ?? {}).filter((name) => !route.params.includes(name));
    const inBody = route.method === 'POST' || route.method === 'PUT';
    expect(named('query').sort()).toEqual(inBody ? [] : others.sort());
    const schema = operation.requestBody?.content[fileField(route) ? 'multipart/form-data' : 'application/json']
      ?.schema as { properties: Node; additionalProperties: boolean } | undefined;
    expect(Object.keys(schema?.properties ?? {}).sort()).toEqual(inBody ? others.sort() : []);
    if (schema) expect(schema.additionalProperties).toBe(false);
    const isKept = !/^\/(auth|account\/factors)\//.test(route.path);
    const isChange = route.method !== 'GET' && operation.security === undefined && isKept;
    expect(named('header')).toEqual([
      ...(route.versioned ? ['If-Match'] : []),
      ...(isChange ? ['Idempotency-Key'] : []),
    ]);
  }
});

test('every reference leads somewhere, and every pattern compiles', () => {
  const walk = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, inner] of Object.entries(node)) {
      if (name === '$ref') {
        const found = String(inner)
          .slice(2)
          .split('/')
          .reduce<unknown>((at, step) => (at as Node)[step], description);
        expect(found, String(inner)).toBeTruthy();
      } else if (name === 'pattern' && typeof inner === 'string') expect(() => new RegExp(inner, 'u')).not.toThrow();
      else walk(inner);
    }
  };
  walk(description);
});

test('/docs is a page, and all that it loads is ours and fits the policy', async () => {
  const first = await send(app.url, '/docs');
  const page =
    first.status === 302
      ? await send(app.url, new URL(String(first.headers.location), `${app.url}/docs`).pathname)
      : first;
  expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
  expect(page.text).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|\son\w+\s*=|javascript:/i);

  const base = new URL(first.headers.location ?? '/docs/', `${app.url}/docs`);
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => new URL(address, base));
  expect(loaded.length).toBeGreaterThan(2);
  for (const address of loaded) {
    expect(address.origin).toBe(app.url);
    expect((await send(app.url, address.pathname)).status, address.pathname).toBe(200);
  }
});

test('the page shows the description of this server', async () => {
  const script = await send(app.url, '/docs/static/swagger-initializer.js');
  expect(script.text).toContain("url: resolveUrl('./json')");
  expect(script.text).not.toContain('validator.swagger.io');
  expect((await send(app.url, '/docs/json')).json).toEqual(description);
});
