import { z } from 'zod';
import { type TextLimits, maxPosition, text } from '#contract/common.ts';

/** One field of a kind: everything that the contract, the forms and the history know of it. */
export type Field<Schema extends z.ZodType = z.ZodType, Required extends boolean = boolean> = {
  /** What it is called on screen and in messages. */
  label: string;
  /** The rules for a value that is sent. */
  schema: Schema;
  /** What an empty form holds. A new thing that is sent without the field gets it, unless the field is required. */
  blank: z.output<Schema>;
  required: Required;
  /** Most characters of a text. */
  max: number | undefined;
};

/** A field by its label, its schema (made from the label, for messages) and what an empty form holds. */
export function field<Schema extends z.ZodType>(
  label: string,
  schemaOf: (label: string) => Schema,
  blank: NoInfer<z.output<Schema>>,
): Field<Schema, false> {
  const schema = schemaOf(label);
  return { label, schema, blank, required: false, max: schema.meta()?.maxLength as number | undefined };
}

/** The same for a field without which nothing can be created. */
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

/** Zero has no sign. */
const unsigned = (value: number) => value + 0;

type NumberLimits = {
  max: number;
  /** What a person could type, for the message where they typed no number. */
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

/** A number from 0 with a few decimals. */
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
 * The position in the order of the app, from 1. Whoever is given the position of another stands there, and the others
 * move on. 0 is no position: it comes after all that have one, and so does what is new.
 */
export const positionField = (label: string) => integerField(label, { max: maxPosition, example: 3 });

/** Yes or no. */
export const flagField = (label: string, blank: boolean) =>
  field(label, () => z.boolean({ error: `${label} must be true or false` }), blank);

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** One of a few words, each with what it is called on screen. The first one is that of an empty form. */
export function choiceField<const Options extends Record<string, string>>(label: string, options: Options) {
  const words = Object.keys(options) as [keyof Options & string];
  const error = `${label} must be ${alternatives.format(words)}`;
  return { ...field(label, () => z.enum(words, { error }), words[0]), options };
}

const caseless = (value: string) => value.normalize('NFC').toLowerCase();

/** The indexes of texts that a list has before already, whatever their case. */
export function doubledTexts(list: readonly string[]): number[] {
  const keys = list.map(caseless);
  return [...keys.keys()].filter((index) => keys.indexOf(keys[index] ?? '') < index);
}

type ListLimits = {
  /** What one of them is called in messages: `A language`. */
  item: string;
  /** Most items. */
  max: number;
  /** Most characters of one of them. */
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
