import { Button, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { Day } from '#contract/common.ts';
import { shownDays, type DayRange } from '#web/lib/dates.ts';
import { DropDown, useDropDown } from '#web/ui/drop-down.tsx';
import classes from '#web/ui/filter-field.module.css';

type DayRangeFieldProps = {
  /** The name of the filter: `Joined`. */
  label: string;
  value: DayRange;
  onChange: (value: DayRange) => void;
};

/** A filter by days that shows its name and its days in one line: `Joined Any day`. It opens two fields for them. */
export function DayRangeField({ label, value, onChange }: DayRangeFieldProps) {
  const { button, dropDown, close } = useDropDown();
  const shown = shownDays(value);
  return (
    <>
      <UnstyledButton {...button} className={classes.field}>
        <Text span c="dimmed">
          {label}
        </Text>{' '}
        <Text span truncate flex={{ base: 1, sm: '0 1 auto' }} fw={500}>
          {shown ?? 'Any day'}
        </Text>
        <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />
      </UnstyledButton>
      <DropDown {...dropDown} trapFocus returnFocus position="bottom-end" p="md">
        <Stack gap="sm">
          <DayField label="First day" day={value.from} onDay={(from) => onChange({ ...value, from })} />
          <DayField label="Last day" day={value.to} onDay={(to) => onChange({ ...value, to })} />
          <Button
            disabled={!shown}
            onClick={() => {
              onChange({ from: undefined, to: undefined });
              close();
            }}
          >
            Any day
          </Button>
        </Stack>
      </DropDown>
    </>
  );
}

type DayFieldProps = { label: string; day: string | undefined; onDay: (day: string | undefined) => void };

/**
 * While a year is being typed, the browser reports years such as 0020: they stay in this field until they are usable
 * days.
 */
function DayField({ label, day = '', onDay }: DayFieldProps) {
  const [typed, setTyped] = useState(day);
  const [known, setKnown] = useState(day);
  if (known !== day) {
    setKnown(day);
    setTyped(day);
  }
  return (
    <TextInput
      type="date"
      label={label}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        if (value === '' || Day.safeParse(value).success) onDay(value || undefined);
      }}
    />
  );
}
