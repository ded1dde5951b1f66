import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { linkHere, useSearchHere } from '#web/lib/search-here.ts';
import { useSearchText } from '#web/lib/use-search-text.ts';
import { FilterField } from '#web/ui/filter-field.tsx';
import { Filters } from '#web/ui/filters.tsx';
import { SearchField } from '#web/ui/search-field.tsx';

/** Search and filters of a list. */
export type EntityFilter<R> = ReturnType<typeof useEntityFilter<R, string>>;

type Chosen<Name extends string> = { [N in Name]?: string };

type FilterOptions<R, Name extends string> = {
  /** `doctors` */
  many: string;
  /** The label of the search box: `Search by name or specialty`. */
  label: string;
  /** The fields that the search covers, for a list without matches. */
  sentence: string;
  /** The filters, each with its search parameter. */
  choices: readonly {
    name: Name;
    label: string;
    /** The label of the option that turns the filter off. */
    otherwise: string;
    /** The label for a value outside the options. Left out: the value itself. */
    unknown?: string;
    options: readonly { value: string; label: string }[];
  }[];
  /** Applies the search and the chosen filters. The function must be stable while its behaviour is. */
  filter: (records: readonly R[], term: string, chosen: Chosen<Name>) => readonly R[];
};

/** Search and filters, which are kept in the address, and the records of a list that pass them. */
export function useEntityFilter<R, Name extends string>(
  records: readonly R[] | undefined,
  { many, label, sentence, choices, filter }: FilterOptions<R, Name>,
) {
  const names = choices.map(({ name }) => name);
  const asked = useSearchHere(['search', ...names]);
  const { search = '' } = asked;
  const navigate = useNavigate();
  const filterBy = (next: Record<string, string | undefined>, replace = false) =>
    void navigate({
      ...linkHere(next),
      // Still closed.
      state: true,
      replace,
    });
  const [text, setText] = useSearchText(search, (next) => {
    if (next.trim() !== search) filterBy({ search: next.trim() || undefined }, true);
  });
  // Typing has priority: the rows follow later.
  const term = useDeferredValue(text).trim();
  const shown = useMemo(() => records && filter(records, term, asked), [filter, records, term, asked]);
  const chosen = names.filter((name) => asked[name] !== undefined);
  return {
    tools: (
      <>
        <SearchField label={label} value={text} onChange={setText} />
        <Filters label="Filters" chosen={chosen.length > 0}>
          {choices.map(({ name, options, unknown, ...rest }) => {
            const value: string | undefined = asked[name];
            // The address may hold a value that no longer exists. Then the list is empty.
            const known = value === undefined || options.some((option) => option.value === value);
            return (
              <FilterField
                key={name}
                spoken
                {...rest}
                value={value}
                options={known ? options : [...options, { value, label: unknown ?? value }]}
                onChange={(next) => filterBy({ [name]: next })}
              />
            );
          })}
        </Filters>
      </>
    ),
    /** The records that pass. */
    shown,
    /** The texts for a list without matches; undefined while search and filters are off. */
    noMatch: term
      ? { title: `No ${many} match “${term}”`, sentence: `${sentence} Accents and capital letters don’t matter.` }
      : chosen.length > 0
        ? {
            title: `No ${many} match ${chosen.length > 1 ? 'these filters' : 'this filter'}`,
            sentence: 'Choose another one, or show all of them.',
          }
        : undefined,
    onShowAll: () => {
      setText('');
      filterBy(Object.fromEntries(names.map((name) => [name, undefined])));
    },
  };
}
