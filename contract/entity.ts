import { z } from 'zod';
import { Actor, Id, Instant, Version, changes } from '#contract/common.ts';
import type { Field, FieldType } from '#contract/fields.ts';
import type { Kind } from '#contract/kinds.ts';

export type Fields = Record<string, Field & { example?: number }>;

/** The field labels of each declared kind. */
const labels = new Map<Kind, Readonly<Record<string, string>>>();

/** The field labels of a kind, by field name. Empty for an undeclared kind. */
export const labelsOf = (kind: string): Readonly<Record<string, string>> => labels.get(kind as Kind) ?? {};

type Output<F extends Fields> = { [Name in keyof F]: z.output<F[Name]['schema']> };

/** The values of a form: while a number is being typed, it may be any text. */
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
  if (schema instanceof z.ZodISODateTime) return Instant;
  if (schema instanceof z.ZodString) return z.string();
  if (schema instanceof z.ZodNumberFormat) return z.int();
  return schema instanceof z.ZodNumber ? z.number() : schema;
}

/**
 * Checks the values of several fields together, and returns a message for each field that breaks the rule. A form may
 * leave fields out.
 */
export type Rule<F extends Fields> = (values: Partial<Output<F>>) => { [Name in keyof F]?: string };

/** Adds a rule to a schema. */
export const ruled = <Schema extends z.ZodType>(schema: Schema, rule: (values: never) => object): Schema =>
  schema.superRefine((values, context) => {
    for (const [name, message] of Object.entries<string>(rule(values as never) as Record<string, string>)) {
      context.addIssue({ code: 'custom', path: [name], message });
    }
  });

const typedNumber = (schema: z.ZodType, example: number) =>
  z
    .custom<number>((value) => typeof value === 'number', { error: `Enter a number, like ${example}`, abort: true })
    .pipe(schema as z.ZodType<unknown, number>);

/** Makes an object with one value for each field. */
const each = <F extends Fields, T>(fields: F, make: (field: F[keyof F & string]) => T) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, make(field as F[keyof F & string])])) as {
    [Name in keyof F]: T;
  };

/** The names of the fields of one type. */
export type NameOf<F extends Fields, Type extends FieldType> = keyof {
  [Name in keyof F & string as F[Name]['type'] extends Type ? Name : never]: unknown;
};

/** The names of the fields of one type. */
export const namesOf = <F extends Fields, Type extends FieldType>(fields: F, type: Type): NameOf<F, Type>[] =>
  Object.keys(fields).filter((name) => fields[name]?.type === type) as never;

type Named<Position> = Position extends { scope: infer Scope extends string | undefined } ? NonNullable<Scope> : never;

/** The field whose value records of one order share: the one that their `positionField` names, else their parent. */
export type ScopeOf<F extends Fields> = [Named<F[NameOf<F, 'position'>]>] extends [never]
  ? NameOf<F, 'parent'>
  : Named<F[NameOf<F, 'position'>]> & keyof F;

/**
 * The field whose value records of one order share, and by which they are listed; undefined when the whole kind has one
 * order.
 */
export function scopeOf<F extends Fields>(fields: F) {
  const position = Object.values<Field & { scope?: unknown }>(fields).find(({ type }) => type === 'position');
  return (position?.scope ?? namesOf(fields, 'parent')[0]) as ScopeOf<F> | undefined;
}

/**
 * Derives all schemas of a kind from its fields, so that each field is declared once: `Entity` is a record in a
 * response, `Input` a new record in a request, `Changes` a PUT of any of the fields, `Form` the rules of a form
 * (numbers as they are typed), `blank` an empty form, `labels` the label of each field. New, changed and restored
 * records must pass the rule.
 */
export function entity<K extends Kind, F extends Fields>(kind: K, fields: F, rule: Rule<F> = () => ({})) {
  const schemas = each(fields, ({ schema }) => schema);
  // Only `Input` has defaults: in `Changes` they would reset the fields that a PUT leaves out.
  const input = each(fields, ({ schema, blank, required }) => (required ? schema : schema.default(blank)));
  const form = each(fields, ({ schema, example }) => (example === undefined ? schema : typedNumber(schema, example)));
  const output = each(fields, ({ schema }) => withoutRules(schema)) as Shapes<F>['output'];
  const ownLabels = each(fields, ({ label }) => label);
  labels.set(kind, ownLabels);
  return {
    kind,
    fields,
    labels: ownLabels,
    blank: each(fields, ({ blank }) => blank) as Output<F>,
    Entity: z.object({
      id: Id,
      version: Version,
      ...output,
      createdAt: Instant,
      updatedAt: Instant,
      /** Null when the author's account was deleted, and for demo content. */
      createdBy: Actor.nullable(),
    }),
    Input: ruled(z.strictObject(input as Shapes<F>['input']), rule),
    Changes: changes(schemas),
    Form: z.strictObject(form as Shapes<F>['form']),
    rule,
  };
}

export type EntityContract<F extends Fields, K extends Kind = Kind> = ReturnType<typeof entity<K, F>>;

/** A contract whose responses have more fields than staff write. A PUT may send these fields back; they are ignored. */
export const answered = <F extends Fields, K extends Kind, More extends z.ZodRawShape>(
  contract: EntityContract<F, K>,
  more: More,
) => ({
  ...contract,
  Entity: contract.Entity.extend(more),
  Changes: contract.Changes.extend(
    Object.fromEntries(Object.keys(more).map((name) => [name, z.unknown().optional()])) as {
      [Name in keyof More]: z.ZodOptional<z.ZodUnknown>;
    },
  ),
});
