import { CloseButton, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import classes from '#web/ui/search-field.module.css';

type SearchFieldProps = {
  /** The spoken name and the placeholder: `Search users`. */
  label: string;
  value: string;
  /** Called at each key. The caller waits for a pause. */
  onChange: (value: string) => void;
};

/** The longest search that the API takes, in characters. */
const maxSearch = 200;

/** Whether a dialog or a menu is open, which gets all keys. */
const pageIsCovered = () => document.querySelector('[role="dialog"], [role="menu"]') !== null;

/**
 * A search box that gets the focus by the slash key, unless shortcuts are switched off, and is emptied by Escape. A
 * page has at most one.
 */
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
            <kbd className={classes.key} aria-hidden="true">
              /
            </kbd>
          )
        )
      }
    />
  );
}
