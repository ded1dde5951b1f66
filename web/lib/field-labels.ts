import type { ReactNode } from 'react';
import { formatValue } from '#web/lib/format-value.ts';

/** The label of a field, and how a comparison of two versions shows its value. */
export type FieldLabel = {
  /** `Message` */
  label: string;
  /** The maximum length of a text, in code points. */
  max?: number | undefined;
  /** Formats the value, when `formatValue` is not enough. */
  format?: (value: unknown) => string;
  /** Renders the value, when it is not a text, as a picture, tags or the like. */
  render?: (value: unknown) => ReactNode;
};

/** The fields of a kind shown to staff, by name, in their order. */
export type FieldLabels = Readonly<Record<string, FieldLabel>>;

/** A field's value as text on screen. */
export const fieldText = ({ format = formatValue }: FieldLabel, value: unknown) => format(value);
