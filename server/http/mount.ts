import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppScope } from '#contract/app-scopes.ts';
import type { Role } from '#contract/roles.ts';
import type { Access, Output, ParsedInput, Route } from '#contract/route.ts';
import { Cached, cachedAnswers } from '#server/http/responses/cached.ts';
import { compressed } from '#server/http/responses/compression.ts';
import { Context } from '#server/http/context.ts';
import { oneAtATime, takesLargeBodies } from '#server/http/connections/large-bodies.ts';
import { inputReader } from '#server/http/input.ts';
import { type Form, type SaveUpload, Upload, acceptMultipart, readMultipart } from '#server/http/multipart.ts';
import { describeRoute, fileField, fileType } from '#server/http/openapi.ts';
import { serializer } from '#server/http/serializer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The default is `staff`, which the guard enforces. */
    access?: Access;
    /** The roles that may call it, which the guard enforces; by default none. */
    roles?: readonly Role[];
    /** The scope that a key of the app's backend needs, which the guard enforces. */
    scope?: AppScope | 'any' | undefined;
    /** The guard requires a recent confirmation. */
    confirm?: boolean;
    /** The guard lets sessions through that must set up a second factor first. */
    beforeFactor?: boolean;
  }
}

type Feature = Record<string, Route>;

/** A handler returns a file as a stream of its bytes, which is read no faster than the caller takes it. */
type Handled<R extends Route> = Output<R> extends File ? Readable : Output<R>;

/** A handler gets a file of the input as an upload. */
type Received<R extends Route> = {
  [Name in keyof ParsedInput<R>]: ParsedInput<R>[Name] extends File ? Upload : ParsedInput<R>[Name];
};

type Handler<I, T> = (input: I, context: Context) => Promise<T>;

/**
 * The implementation of a feature: a function, or a cached response, for each line of its contract. A cached response
 * may be the bytes of its JSON.
 */
export type Handlers<F extends Feature> = {
  [K in keyof F]: Handler<Received<F[K]>, Handled<F[K]>> | Cached<Received<F[K]>, Handled<F[K]> | Buffer>;
};

type Options = {
  /** For a feature that takes files: processes a file while it streams in. The file is removed after the response. */
  receive?: SaveUpload;
};

/** Serves a feature's contract: each line becomes a route with validation, the guard's mark, serialisation and docs. */
export function mount<F extends Feature>(
  app: FastifyInstance,
  feature: string,
  contract: F,
  handlers: Handlers<F>,
  { receive }: Options = {},
) {
  for (const [key, route] of Object.entries(contract)) {
    const handler = handlers[key] as Handler<unknown, unknown> | Cached<unknown, unknown>;
    const isCached = handler instanceof Cached;
    const file = fileField(route);
    const read = inputReader(route);
    const answer = isCached ? cachedAnswers(handler, route, app) : answers(handler, route);
    const options = {
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: route.bodyLimit,
      config: {
        access: route.access,
        roles: route.roles,
        scope: route.scope,
        confirm: route.confirm,
        beforeFactor: route.beforeFactor,
        takesFile: file !== undefined,
        bytesPerField: route.bytesPerField,
        describe: () => describeRoute(feature, key, route),
        ...(isCached ? { contentAreas: handler.options.areas } : {}),
      },
      // A cached answer already has a compressed form.
      ...(isCached ? {} : compressed),
    };
    if (!file) {
      const handle = (request: FastifyRequest, reply: FastifyReply) => answer(read(request), request, reply);
      app.route({ ...options, ...(takesLargeBodies(route) ? oneAtATime(handle) : { handler: handle }) });
      continue;
    }
    app.register(async (scope) => {
      await acceptMultipart(scope);
      scope.route({
        ...options,
        handler: async (request, reply) => {
          try {
            if (receive) await readMultipart(request, file, receive);
            return await answer(read(request), request, reply);
          } finally {
            await removeUpload(request.body, file);
          }
        },
      });
    });
  }
}

/** Responds to the calls of a route with its handler. */
function answers(handle: Handler<unknown, unknown>, route: Route) {
  const type = fileType(route) ?? 'application/json';
  const serialize = serializer(route);
  return async (input: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const output = await handle(input, new Context(request, reply, route));
    reply.code(route.status);
    if (!route.output) return reply.send();
    if (output === undefined || output === null) throw new Error(`${route.method} ${route.path} gave no answer`);
    reply.type(`${type}; charset=utf-8`).serializer((body) => serialize(reply, body));
    return output;
  };
}

async function removeUpload(form: unknown, file: string) {
  const upload = (form as Form | undefined)?.[file];
  if (upload instanceof Upload) await rm(upload.path, { force: true });
}
