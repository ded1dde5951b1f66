import type { Icon } from '@tabler/icons-react';
import type { z } from 'zod';
import { type EntityContract, type Fields, type FormValues, namesOf, ruled, scopeOf } from '#contract/entity.ts';
import type { Field } from '#contract/fields.ts';
import { type Kind, kinds } from '#contract/kinds.ts';
import type { Route } from '#contract/route.ts';
import type { FormLayout } from '#web/entity/entity-fields.tsx';
import { isReviewedKind, reviewRoutesOf } from '#web/entity/review-routes.ts';
import { EntityName } from '#web/entity/entity-name.tsx';
import type { FieldLabel, FieldLabels } from '#web/lib/field-labels.ts';
import { formatDecimals } from '#web/lib/numbers.ts';
import { linesOf } from '#web/rich-text/words.ts';
import { StoredImage } from '#web/ui/stored-image.tsx';
import { Swatch } from '#web/ui/swatch.tsx';
import { BulletList, Tags } from '#web/ui/tags.tsx';

export type Values = Record<string, unknown>;

/** The stored fields that every kind has. */
export type Stored = { id: string; version: number; updatedAt: string } & Values;

type Texts<R> = {
  /** The title of a record: `Dr. Ada Obi`, `“Clinics open at nine…”`. */
  title: (record: R) => string;
  /** The title is a name: toasts and questions use it instead of `the doctor`. */
  titleIsName?: boolean;
  /** The pronoun for a record that a sentence already named. */
  pronoun?: 'it' | 'them';
  /** Why the app does not show the record now: `scheduled`. Left out: it is inactive, or everyone sees it. */
  whyHidden?: (record: R) => string | undefined;
  /** The question before a deletion, when it is not `Are you sure you want to delete this doctor?`. */
  question?: string;
  /** The verb in the toast for a new record: `Created`, or the word on the button. */
  created?: string;
  /** Choices that the row menu also changes, with an icon for each option. */
  menuChoices?: { [Name in keyof R & string]?: { [Option in R[Name] & string]: Icon } };
};

/** The UI definition of a kind: everything its list, forms, questions and history need. */
export type Entity<R extends Stored = Stored, Form extends Values = Values> = Texts<R> & {
  kind: Kind;
  /** `announcement` */
  noun: string;
  /** `announcements` */
  many: string;
  /** `an announcement` */
  one: string;
  /**
   * With `order`, staff sort the records and a new one comes last; without it, the newest comes first. With `bulk`,
   * several records are changed or deleted at once. Without `remove`, records are never deleted.
   */
  routes: Record<'list' | 'create' | 'update', Route> & { remove?: Route; order?: Route; bulk?: Route };
  /**
   * A single response holds the records with their parents: `routes.list` returns the whole tree, for each kind above
   * and below too.
   */
  tree?: boolean;
  /** Other routes whose responses depend on the records, such as counts; they are reloaded after each change. */
  dependentRoutes?: readonly Route[];
  /** The field that decides whether the app shows a record. */
  active: string | undefined;
  /** The field by which records are listed and put in order: the parent field, or a choice. */
  scope: string | undefined;
  /** The parent kind, and the field that holds the parent's id. */
  parent: { entity: Entity; field: string } | undefined;
  /** The name of a record in toasts: `Dr. Ada Obi`, `the announcement`. */
  called: (record: R) => string;
  /** The first sentence about the consequence of a deletion: who stops seeing the record. */
  afterDeletion: (record: R) => string;
  /** Every field shown to staff: in conflicts, in History and in the detail. */
  fields: FieldLabels;
  /** The fields as the contract declares them. */
  contract: Readonly<Record<string, Field>>;
  schema: z.ZodType<Values, Form>;
  /** An empty form. Its keys are the form's fields. */
  blank: Form;
  /** The parts of the form that do not follow from the field types. */
  layout: FormLayout<Form> | undefined;
};

type RecordOf<F extends Fields> = z.output<EntityContract<F>['Entity']> & Stored;

type Definition<F extends Fields, Name extends keyof F, R extends RecordOf<F>> = Texts<R> &
  Pick<Entity, 'routes' | 'tree' | 'dependentRoutes'> & {
    /** The fields of the kind, from the contract; a response may have more fields. */
    contract: EntityContract<F> & { Entity: z.ZodType<R> };
    /** The form's fields, when these are not all fields. */
    inForm?: readonly Name[];
    /** Labels and formats of fields, where the contract does not provide them. */
    fieldDisplay?: { [N in keyof F]?: Partial<FieldLabel> };
    /** The parent kind, if there is one. */
    parent?: Entity<never>;
    /**
     * The field that groups the list, when neither the parent nor the order defines it; null when all records are in
     * one list, whatever their parent.
     */
    scope?: (keyof F & string) | null;
    layout?: FormLayout<Pick<FormValues<F>, NoInfer<Name>>>;
  };

/** Declares a kind once; `useEntityPage`, `EntityForm`, `useRecordDeletion` … work from the result. */
export function defineEntity<
  F extends Fields,
  R extends RecordOf<F>,
  Name extends keyof F & string = keyof F & string,
>({
  contract: { kind, fields, blank, Form, rule },
  inForm,
  fieldDisplay = {},
  parent: parentEntity,
  scope = scopeOf(fields),
  layout,
  ...rest
}: Definition<F, Name, R>): Entity<R, Pick<FormValues<F>, Name>> {
  const { article, one: noun, many } = kinds[kind];
  const [active] = namesOf(fields, 'active') as string[];
  const { pronoun = 'it', whyHidden = (record) => (active && !record[active] ? 'inactive' : undefined) } = rest;
  const [field] = namesOf(fields, 'parent') as string[];
  const parent = parentEntity && field !== undefined ? { entity: parentEntity as unknown as Entity, field } : undefined;
  const names = inForm ?? (Object.keys(fields) as Name[]);
  const labels = Object.entries(fields).map(
    ([name, one]) =>
      [name, { label: one.label, max: one.max, ...readAs(one, parent?.entity), ...fieldDisplay[name] }] as const,
  );
  return {
    ...rest,
    dependentRoutes: [...(rest.dependentRoutes ?? []), ...(isReviewedKind(kind) ? [reviewRoutesOf(kind).list] : [])],
    kind,
    noun,
    many,
    one: `${article} ${noun}`,
    active,
    scope: scope ?? undefined,
    parent,
    called: (record) => (rest.titleIsName ? rest.title(record) : `the ${noun}`),
    afterDeletion: (record) => {
      const why = whyHidden(record);
      if (why === undefined) return `The app will no longer show ${pronoun}.`;
      return `${pronoun === 'it' ? 'It is' : 'They are'} ${why}, so nobody sees ${pronoun} now.`;
    },
    layout,
    fields: Object.fromEntries(labels),
    contract: fields,
    schema: ruled(Form.pick(Object.fromEntries(names.map((name) => [name, true])) as never), rule as never) as never,
    blank: Object.fromEntries(names.map((name) => [name, blank[name]])) as Pick<FormValues<F>, Name>,
  };
}

/** How a field's value is displayed; texts and lists of all other types need no format. */
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
  if (type === 'lines') return { render: (value) => <BulletList lines={value as string[]} /> };
  if (type === 'colour') return { render: (value) => <Swatch colour={String(value)} /> };
  if (type === 'image') return { render: (value) => <StoredImage address={String(value)} /> };
  if (type === 'parent' && parent) return { render: (value) => <EntityName entity={parent} id={String(value)} /> };
  return {};
}
