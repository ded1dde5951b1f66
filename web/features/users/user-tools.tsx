import type { UserSearch } from '#web/features/users/search.ts';
import { DayRangeField } from '#web/ui/day-range-field.tsx';
import { FilterField } from '#web/ui/filter-field.tsx';
import { Filters } from '#web/ui/filters.tsx';
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
  /** The text in the search field. */
  text: string;
  onText: (text: string) => void;
  asked: UserSearch;
  onFilter: (filter: UserSearch) => void;
};

/** Search, filters and order of the list. */
export function UserTools({ text, onText, asked: { status, sort, from, to }, onFilter }: UserToolsProps) {
  return (
    <>
      <SearchField label="Search users" value={text} onChange={onText} />
      <Filters label="Filters and sort" chosen={[status, sort, from, to].some((value) => value !== undefined)}>
        <FilterField label="Status" value={status} options={statuses} onChange={(next) => onFilter({ status: next })} />
        <DayRangeField label="Joined" value={{ from, to }} onChange={onFilter} />
        <FilterField
          label="Sort"
          value={sort}
          otherwise="Newest first"
          options={sorts}
          onChange={(next) => onFilter({ sort: next })}
        />
      </Filters>
    </>
  );
}
