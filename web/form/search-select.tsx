import { Select, type OptionsFilter, type SelectProps } from '@mantine/core';
import { fold } from '#web/lib/fold.ts';
import { formatInteger } from '#web/lib/numbers.ts';

/** The most options that are shown at once: thousands would take a second to draw. */
const most = 50;

/** The options with this text in their label, whatever the case and the marks, and how many more there are. */
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

/** Chooses one of many, which typing finds. */
export const SearchSelect = (props: SelectProps) => (
  <Select searchable allowDeselect={false} filter={matchingOptions} nothingFoundMessage="Nothing matches" {...props} />
);
