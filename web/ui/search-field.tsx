import { CloseButton, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from './search-field.module.css';

type SearchFieldProps = {
  /** Spoken name and placeholder: `Search users`. */
  label: string;
  value: string;
  /** At each key; waiting for a pause is the caller's matter. */
  onChange: (value: string) => void;
};

/** A search box that the slash key goes to and Escape empties. One to a page. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => input.current?.focus(), { usePhysicalKeys: false }]]);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <TextInput
      ref={input}
      className={classes.field}
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value) {
          event.preventDefault();
          clear();
        }
      }}
      leftSection={<IconSearch size={18} stroke={1.6} className={classes.icon} aria-hidden="true" />}
      leftSectionPointerEvents="none"
      rightSectionPointerEvents={value ? 'all' : 'none'}
      rightSection={
        value ? (
          <CloseButton aria-label="Clear search" onClick={clear} />
        ) : (
          <kbd className={classes.key} aria-hidden="true">
            /
          </kbd>
        )
      }
    />
  );
}
