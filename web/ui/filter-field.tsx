import { fold } from '#contract/fold.ts';
import { Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { DropDown } from '#web/ui/drop-down.tsx';
import classes from '#web/ui/filter-field.module.css';

type Option<Value> = { value: Value; label: string };

type FilterFieldProps<Value extends string> = {
  /** The name of the filter: `Area`. */
  label: string;
  value: Value | undefined;
  /** The label of undefined, which selects everything. The default is `All`. */
  otherwise?: string;
  /** Hides the name, because the values explain themselves. The name is still spoken. */
  spoken?: boolean;
  options: readonly Option<Value>[];
  onChange: (value: Value | undefined) => void;
};

/**
 * A choice of one value or all, which shows its name and its value in one line: `Area All`. Its keys are those of a
 * listbox: arrows, Home, End, Enter, Escape, and letters, which go to the next label with that initial.
 */
export function FilterField<Value extends string>(props: FilterFieldProps<Value>) {
  const { label, value, otherwise = 'All', spoken = false, onChange } = props;
  const options: Option<Value | undefined>[] = [{ value: undefined, label: otherwise }, ...props.options];
  const chosen = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  );
  const [opened, setOpened] = useState(false);
  const [active, setActive] = useState(0);
  const id = useId();
  const target = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (opened) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [opened, active]);

  const open = (at = chosen) => {
    setActive(Math.max(0, Math.min(at, options.length - 1)));
    setOpened(true);
  };
  const close = () => setOpened(false);
  const choose = (at: number) => {
    close();
    if (at !== chosen) onChange(options[at]?.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = opened ? step(event.key, active, options) : step(event.key, chosen, options);
    if (event.ctrlKey || event.metaKey) return;
    if (to !== undefined) open(opened || event.key.length === 1 ? to : chosen);
    else if (opened && event.key === 'Escape') close();
    else if (event.key !== 'Enter' && event.key !== ' ') return;
    else if (opened) choose(active);
    else open();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <UnstyledButton
        ref={target}
        className={classes.field}
        role="combobox"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        aria-activedescendant={opened ? `${id}-${active}` : undefined}
        onClick={() => (opened ? close() : open())}
        onBlur={close}
        onKeyDown={onKeyDown}
      >
        {!spoken && (
          <Text span c="dimmed" aria-hidden="true">
            {label}
          </Text>
        )}
        <Text span truncate flex={{ base: 1, sm: '0 1 auto' }} fw={500}>
          {options[chosen]?.label}
        </Text>
        <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />
      </UnstyledButton>
      <DropDown
        opened={opened}
        target={target}
        onClose={close}
        floatingStrategy="fixed"
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        className={classes.list}
        tabIndex={-1}
        // The button keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
      >
        {options.map((option, at) => (
          // The focused button handles the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={option.value ?? ''}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === chosen}
            data-active={at === active || undefined}
            className={classes.option}
            onClick={() => choose(at)}
            onPointerMove={() => setActive(at)}
          >
            {option.label}
            {at === chosen && <IconCheck size={16} stroke={2} aria-hidden="true" />}
          </div>
        ))}
      </DropDown>
    </>
  );
}

/** The index of the option that a key moves to; undefined for other keys. */
function step(key: string, from: number, options: readonly { label: string }[]) {
  const last = options.length - 1;
  if (key === 'ArrowDown') return Math.min(from + 1, last);
  if (key === 'ArrowUp') return Math.max(from - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (!/^[\p{L}\p{N}]$/u.test(key)) return undefined;
  const after = options.map((_, at) => (from + 1 + at) % options.length);
  return after.find((at) => fold(options[at]?.label ?? '').startsWith(fold(key))) ?? from;
}
