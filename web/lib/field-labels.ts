import type { ReactNode } from 'react';
import { formatValue } from '#web/lib/format-value.ts';

/** The label of a field, and how its value is shown where two versions are compared. */
export type FieldLabel = {
  /** `Message` */
  label: string;
  /** The maximum length of a text, in code points. */
  max?: number | undefined;
  /** The value as a person reads it, where `formatValue` is not enough. */
  format?: (value: unknown) => string;
  /** The value as a picture, tags or the like, where it is not a text. */
  render?: (value: unknown) => ReactNode;
};

/** The fields of a kind that people see, by name, in their order. */
export type FieldLabels = Readonly<Record<string, FieldLabel>>;

/** A field's value as a person reads it. */
export const fieldText = ({ format = formatValue }: FieldLabel, value: unknown) => format(value);
