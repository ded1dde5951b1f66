import { z } from 'zod';
import { Actor, Id, Instant, Version, changes } from '#contract/common.ts';
import type { Field } from '#contract/fields.ts';
import { type Line, route } from '#contract/route.ts';

export type Fields = Record<string, Field & { example?: number }>;

type Output<F extends Fields> = { [Name in keyof F]: z.output<F[Name]['schema']> };

/** The fields as a form holds them: a number that is being typed may still be any text. */
export type FormValues<F extends Fields> = {
  [Name in keyof F]: Output<F>[Name] extends number ? number | string : Output<F>[Name];
};

type Shapes<F extends Fields> = {
  input: {
    [Name in keyof F]: F[Name] extends Field<infer Schema, true> ? Schema : z.ZodDefault<F[Name]['schema']>;
  };
  form: { [Name in keyof F]: z.ZodType<Output<F>[Name], FormValues<F>[Name]> };
  output: { [Name in keyof F]: z.ZodType<Output<F>[Name]> };
};

/** The type of a schema without its rules, because stored values may be older than a rule. */
function withoutRules(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodNullable) return withoutRules(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodArray) return z.array(withoutRules(schema.element as z.ZodType));
  if (schema instanceof z.ZodString) return z.string();
  if (schema instanceof z.ZodNumberFormat) return z.int();
  return schema instanceof z.ZodNumber ? z.number() : schema;
}

const typedNumber = (schema: z.ZodType, example: number) =>
  z
    .custom<number>((value) => typeof value === 'number', { error: `Enter a number, like ${example}`, abort: true })
    .pipe(schema as z.ZodType<unknown, number>);

/** Makes an object with one value for each field. */
const each = <F extends Fields, T>(fields: F, make: (field: F[keyof F & string]) => T) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, make(field as F[keyof F & string])])) as {
    [Name in keyof F]: T;
  };

/**
 * Derives everything from the fields of a kind, so that each field is declared once: `Entity` is a thing as the API
 * answers it, `Input` a new thing as it is sent, `Changes` a PUT of any of the fields, `Form` the rules of a form
 * (numbers as they are typed), `blank` an empty form, `labels` the label of each field.
 */
export function entity<F extends Fields>(fields: F) {
  const schemas = each(fields, ({ schema }) => schema);
  // Only `Input` has defaults: in `Changes` they would reset the fields that a PUT leaves out.
  const input = each(fields, ({ schema, blank, required }) => (required ? schema : schema.default(blank)));
  const form = each(fields, ({ schema, example }) => (example === undefined ? schema : typedNumber(schema, example)));
  const output = each(fields, ({ schema }) => withoutRules(schema)) as Shapes<F>['output'];
  return {
    fields,
    labels: each(fields, ({ label }) => label),
    blank: each(fields, ({ blank }) => blank) as Output<F>,
    Entity: z.object({
      id: Id,
      version: Version,
      ...output,
      createdAt: Instant,
      updatedAt: Instant,
      /** Null when the account that made it is gone, or for demo content. */
      createdBy: Actor.nullable(),
    }),
    Input: z.strictObject(input as Shapes<F>['input']),
    Changes: changes(schemas),
    Form: z.strictObject(form as Shapes<F>['form']),
  };
}

export type EntityContract<F extends Fields> = ReturnType<typeof entity<F>>;

type Sentences = Record<'create' | 'update' | 'remove', string>;

/**
 * The calls that every kind has: POST on its path creates, PUT and DELETE on `/{id}` change and delete. `summaries` are
 * for the API page. `failures` are what staff read when a call fails.
 */
export function entityRoutes<F extends Fields>(
  path: `/${string}`,
  { Entity, Input, Changes }: EntityContract<F>,
  summaries: Sentences,
  failures: Sentences,
) {
  const one = (method: 'PUT' | 'DELETE'): Line => `${method} ${path}/{id}`;
  return {
    create: route(`POST ${path}`, {
      summary: summaries.create,
      input: Input,
      output: Entity,
      status: 201,
      failure: failures.create,
    }),
    update: route(one('PUT'), {
      summary: summaries.update,
      input: Changes,
      output: Entity,
      versioned: true,
      failure: failures.update,
    }),
    remove: route(one('DELETE'), {
      summary: summaries.remove,
      input: z.strictObject({ id: Id }),
      versioned: true,
      failure: failures.remove,
    }),
  };
}
