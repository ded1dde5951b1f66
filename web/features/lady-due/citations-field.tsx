import { Textarea, type TextareaProps } from '@mantine/core';
import { useState } from 'react';
import { same } from '#web/lib/field-diff.ts';

const listOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

type CitationsFieldProps = Omit<TextareaProps, 'value' | 'onChange'> & {
  value: string[];
  onChange: (citations: string[]) => void;
};

/** A field for a list of texts, one per line; blank lines are dropped. */
export function CitationsField({ value, onChange, ...rest }: CitationsFieldProps) {
  const [typed, setTyped] = useState('');
  // The form may set another value, for example from a draft.
  const text = same(listOf(typed), value) ? typed : value.join('\n');
  return (
    <Textarea
      minRows={3}
      maxRows={12}
      description="One per line. The app shows them under the card."
      {...rest}
      value={text}
      onChange={({ currentTarget }) => {
        if (rest.readOnly) return;
        setTyped(currentTarget.value);
        onChange(listOf(currentTarget.value));
      }}
    />
  );
}
