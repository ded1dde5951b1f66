import type { Icon } from '@tabler/icons-react';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import type { z } from 'zod';
import type { Field } from '#contract/fields.ts';
import type { Kind } from '#contract/kinds.ts';
import type { Route } from '#contract/route.ts';
import type { UploadRoute } from '#web/api/upload.ts';
import type { ColourField } from '#web/form/colour-field.tsx';
import type { ImageField } from '#web/form/image-field.tsx';
import type { FieldLabels } from '#web/lib/field-labels.ts';

export type Values = Record<string, unknown>;

/** The stored fields that every kind has. */
export type Stored = { id: string; version: number; updatedAt: string } & Values;

export type EntityTexts<R> = {
  /** The title of a record: `Dr. Ada Obi`, `“Clinics open at nine…”`. */
  title: (record: R) => string;
  /** The title is a name: toasts and questions use it instead of `the doctor`. */
  titleIsName?: boolean;
  /** The pronoun for a record that a sentence already named. */
  pronoun?: 'it' | 'them';
  /** Why the app does not show the record now: `scheduled`. Left out: it is inactive, or everyone sees it. */
  whyHidden?: (record: R) => string | undefined;
  /** Only colleagues use the records: the app does not show them. */
  isInternal?: true;
  /** The question before a deletion, when it is not `Are you sure you want to delete this doctor?`. */
  question?: string;
  /** The verb in the toast for a new record: `Created`, or the word on the button. */
  created?: string;
  /** Choices that the row menu also changes, with an icon for each option. */
  menuChoices?: { [Name in keyof R & string]?: { [Option in R[Name] & string]: Icon } };
};

/** The UI definition of a kind: everything its list, forms, questions and history need. */
export type Entity<R extends Stored = Stored, Form extends Values = Values> = EntityTexts<R> & {
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
  routes: Record<'list' | 'create' | 'update', Route> & { remove?: Route; order?: Route; bulk?: Route } & Partial<
      Record<'publish' | 'cancelNext' | 'backToShown' | 'editions', Route>
    >;
  /** The fields that an edition freezes; empty for a kind without editions. */
  frozen: readonly string[];
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

export type ImageProps = ComponentProps<typeof ImageField>;

export type InputProps = Partial<
  Pick<ImageProps, 'shape' | 'shows' | 'fallback'> & Pick<ComponentProps<typeof ColourField>, 'swatches'>
> & {
  /** The call that stores a picture. */
  upload?: UploadRoute;
  /** A note below the input. */
  description?: ReactNode;
  type?: 'tel' | 'url' | 'email';
  placeholder?: string;
  /** The options of a choice by their values, when not all are offered. */
  options?: Readonly<Record<string, string>>;
  /** The values of other fields that follow from a number while it is typed. */
  follows?: (number: number) => Values;
  /** Suggestions for the entries of a list. */
  data?: string[];
};

export type FormLayout<Form extends Values> = {
  /** The fields that share a row; on phones, and without `rows`, each field has its own row. */
  rows?: readonly (readonly (keyof Form & string)[])[];
  /**
   * Differences from the default input of the field's type: some of its props, or another input. A picture has its
   * `upload`.
   */
  inputs?: { readonly [Name in keyof Form]?: InputProps | ReactElement };
};

/** The start of the sentence about who loses a deleted record. */
export const lossOf = ({ isInternal }: Pick<EntityTexts<never>, 'isInternal'>) =>
  isInternal ? 'Colleagues can no longer use' : 'The app will no longer show';

/** The id of the heading of the record shown. */
export const headingOf = ({ id }: Pick<Stored, 'id'>) => `shown-${id}`;
