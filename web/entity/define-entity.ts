import type { z } from 'zod';
import type { EntityContract, Fields, FormValues } from '#contract/entity.ts';
import type { Kind } from '#contract/kinds.ts';
import type { Route } from '#contract/route.ts';
import { kinds } from '#contract/kinds.ts';
import type { FieldLabel, FieldLabels } from '#web/lib/field-labels.ts';

export type Values = Record<string, unknown>;

/** What is stored of every kind. */
export type Stored = { id: string; version: number } & Values;

type Texts<Thing> = {
  /** What people call one of them: `Dr. Ada Obi`, `“Clinics open at nine…”`. */
  title(thing: Thing): string;
  /** Its title is a name: toasts and questions say that instead of `the doctor`. */
  named?: boolean;
  /** How to speak of one after it was named. */
  pronoun?: 'it' | 'them';
  /** What a toast says of a new one: `Created`, or how its button calls it. */
  created?: string;
  /** The first sentence of what follows when one is deleted: who stops seeing it. */
  afterDeletion(thing: Thing): string;
};

/** A kind of thing on screen: what its list, its forms, its questions and its history need to know of it. */
export type Entity<Thing extends Stored = Stored, Form extends Values = Values> = Texts<Thing> & {
  kind: Kind;
  /** `announcement` */
  noun: string;
  /** With `order`, staff put the things in order, and a new one comes last; without, the newest comes first. */
  routes: Record<'list' | 'create' | 'update' | 'remove', Route> & { order?: Route };
  /** What toasts call one: `Dr. Ada Obi`, `the announcement`. */
  called(thing: Thing): string;
  /** Every field that people see: for conflicts and History. */
  fields: FieldLabels;
  schema: z.ZodType<Values, Form>;
  /** An empty form. Its names are the fields of the forms. */
  blank: Form;
};

type ThingOf<F extends Fields> = z.output<EntityContract<F>['Entity']> & Stored;

type Definition<F extends Fields, Name extends keyof F> = Texts<ThingOf<F>> &
  Pick<Entity, 'kind' | 'routes'> & {
    /** The kind's fields, from the contract. */
    contract: EntityContract<F>;
    /** The fields of its forms, where these are not all. */
    inForm?: readonly Name[];
    /** What fields are called and how they are read where two versions are compared, where the contract does not say it. */
    shown?: { [N in keyof F]?: Partial<FieldLabel> };
  };

/** Declares a kind once; `useEntityList`, `useEntityAddress`, `EntityForm`, `useDeleteQuestion` … work from that. */
export function defineEntity<F extends Fields, Name extends keyof F & string = keyof F & string>({
  contract: { fields, blank, Form },
  inForm,
  shown = {},
  ...rest
}: Definition<F, Name>): Entity<ThingOf<F>, Pick<FormValues<F>, Name>> {
  const noun = kinds[rest.kind].one;
  const names = inForm ?? (Object.keys(fields) as Name[]);
  const labels = Object.entries(fields).map(([name, field]) => {
    const words = 'options' in field ? (field.options as Record<string, string>) : undefined;
    const format = words && ((value: unknown) => words[String(value)] ?? '');
    return [name, { label: field.label, max: field.max, ...(format && { format }), ...shown[name] }] as const;
  });
  return {
    ...rest,
    noun,
    called: (thing) => (rest.named ? rest.title(thing) : `the ${noun}`),
    fields: Object.fromEntries(labels),
    schema: Form.pick(Object.fromEntries(names.map((name) => [name, true])) as never) as never,
    blank: Object.fromEntries(names.map((name) => [name, blank[name]])) as Pick<FormValues<F>, Name>,
  };
}
