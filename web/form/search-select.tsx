import { fold } from '#contract/fold.ts';
import { Select, type OptionsFilter, type SelectProps } from '@mantine/core';
import { formatInteger } from '#web/lib/numbers.ts';

/** The maximum options rendered at once: thousands would take a second. */
const most = 50;

/** The options whose label contains the text, ignoring case and accents, and the number of further ones. */
export const matchingOptions: OptionsFilter = ({ options, search }) => {
  const term = fold(search.trim());
  const all = options.filter((option) => 'value' in option && fold(option.label).includes(term));
  const rest = all.length - most;
  if (rest <= 0) return all;
  return [
    ...all.slice(0, most),
    { value: '', label: `${formatInteger(rest)} more: type to find them`, disabled: true },
  ];
};

/** A select with search, for many options. */
export const SearchSelect = (props: SelectProps) => (
  <Select searchable allowDeselect={false} filter={matchingOptions} nothingFoundMessage="Nothing matches" {...props} />
);
