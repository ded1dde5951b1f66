import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useShortcuts, useShortcutsOn } from '#web/lib/shortcuts.ts';
import { KeyboardKey } from '#web/ui/key.tsx';
import classes from '#web/ui/search-field.module.css';

type SearchFieldProps = {
  /** The spoken name and the placeholder: `Search users`. */
  label: string;
  value: string;
  /** Called on each keystroke. The caller debounces. */
  onChange: (value: string) => void;
};

/** The maximum length of a search in the API, in characters. */
const maxSearch = 200;

/**
 * A search box that the slash key focuses, unless shortcuts are switched off, and that Escape clears. At most one per
 * page.
 */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const shortcuts = useShortcutsOn();
  useShortcuts([{ keys: ['/'], does: label, act: () => input.current?.focus() }]);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <TextInput
      ref={input}
      flex={{ base: '1 1 8rem', md: '1 1 12rem' }}
      maw={{ md: '18.75rem' }}
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
      leftSection={<IconSearch size={18} stroke={1.6} color="var(--awa-text)" aria-hidden="true" />}
      leftSectionPointerEvents="none"
      rightSectionPointerEvents={value ? 'all' : 'none'}
      rightSection={
        value ? (
          <CloseButton aria-label="Clear search" onClick={clear} />
        ) : (
          shortcuts && (
            <span className={classes.key}>
              <KeyboardKey label="/" />
            </span>
          )
        )
      }
    />
  );
}
