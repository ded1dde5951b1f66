import type { Icon } from '@tabler/icons-react';
import type { z } from 'zod';
import { type EntityContract, type Fields, type FormValues, namesOf, ruled, scopeOf } from '#contract/entity.ts';
import type { Field } from '#contract/fields.ts';
import { type Kind, kinds } from '#contract/kinds.ts';
import type { Route } from '#contract/route.ts';
import type { FormLayout } from '#web/entity/entity-fields.tsx';
import { EntityName } from '#web/entity/entity-name.tsx';
import type { FieldLabel, FieldLabels } from '#web/lib/field-labels.ts';
import { formatDecimals } from '#web/lib/numbers.ts';
import { linesOf } from '#web/rich-text/words.ts';
import { StoredImage } from '#web/ui/stored-image.tsx';
import { Swatch } from '#web/ui/swatch.tsx';
import { Lines, Tags } from '#web/ui/tags.tsx';

export type Values = Record<string, unknown>;

/** What is stored of every kind. */
export type Stored = { id: string; version: number; updatedAt: string } & Values;

type Texts<Thing> = {
  /** What people call one of them: `Dr. Ada Obi`, `“Clinics open at nine…”`. */
  title: (thing: Thing) => string;
  /** Its title is a name: toasts and questions say that instead of `the doctor`. */
  named?: boolean;
  /** How to speak of one after it was named. */
  pronoun?: 'it' | 'them';
  /** Why nobody sees it now: `scheduled`. Left out, it is inactive, or everyone sees it. */
  unseen?: (thing: Thing) => string | undefined;
  /** The question before one is deleted, where it is not `Are you sure you want to delete this doctor?`. */
  question?: string;
  /** What a toast says of a new one: `Created`, or how its button calls it. */
  created?: string;
  /** Choices that the menu of a row changes as well, with an icon for each option. */
  quick?: { [Name in keyof Thing & string]?: { [Option in Thing[Name] & string]: Icon } };
};

/** A kind of thing on screen: what its list, its forms, its questions and its history need to know of it. */
export type Entity<Thing extends Stored = Stored, Form extends Values = Values> = Texts<Thing> & {
  kind: Kind;
  /** `announcement` */
  noun: string;
  /** `announcements` */
  many: string;
  /** `an announcement` */
  one: string;
  /**
   * With `order`, staff put the things in order, and a new one comes last; without, the newest comes first. With `bulk`
   * several of them are changed or deleted at once. Without `remove` none is ever deleted.
   */
  routes: Record<'list' | 'create' | 'update', Route> & { remove?: Route; order?: Route; bulk?: Route };
  /**
   * Things of this kind are read with what holds them, in one answer: `routes.list` is that of the whole tree, and so it
   * is for each kind above and below.
   */
  tree?: boolean;
  /** Calls whose answers tell of the things as well, such as counts: they are asked for again after each change. */
  shownBy?: readonly Route[];
  /** The field that says whether people see a thing in the app. */
  active: string | undefined;
  /** The field by which they are listed and put in order: the one for their parent, or a choice. */
  scope: string | undefined;
  /** The kind that holds these things, and their field for it. */
  parent: { entity: Entity; field: string } | undefined;
  /** What toasts call one: `Dr. Ada Obi`, `the announcement`. */
  called: (thing: Thing) => string;
  /** The first sentence of what follows when one is deleted: who stops seeing it. */
  afterDeletion: (thing: Thing) => string;
  /** Every field that people see: for conflicts, History and the detail. */
  fields: FieldLabels;
  /** The fields as the contract declares them. */
  contract: Readonly<Record<string, Field>>;
  schema: z.ZodType<Values, Form>;
  /** An empty form. Its names are the fields of the forms. */
  blank: Form;
  /** What of the form does not follow from the types of its fields. */
  layout: FormLayout<Form> | undefined;
};

type ThingOf<F extends Fields> = z.output<EntityContract<F>['Entity']> & Stored;

type Definition<F extends Fields, Name extends keyof F, Thing extends ThingOf<F>> = Texts<Thing> &
  Pick<Entity, 'routes' | 'tree' | 'shownBy'> & {
    /** The kind's fields, from the contract, which may answer a thing with more than these. */
    contract: EntityContract<F> & { Entity: z.ZodType<Thing> };
    /** The fields of its forms, where these are not all. */
    inForm?: readonly Name[];
    /** What fields are called and how they are read, where the contract does not say it. */
    shown?: { [N in keyof F]?: Partial<FieldLabel> };
    /** The kind that holds these things, where one does. */
    parent?: Entity<never>;
    /**
     * The field by which they are listed, where neither their parent nor their order says it; null where all of them are
     * in one list, whatever holds them.
     */
    scope?: (keyof F & string) | null;
    layout?: FormLayout<Pick<FormValues<F>, NoInfer<Name>>>;
  };

/** Declares a kind once; `useEntityPage`, `EntityForm`, `useDeleteQuestion` … work from that. */
export function defineEntity<
  F extends Fields,
  Thing extends ThingOf<F>,
  Name extends keyof F & string = keyof F & string,
>({
  contract: { kind, fields, blank, Form, rule },
  inForm,
  shown = {},
  parent: holder,
  scope = scopeOf(fields),
  layout,
  ...rest
}: Definition<F, Name, Thing>): Entity<Thing, Pick<FormValues<F>, Name>> {
  const { article, one: noun, many } = kinds[kind];
  const [active] = namesOf(fields, 'active') as string[];
  const { pronoun = 'it', unseen = (thing) => (active && !thing[active] ? 'inactive' : undefined) } = rest;
  const [field] = namesOf(fields, 'parent') as string[];
  const parent = holder && field !== undefined ? { entity: holder as unknown as Entity, field } : undefined;
  const names = inForm ?? (Object.keys(fields) as Name[]);
  const labels = Object.entries(fields).map(
    ([name, one]) =>
      [name, { label: one.label, max: one.max, ...readAs(one, parent?.entity), ...shown[name] }] as const,
  );
  return {
    ...rest,
    kind,
    noun,
    many,
    one: `${article} ${noun}`,
    active,
    scope: scope ?? undefined,
    parent,
    called: (thing) => (rest.named ? rest.title(thing) : `the ${noun}`),
    afterDeletion: (thing) => {
      const why = unseen(thing);
      if (why === undefined) return `People stop seeing ${pronoun} in the app.`;
      return `${pronoun === 'it' ? 'It is' : 'They are'} ${why}, so nobody sees ${pronoun} now.`;
    },
    layout,
    fields: Object.fromEntries(labels),
    contract: fields,
    schema: ruled(Form.pick(Object.fromEntries(names.map((name) => [name, true])) as never), rule as never) as never,
    blank: Object.fromEntries(names.map((name) => [name, blank[name]])) as Pick<FormValues<F>, Name>,
  };
}

/** How a value of a field is read; texts and lists of every other type are read as they are. */
function readAs(field: Fields[string], parent: Entity | undefined): Partial<FieldLabel> {
  const {
    type,
    options = {},
    decimals = 0,
    currency = '',
  } = field as typeof field & {
    options?: Record<string, string>;
    decimals?: number;
    currency?: string;
  };
  if (type === 'rich') return { format: (html) => linesOf(String(html)) };
  if (type === 'choice') return { format: (value) => options[String(value)] ?? '' };
  if (type === 'active') return { format: (value) => (value ? 'Active' : 'Inactive') };
  if (type === 'number') return { format: (value) => `${currency}${formatDecimals(Number(value), decimals)}` };
  if (type === 'list') return { render: (value) => <Tags tags={value as string[]} /> };
  if (type === 'lines') return { render: (value) => <Lines lines={value as string[]} /> };
  if (type === 'colour') return { render: (value) => <Swatch colour={String(value)} /> };
  if (type === 'image') return { render: (value) => <StoredImage address={String(value)} /> };
  if (type === 'parent' && parent) return { render: (value) => <EntityName entity={parent} id={String(value)} /> };
  return {};
}
