import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { parseNumber, type ParsedNumber } from '#web/lib/numbers.ts';

const shown = (value: ParsedNumber) => (value === 0 ? '' : String(value));

type NumberFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: ParsedNumber;
  onChange: (value: ParsedNumber) => void;
};

/** A field for a number as people write it. Invalid text stays as typed, and the form refuses it. Empty is 0. */
export function NumberField({ value, onChange, ...rest }: NumberFieldProps) {
  const [text, setText] = useState(() => shown(value));
  return (
    <TextInput
      inputMode="decimal"
      {...rest}
      autoComplete="off"
      placeholder="0"
      // The typed text, unless the form has another number now.
      value={parseNumber(text) === value ? text : shown(value)}
      onBlur={(event) => {
        // The field shows the currency sign before the number.
        if (rest.leftSection && typeof value === 'number') setText((last) => last.replace(/^\s*₦\s*/, ''));
        rest.onBlur?.(event);
      }}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(parseNumber(event.currentTarget.value));
      }}
    />
  );
}
