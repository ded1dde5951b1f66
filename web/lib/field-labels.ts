import type { ReactNode } from 'react';
import { formatValue } from '#web/lib/format-value.ts';

/** What a field is called, and how its value is read where two versions are compared. */
export type FieldLabel = {
  /** `Message` */
  label: string;
  /** Most characters of a text, in code points. */
  max?: number | undefined;
  /** What a person reads, where `formatValue` has no better word. */
  format?: (value: unknown) => string;
  /** What a person looks at, where it is no text: a picture, tags. */
  render?: (value: unknown) => ReactNode;
};

/** By name, the fields of a kind that people see, in their order. */
export type FieldLabels = Readonly<Record<string, FieldLabel>>;

/** A field's value as a person reads it. */
export const fieldText = ({ format = formatValue }: FieldLabel, value: unknown) => format(value);
