import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { instantOf, localMinute, zoneName } from '#web/lib/dates.ts';

type MomentFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** A moment as the API gives it, null for none, and `''` while only a part of it is typed. */
  value: string | null;
  onChange: (value: string | null) => void;
};

/** A field for a date with a time, in the zone of the browser, which it names. */
export function MomentField({ value, onChange, onBlur, ...rest }: MomentFieldProps) {
  const [opened] = useState(() => new Date());
  const shown = value ? localMinute(value) : '';
  // No event says that a part was typed, but the field has no value then.
  const read = (input: HTMLInputElement) => {
    const isPart = input.validity.badInput;
    if (isPart === (value === '') && input.value === shown) return;
    onChange(isPart ? '' : instantOf(input.value));
  };
  return (
    <TextInput
      description={zoneName(value || opened)}
      {...rest}
      type="datetime-local"
      max="9999-12-31T23:59"
      value={shown}
      onChange={(event) => read(event.currentTarget)}
      onKeyUp={(event) => read(event.currentTarget)}
      onBlur={(event) => {
        read(event.currentTarget);
        onBlur?.(event);
      }}
    />
  );
}
