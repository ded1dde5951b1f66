import type { ReactNode } from 'react';
import { formatValue } from '#web/lib/format-value.ts';

type HistoryField = {
  /** `Message` */
  label: string;
  /** What a person reads, where `formatValue` has no better word. */
  format?: (value: unknown) => string;
  /** What a person looks at, where it is no text: a picture, tags. */
  face?: (value: unknown) => ReactNode;
};

/** What the fields of a kind of thing are called, and how they are read. */
export type HistoryFields = Readonly<Record<string, HistoryField>>;

/** What a version is compared with. */
export type Against = 'now' | 'before';

/** A field's value as a person reads it. */
export const fieldText = ({ format = formatValue }: HistoryField, value: unknown) => format(value);
