import type { z } from 'zod';
import type { Kind } from '#contract/history.ts';
import type { Output, Route } from '#contract/route.ts';
import { kinds } from '#web/history/describe-operation.ts';
import type { FieldLabels } from '#web/lib/field-labels.ts';

export type Values = Record<string, unknown>;

/** What is stored of every kind. */
export type Stored = { id: string; version: number } & Values;

type Routes = Record<'list' | 'create' | 'update' | 'remove', Route> & { order?: Route };

type Definition<Thing extends Stored, Form extends Values, Sent extends Values> = {
  kind: Kind;
  /** The kind's calls in the contract. What has an `order` is put in order by staff; other lists show the newest first. */
  routes: Routes;
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
  /** Every field that people see, in their order: for conflicts and History. */
  fields: FieldLabels;
  /** The contract's rules for what a form sends. */
  schema: z.ZodType<Sent, Form>;
  /** An empty form. Its names are the fields of the forms. */
  blank: Form;
};

/** A kind of thing on screen: what its list, its forms, its questions and its history need to know of it. */
export type Entity<
  Thing extends Stored = Stored,
  Form extends Values = Values,
  Sent extends Values = Values,
> = Definition<Thing, Form, Sent> & {
  /** `announcement` */
  noun: string;
  /** What toasts call one: `Dr. Ada Obi`, `the announcement`. */
  called(thing: Thing): string;
};

/** Declares a kind once; `useEntityList`, `useEntityAddress`, `EntityForm`, `useDeleteQuestion` … work from that. */
export function defineEntity<R extends Routes, Form extends Values, Sent extends Values>(
  definition: Definition<Output<R['create']> & Stored, Form, Sent> & { routes: R },
): Entity<Output<R['create']> & Stored, Form, Sent> {
  const noun = kinds[definition.kind].one;
  return {
    ...definition,
    noun,
    called: (thing) => (definition.named ? definition.title(thing) : `the ${noun}`),
  };
}
