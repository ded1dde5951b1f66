import type { z } from 'zod';
import type { AppScope } from '#contract/app-scopes.ts';
import type { Role } from '#contract/roles.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** The method and the path of a call: `PUT /api/doctors/{id}`. */
export type Line = `${Method} /${string}`;

/**
 * The access of a route: `staff` requires a valid bearer of an account with an allowed role (the default), `app` a live
 * key of the app's backend with the scope of the route, `public` nothing.
 */
export type Access = 'staff' | 'app' | 'public';

/** The maximum body in bytes, for routes without their own limit. */
export const bodyLimits: Record<Access, number> = {
  staff: 1024 * 1024,
  app: 1024 * 1024,
  public: 8 * 1024,
};

/** Bytes of a body limit per field of the body, for routes without their own value. */
export const usualBytesPerField = 200;

/** A route without `input` takes `{}`. */
type NoInput = z.ZodObject<Record<never, never>, z.core.$strict>;

type Options<I extends z.ZodObject, O extends z.ZodType> = {
  /** One sentence for the API page. */
  summary: string;
  /** Path, query and body as one flat object. GET and DELETE read the query, POST and PUT the body. */
  input?: I;
  /** The body of the response. A route without it returns 204. */
  output?: O;
  /** The success status: 201 for a POST that creates. */
  status?: 200 | 201 | 202;
  /** The route accepts `If-Match: "version"` and returns 412 when the stored version differs. */
  versioned?: boolean;
  /**
   * The maximum body in bytes, after decompression. The default is 8 kB on a public route, else 1 MB. A file has its
   * own limit.
   */
  bodyLimit?: number;
  /** Bytes of the body limit per field of the body. The default is 200: 5,242 fields in 1 MB. */
  bytesPerField?: number;
  /** The person must have signed in or confirmed their identity within the last 15 minutes. */
  confirm?: boolean;
  /** Also allowed for a session that must set up a second factor first. */
  beforeFactor?: boolean;
} & Allowed;

type OnScreen = {
  /** The message for staff when the call fails, from `failures` in `errors.ts`. */
  failure: string;
};

/** Every route states who may call it. */
type Allowed =
  | ({ roles: readonly Role[]; access?: 'staff'; scope?: never } & OnScreen)
  | { access: 'app'; scope: AppScope | 'any'; roles?: never; failure?: never }
  | ({ access: 'public'; roles?: never; scope?: never } & OnScreen);

export type Route<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> = {
  method: Method;
  /** As written in the specification, with `{id}` for a parameter. */
  path: string;
  params: readonly string[];
  summary: string;
  input: I | undefined;
  output: O | undefined;
  access: Access;
  /** The roles that may call it; empty for a route that is not for staff. */
  roles: readonly Role[];
  /** The scope that a key needs; undefined for a route that is not for the app's backend. */
  scope: AppScope | 'any' | undefined;
  status: number;
  versioned: boolean;
  bodyLimit: number;
  bytesPerField: number;
  /** `''` for a route of the app's backend, which no screen calls. */
  failure: string;
  confirm: boolean;
  beforeFactor: boolean;
};

/** The input of the caller, before defaults are filled in. */
export type Input<R extends Route> = R extends Route<infer I> ? z.input<I> : never;
/** The input of the handler: validated, with defaults. */
export type ParsedInput<R extends Route> = R extends Route<infer I> ? z.output<I> : never;
export type Output<R extends Route> = R extends Route<z.ZodObject, infer O> ? z.output<O> : never;

/**
 * One route of the API as data, `route('PUT /api/doctors/{id}', { … })`. Mounting, validation, the guard, OpenAPI, the
 * typed client and the query keys are all derived from it.
 */
export function route<I extends z.ZodObject = NoInput, O extends z.ZodType = z.ZodVoid>(
  line: Line,
  options: Options<I, O>,
): Route<I, O> {
  const [method, path] = line.split(' ') as [Method, string];
  return {
    method,
    path,
    params: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
    summary: options.summary,
    input: options.input,
    output: options.output,
    access: options.access ?? 'staff',
    roles: options.roles ?? [],
    scope: options.scope,
    status: options.status ?? (options.output ? 200 : 204),
    versioned: options.versioned ?? false,
    bodyLimit: options.bodyLimit ?? bodyLimits[options.access ?? 'staff'],
    bytesPerField: options.bytesPerField ?? usualBytesPerField,
    failure: options.failure ?? '',
    confirm: options.confirm ?? false,
    beforeFactor: options.beforeFactor ?? false,
  };
}
