import { ActionIcon, Box, Flex } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { UserSearch } from '#web/features/users/search.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { DayRangeField } from '#web/ui/day-range-field.tsx';
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
  { value: '-lastActiveAt', label: 'Last active first' },
  { value: '-activity', label: 'Most active first' },
] as const;

type UserToolsProps = {
  /** What is typed into the search. */
  text: string;
  onText: (text: string) => void;
  asked: UserSearch;
  onFilter: (filter: UserSearch) => void;
};

/** Search, filters and order of the list. On a phone, all but the search stand behind a button. */
export function UserTools({ text, onText, asked: { status, sort, from, to }, onFilter }: UserToolsProps) {
  const phone = usePhone();
  const chosen = [status, sort, from, to].some((value) => value !== undefined);
  const [opened, setOpened] = useState(chosen);
  const id = useId();
  return (
    <>
      <SearchField label="Search users" value={text} onChange={onText} />
      {phone && (
        <ActionIcon
          variant="default"
          bd="1px solid var(--awa-edge)"
          aria-label="Filters and sort"
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
        >
          <IconAdjustmentsHorizontal size={20} stroke={1.6} aria-hidden="true" />
          {chosen && (
            <Box component="span" pos="absolute" top={6} right={6} w={8} h={8} bdrs="50%" bg="var(--awa-marker)" />
          )}
        </ActionIcon>
      )}
      <Flex
        id={id}
        wrap="wrap"
        gap="xs"
        flex={{ base: '0 1 100%', sm: 'initial' }}
        display={phone && !opened ? 'none' : 'flex'}
      >
        <FilterField label="Status" value={status} options={statuses} onChange={(next) => onFilter({ status: next })} />
        <DayRangeField label="Joined" value={{ from, to }} onChange={onFilter} />
        <FilterField
          label="Sort"
          value={sort}
          otherwise="Newest first"
          options={sorts}
          onChange={(next) => onFilter({ sort: next })}
        />
      </Flex>
    </>
  );
}
