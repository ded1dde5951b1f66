import { ActionIcon } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { UserFilter } from '#web/features/users/search.ts';
import classes from '#web/features/users/users.module.css';
import { usePhone } from '#web/lib/use-phone.ts';
import { FilterField } from '#web/ui/filter-field.tsx';
import { SearchField } from '#web/ui/search-field.tsx';

const statuses = [
  { value: 'verified', label: 'Verified' },
  { value: 'unverified', label: 'Unverified' },
] as const;

const sorts = [
  { value: 'createdAt', label: 'Oldest first' },
  { value: 'name', label: 'Name A to Z' },
  { value: '-name', label: 'Name Z to A' },
] as const;

type UserToolsProps = {
  /** What is typed into the search. */
  text: string;
  onText: (text: string) => void;
  filter: UserFilter;
  onFilter: (filter: UserFilter) => void;
};

/** Search, status and order of the list. On a phone, status and order stand behind a button. */
export function UserTools({ text, onText, filter, onFilter }: UserToolsProps) {
  const { status, sort } = filter;
  const phone = usePhone();
  const chosen = status !== undefined || sort !== undefined;
  const [opened, setOpened] = useState(chosen);
  const id = useId();
  return (
    <>
      <SearchField label="Search users" value={text} onChange={onText} />
      {phone && (
        <ActionIcon
          variant="default"
          className={classes.more}
          aria-label="Status and sort"
          aria-expanded={opened}
          aria-controls={id}
          data-chosen={chosen || undefined}
          onClick={() => setOpened(!opened)}
        >
          <IconAdjustmentsHorizontal size={20} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      )}
      <div id={id} className={classes.filters} hidden={phone && !opened}>
        <FilterField
          label="Status"
          value={status}
          options={statuses}
          onChange={(next) => onFilter({ status: next, sort })}
        />
        <FilterField
          label="Sort"
          value={sort}
          otherwise="Newest first"
          options={sorts}
          onChange={(next) => onFilter({ status, sort: next })}
        />
      </div>
    </>
  );
}
