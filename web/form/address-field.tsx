import { TextInput, type TextInputProps } from '@mantine/core';
import { completeAddress } from '#web/lib/web-address.ts';

type AddressFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  value: string;
  onChange: (next: string) => void;
};

/** The input of a web address. One that begins with its host gets `https://` when the field is left or Enter is pressed. */
export function AddressField({ value, onChange, onBlur, onKeyDown, ...props }: AddressFieldProps) {
  const complete = () => {
    const completed = completeAddress(value);
    if (completed !== value && !props.readOnly) onChange(completed);
  };
  return (
    <TextInput
      type="url"
      autoComplete="off"
      {...props}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={(event) => {
        complete();
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') complete();
        onKeyDown?.(event);
      }}
    />
  );
}
