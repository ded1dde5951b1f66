import { z } from 'zod';
import { type TextLimits, maxPosition, text } from '#contract/common.ts';

/** One field of a kind: everything that the contract, the forms and the history know about it. */
export type Field<Schema extends z.ZodType = z.ZodType, Required extends boolean = boolean> = {
  /** What it is called on screen and in messages. */
  label: string;
  /** The rules for a value that is sent. */
  schema: Schema;
  /** The value in an empty form. A new thing that is sent without the field gets it, unless the field is required. */
  blank: z.output<Schema>;
  required: Required;
  /** The maximum length of a text, in characters. */
  max: number | undefined;
};

/** Makes a field from its label, its schema (a function of the label, for messages) and its value in an empty form. */
export function field<Schema extends z.ZodType>(
  label: string,
  schemaOf: (label: string) => Schema,
  blank: NoInfer<z.output<Schema>>,
): Field<Schema, false> {
  const schema = schemaOf(label);
  return { label, schema, blank, required: false, max: schema.meta()?.maxLength as number | undefined };
}

/** Makes a required field: a thing cannot be created without it. */
export const requiredField = <Schema extends z.ZodType>(...given: Parameters<typeof field<Schema>>) => ({
  ...field(...given),
  required: true as const,
});

/** A text. With `min` it is required. */
export const textField = <const Limits extends Omit<TextLimits, 'name'>>(label: string, limits: Limits) => ({
  ...field(label, (name) => text({ ...limits, name }), ''),
  required: (limits.min !== undefined) as Limits extends { min: number } ? true : false,
  max: limits.max,
});

/** Turns -0 into 0. */
const unsigned = (value: number) => value + 0;

type NumberLimits = {
  max: number;
  /** An example of a number, for the message about text that is not one. */
  example: number;
};

const withExample = <Schema extends z.ZodType>(one: Field<Schema, false>, example: number) => ({ ...one, example });

const wholeNumber = (label: string, max: number) => {
  const error = `${label} must be a whole number from 0 to ${max.toLocaleString('en')}`;
  return z.int({ error }).min(0, { error }).max(max, { error }).overwrite(unsigned);
};

/** A whole number from 0. */
export const integerField = (label: string, { max, example }: NumberLimits) =>
  withExample(
    field(label, () => wholeNumber(label, max), 0),
    example,
  );

const decimalSteps = {
  1: { step: 0.1, words: 'one decimal' },
  2: { step: 0.01, words: 'two decimals' },
};

/** A number from 0 with one or two decimals. */
export function decimalField(label: string, { max, decimals, example }: NumberLimits & { decimals: 1 | 2 }) {
  const { step, words } = decimalSteps[decimals];
  const error = `${label} must be from 0 to ${max.toLocaleString('en')}, with at most ${words}`;
  const schema = z.number({ error }).min(0, { error }).max(max, { error }).multipleOf(step, { error });
  return withExample(
    field(label, () => schema.overwrite(unsigned), 0),
    example,
  );
}

/**
 * The position in the order of the app, from 1. A thing that gets the position of another takes its place, and the
 * others move down. 0 means no position: such things come last, as new things do.
 */
export const positionField = (label: string) => integerField(label, { max: maxPosition, example: 3 });

/** Yes or no. */
export const flagField = (label: string, blank: boolean) =>
  field(label, () => z.boolean({ error: `${label} must be true or false` }), blank);

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** One of a few options, each with its name on screen. An empty form holds the first. */
export function choiceField<const Options extends Record<string, string>>(label: string, options: Options) {
  const words = Object.keys(options) as [keyof Options & string];
  const error = `${label} must be ${alternatives.format(words)}`;
  return { ...field(label, () => z.enum(words, { error }), words[0]), options };
}

const caseless = (value: string) => value.normalize('NFC').toLowerCase();

/** The indexes of texts that repeat an earlier one in the list, whatever the case. */
export function doubledTexts(list: readonly string[]): number[] {
  const keys = list.map(caseless);
  return [...keys.keys()].filter((index) => keys.indexOf(keys[index] ?? '') < index);
}

type ListLimits = {
  /** What one item is called in messages: `A language`. */
  item: string;
  /** The largest number of items. */
  max: number;
  /** The maximum length of an item, in characters. */
  maxLength: number;
};

/** A list of texts, none of them empty or there twice. */
export const listField = (label: string, { item, max, maxLength }: ListLimits) =>
  field(
    label,
    () =>
      z
        .array(text({ min: 1, max: maxLength, name: item }), { error: `${label} must be a list` })
        .max(max, { error: `There can be at most ${max} ${label.toLowerCase()}` })
        .superRefine((list, context) => {
          for (const index of doubledTexts(list)) {
            context.addIssue({ code: 'custom', path: [index], message: `${list[index]} is there twice` });
          }
        }),
    [],
  );
