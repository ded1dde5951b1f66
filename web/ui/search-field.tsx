import { CloseButton, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import classes from '#web/ui/search-field.module.css';

type SearchFieldProps = {
  /** Spoken name and placeholder: `Search users`. */
  label: string;
  value: string;
  /** At each key; waiting for a pause is the caller's matter. */
  onChange: (value: string) => void;
};

/** Characters of a search that the API takes. */
const maxSearch = 200;

/** Something floats over the page and has the keys to itself. */
const pageIsCovered = () => document.querySelector('[role="dialog"], [role="menu"]') !== null;

/** A search box that the slash key goes to, unless shortcuts are switched off, and Escape empties. One to a page. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const shortcuts = useShortcuts();
  const goHere = (event: KeyboardEvent) => {
    if (!shortcuts || pageIsCovered()) return;
    event.preventDefault();
    input.current?.focus();
  };
  useHotkeys([['/', goHere, { preventDefault: false, usePhysicalKeys: false }]]);
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
      maxLength={maxSearch}
      aria-label={label}
      aria-keyshortcuts={shortcuts ? '/' : undefined}
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
          shortcuts && (
            <kbd className={classes.key} aria-hidden="true">
              /
            </kbd>
          )
        )
      }
    />
  );
}
