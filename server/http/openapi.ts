import { gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { z } from 'zod';
import { Problem } from '#contract/errors.ts';
import type { Route } from '#contract/route.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's part of the OpenAPI description, created on request. */
    describe?: () => FastifySchema;
  }
}

/** A contract's schema as the JSON Schema that OpenAPI 3.1 and the serialiser read. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema: node }) => {
      // `type [x, null]` is equivalent to `anyOf [x, null]`, and the serialiser need not try each branch.
      const [first, second, ...more] = node.anyOf ?? [];
      if (more.length === 0 && second?.type === 'null' && typeof first?.type === 'string') {
        delete node.anyOf;
        Object.assign(node, first, { type: [first.type, 'null'] });
      }
    },
  });
  return json;
}

/** The parts of a flat input: the fields in the path, in the query and in the body. */
export function splitInput(route: Route) {
  const shape = Object.entries(route.input?.shape ?? {});
  const pick = (keep: (name: string) => boolean) =>
    z.strictObject(Object.fromEntries(shape.filter(([name]) => keep(name))));
  const inBody = route.method === 'POST' || route.method === 'PUT';
  const inPath = (name: string) => route.params.includes(name);
  return {
    path: pick(inPath),
    query: pick((name) => !inPath(name) && !inBody),
    body: pick((name) => !inPath(name) && inBody),
  };
}

/** The media type of a response that is a streamed file, such as `text/csv`. Undefined for JSON. */
export const fileType = ({ output }: Route) =>
  output instanceof z.ZodFile ? jsonSchema(output, 'output').contentMediaType : undefined;

/** The field of a route's input that is a file. Such a call comes as `multipart/form-data`. */
export const fileField = ({ input }: Route): string | undefined =>
  Object.entries(input?.shape ?? {}).find(([, schema]) => schema instanceof z.ZodFile)?.[0];

/**
 * Whether a route accepts an `Idempotency-Key`. Every change by staff does, except for signing in and out, and for
 * second factors: responses with secrets are never kept.
 */
export const takesKey = ({ method, access, path }: Route) =>
  method !== 'GET' && access === 'staff' && !/^\/(auth|account\/factors)\//.test(path);

const hasFields = (schema: z.ZodObject) => Object.keys(schema.shape).length > 0;

function answerSchema(route: Route) {
  const type = fileType(route);
  if (type) return { content: { [type]: { schema: { type: 'string' } } } };
  return route.output ? jsonSchema(route.output, 'output') : { type: 'null' };
}

function accessOf({ access, roles, scope }: Route) {
  if (access === 'public') return { security: [] };
  if (access === 'app') return { security: [{ appKey: [] }], description: `Scope: ${scope}.` };
  return { description: `Roles: ${roles.join(', ')}.` };
}

/** The schemas of a route in the OpenAPI description. */
export function describeRoute(feature: string, key: string, route: Route): FastifySchema {
  const { path, query, body } = splitInput(route);
  const success = answerSchema(route);
  return {
    operationId: `${feature}.${key}`,
    tags: [feature],
    summary: route.summary,
    ...accessOf(route),
    ...(hasFields(path) ? { params: jsonSchema(path, 'input') } : {}),
    ...(hasFields(query) ? { querystring: jsonSchema(query, 'input') } : {}),
    ...(hasFields(body) ? { body: jsonSchema(body, 'input') } : {}),
    ...(fileField(route) ? { consumes: ['multipart/form-data'] } : {}),
    ...(takesKey(route)
      ? {
          headers: {
            type: 'object',
            properties: { ...(route.versioned ? { 'If-Match': ifMatch } : {}), ...idempotencyKey },
          },
        }
      : {}),
    response: { [route.status]: { description: 'Done', ...success, ...(takesKey(route) ? { headers } : {}) } },
  };
}

const ifMatch = {
  type: 'string',
  description: 'The version the change is based on, in quotes. Changes are merged field by field; a clash answers 412.',
};

const idempotencyKey = {
  'Idempotency-Key': {
    type: 'string',
    description: 'Sent again within 24 hours with the same input, it changes nothing and gives the same answer.',
  },
};

const headers = {
  'Operation-Id': { type: 'string', description: 'The operation in the log, when something was changed.' },
};

const failed = {
  description: 'Failed. `detail` says why, in a sentence.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

/** Collects the routes mounted after it for the OpenAPI description. */
export async function serveDocs(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Awa Desk', version: '1', description: 'The provider API of the staff desk.' },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          appKey: { type: 'http', scheme: 'bearer', description: 'A key of the app’s backend: `awa_app_…`.' },
        },
        schemas: { Problem: jsonSchema(Problem, 'output') as object },
      },
      security: [{ bearer: [] }],
    },
    transform({ schema, url, route }) {
      const described = route.config?.describe?.();
      if (!described) return { url, schema };
      return { url, schema: { ...described, response: { ...(described.response as object), default: failed } } };
    },
  });
}

/** Serves the description at `/openapi.json`, and a page that shows it at `/docs`. */
export async function serveDocsPage(app: FastifyInstance) {
  const options = { config: { access: 'public' as const }, schema: { hide: true } };
  // Created and compressed only once: strangers may request it as often as they like.
  let made: { bytes: Buffer; gzipped: Buffer } | undefined;
  app.get('/openapi.json', options, async (request, reply) => {
    if (!made) {
      const bytes = Buffer.from(JSON.stringify(app.swagger()));
      made = { bytes, gzipped: gzipSync(bytes) };
    }
    reply.type('application/json; charset=utf-8').header('Vary', 'accept-encoding');
    if (!negotiate(request.headers['accept-encoding'] ?? '', ['gzip'])) return reply.send(made.bytes);
    return reply.header('Content-Encoding', 'gzip').send(made.gzipped);
  });
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    await scope.register(swaggerUi, { routePrefix: '/docs', uiConfig: { validatorUrl: null } });
  });
}
