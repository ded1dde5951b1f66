import { z } from 'zod';
import {
  type TextLimits,
  maxPosition,
  optionalEmail,
  optionalInstant,
  optionalText,
  optionalUrl,
  text,
} from '#contract/common.ts';
import { optionalImageUrl } from '#contract/images.ts';
import { type Kind, capital, kinds } from '#contract/kinds.ts';
import { normalized } from '#contract/normalized.ts';
import { maxRichText } from '#contract/rich-text.ts';

/** The type of a field. It decides the input on screen, and how the server treats an order, a parent or an image. */
export type FieldType =
  | 'text'
  | 'rich'
  | 'email'
  | 'url'
  | 'number'
  | 'choice'
  | 'moment'
  | 'list'
  | 'lines'
  | 'colour'
  | 'flag'
  | 'active'
  | 'image'
  | 'alt'
  | 'parent'
  | 'position'
  | 'other';

/** One field of a kind, for the contract, the forms and the history. */
export type Field<
  Schema extends z.ZodType = z.ZodType,
  Required extends boolean = boolean,
  Type extends FieldType = FieldType,
> = {
  type: Type;
  /** The name of the field on screen and in messages. */
  label: string;
  /** The rules for a sent value. */
  schema: Schema;
  /** The value in an empty form. A new record without this field gets it, unless the field is required. */
  blank: z.output<Schema>;
  required: Required;
  /** The maximum length of a text, in characters. */
  max: number | undefined;
  /** The labels of a choice, by its values. */
  options?: Readonly<Record<string, string>>;
  /** The sign before an amount of money. */
  currency?: string;
  /** The most digits after the point of a number. */
  decimals?: number;
  /** An example of a line, and the maximum length of each. */
  item?: string;
  itemMax?: number;
  /** The picture that an alt text describes. */
  image?: string;
};

const make = <Type extends FieldType, Schema extends z.ZodType>(
  type: Type,
  label: string,
  schema: Schema,
  blank: NoInfer<z.output<Schema>>,
): Field<Schema, false, Type> => ({
  type,
  label,
  schema,
  blank,
  required: false,
  max: schema.meta()?.maxLength as number | undefined,
});

/** Makes a field from its label, its schema (a function of the label, for messages) and its value in an empty form. */
export const field = <Schema extends z.ZodType>(
  label: string,
  schemaOf: (label: string) => Schema,
  blank: NoInfer<z.output<Schema>>,
) => make('other', label, schemaOf(label), blank);

/** A text. With `min` it is required. */
export const textField = <const Limits extends Omit<TextLimits, 'name'>>(label: string, limits: Limits) => ({
  ...make('text', label, text({ ...limits, name: label }), ''),
  required: (limits.min !== undefined) as Limits extends { min: number } ? true : false,
  max: limits.max,
});

/**
 * A rich text: HTML of the elements in `contract/rich-text.ts`, because the server removes all others; `''` when it has
 * neither text nor a picture. Its pictures are kept.
 */
export const richField = (label: string) => make('rich', label, text({ max: maxRichText, name: label }), '');

/** An email address, or `''`. */
export const emailField = (label: string) => make('email', label, optionalEmail(label), '');

/** The address of a page on the web, or `''`. */
export const urlField = (label: string) => make('url', label, optionalUrl(label), '');

/**
 * A time, or null: `startsAt: momentField('Show from')`. It is sent and stored in UTC, and typed in the zone of the
 * browser.
 */
export const momentField = (label: string) => make('moment', label, optionalInstant(label), null);

const colour = /^#[\da-f]{6}$/i;

/** A colour as `#RRGGBB`, or `''` for the colour of the app. */
export const colourField = (label: string, blank: string) =>
  make(
    'colour',
    label,
    optionalText(
      { max: 7, name: label },
      {
        fits: (value) => colour.test(value),
        error: `${label} must be a colour such as ${blank}`,
        schema: { pattern: '^#[0-9A-Fa-f]{6}$' },
      },
    ),
    blank,
  );

/** The address of a picture, or `''`. An image of this desk is kept as long as anything refers to it. */
export const imageField = (label: string) => make('image', label, optionalImageUrl(label), '');

/** The maximum length of an alt text, in characters. */
const maxAlt = 500;

/**
 * The description of the picture in another field, for people who cannot see it: `headerImageAlt:
 * altField('headerImageUrl')`.
 */
export const altField = <const Image extends string>(image: Image, label = 'Alt text') => ({
  ...make('alt', label, text({ max: maxAlt, name: label }), ''),
  max: maxAlt,
  image,
});

/**
 * The id of the parent: `clinicId: parentField('clinic')`. The record is deleted and restored with its parent, and
 * children of one parent share an order.
 */
export const parentField = <const Parent extends Kind>(kind: Parent) => ({
  ...make(
    'parent',
    capital(kinds[kind].one),
    z.uuid({ error: `Choose ${kinds[kind].article} ${kinds[kind].one}` }).toLowerCase(),
    '',
  ),
  required: true as const,
  kind,
});

/** Turns -0 into 0. */
const unsigned = (value: number) => value + 0;

type NumberLimits = {
  /** The default is 0. */
  min?: number;
  max: number;
  /** An example number, for the message about text that is not a number. */
  example: number;
};

/** A whole number. */
export function integerField(label: string, { min = 0, max, example }: NumberLimits) {
  const error = `${label} must be a whole number from ${min} to ${max.toLocaleString('en')}`;
  const schema = z.int({ error }).min(min, { error }).max(max, { error }).overwrite(unsigned);
  return { ...make('number', label, schema, min), example, decimals: 0 };
}

const decimalSteps = {
  1: { step: 0.1, words: 'one decimal' },
  2: { step: 0.01, words: 'two decimals' },
};

/** A number from 0 with one or two decimals. */
export function decimalField(
  label: string,
  { max, decimals, example }: Omit<NumberLimits, 'min'> & { decimals: 1 | 2 },
) {
  const { step, words } = decimalSteps[decimals];
  const error = `${label} must be from 0 to ${max.toLocaleString('en')}, with at most ${words}`;
  const schema = z.number({ error }).min(0, { error }).max(max, { error }).multipleOf(step, { error });
  return { ...make('number', label, schema.overwrite(unsigned), 0), example, decimals };
}

/** An amount in naira, in steps of one kobo. */
export const moneyField = (label: string, limits: Omit<NumberLimits, 'min'>) => ({
  ...decimalField(label, { ...limits, decimals: 2 }),
  currency: '₦',
});

/**
 * The position in an order, from 1. A record that gets a taken position moves the others down. 0 means no position:
 * such records come last, like new ones. `scope` names the field whose value the records of one order share. The
 * default is their parent; without a parent, the whole kind has one order.
 */
export const positionField = <const Scope extends string = never>(label: string, scope?: Scope) => ({
  ...integerField(label, { max: maxPosition, example: 3 }),
  type: 'position' as const,
  scope,
});

/** Yes or no. */
export const flagField = (label: string, blank: boolean) =>
  make('flag', label, z.boolean({ error: `${label} must be true or false` }), blank);

/** Whether the app shows the record. A change of this field alone is logged as `enable` or `disable`. */
export const activeField = (label = 'Active') => ({ ...flagField(label, true), type: 'active' as const });

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** One of a few options, each with its name on screen. An empty form has the first. */
export function choiceField<const Options extends Record<string, string>>(label: string, options: Options) {
  const words = Object.keys(options) as [keyof Options & string];
  const error = `${label} must be ${alternatives.format(words)}`;
  return { ...make('choice', label, z.enum(words, { error }), words[0]), options };
}

const caseless = (value: string) => normalized(value, 'NFC').toLowerCase();

/** The indexes of texts that repeat an earlier one in the list, whatever the case. */
export function doubledTexts(list: readonly string[]): number[] {
  const seen = new Set<string>();
  return list.flatMap((value, index) => {
    const key = caseless(value);
    if (seen.has(key)) return [index];
    seen.add(key);
    return [];
  });
}

/**
 * The maximum length of a tag, in characters. A list with longer items is edited and shown line by line, not as tags.
 */
const maxTag = 100;

type ListLimits = {
  /** The name of one item in messages: `A language`. */
  item: string;
  /** The maximum number of items. */
  max: number;
  /** The maximum length of an item, in characters. */
  maxLength: number;
};

/** A list of texts without empty or repeated ones. */
export function listField(label: string, { item, max, maxLength }: ListLimits) {
  const schema = z
    .array(text({ min: 1, max: maxLength, name: item }), { error: `${label} must be a list` })
    .max(max, { error: `There can be at most ${max} ${label.toLowerCase()}`, abort: true })
    .superRefine((list, context) => {
      for (const index of doubledTexts(list)) {
        context.addIssue({ code: 'custom', path: [index], message: `${list[index]} is there twice` });
      }
    });
  const type = maxLength > maxTag ? 'lines' : 'list';
  return { ...make(type, label, schema, []), item, itemMax: maxLength };
}
