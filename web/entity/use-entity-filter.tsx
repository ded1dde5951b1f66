import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { pick } from '#web/lib/field-diff.ts';
import { useSearchText } from '#web/lib/use-search-text.ts';
import { FilterField } from '#web/ui/filter-field.tsx';
import { Filters } from '#web/ui/filters.tsx';
import { SearchField } from '#web/ui/search-field.tsx';

/** Search and filters of a list. */
export type EntityFilter<Thing> = ReturnType<typeof useEntityFilter<Thing, string>>;

type Chosen<Name extends string> = { [N in Name]?: string };

type FilterOptions<Thing, Name extends string> = {
  /** `doctors` */
  many: string;
  /** What the search box is called: `Search by name or specialty`. */
  label: string;
  /** Where the search looks, for a list in which it finds nothing. */
  sentence: string;
  /** The filters, each by its parameter in the address. */
  choices: readonly {
    name: Name;
    label: string;
    /** The label of the choice that leaves all. */
    otherwise: string;
    /** What a value is called that is none of the options. Left out, the value says it. */
    unknown?: string;
    options: readonly { value: string; label: string }[];
  }[];
  /** What a search and the chosen filters leave. It stays the same function as long as it does the same. */
  filter: (things: readonly Thing[], term: string, chosen: Chosen<Name>) => readonly Thing[];
};

/** Search and filters, which stand in the address, and the things that they leave of a list. */
export function useEntityFilter<Thing, Name extends string>(
  things: readonly Thing[] | undefined,
  { many, label, sentence, choices, filter }: FilterOptions<Thing, Name>,
) {
  const names = choices.map(({ name }) => name);
  const asked = useSearch({
    strict: false,
    select: (search: Record<string, unknown>) => pick(search, ['search', ...names]),
    structuralSharing: true,
  } as never) as Chosen<Name | 'search'>;
  const { search = '' } = asked;
  const navigate = useNavigate();
  const filterBy = (next: Record<string, string | undefined>, replace = false) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...next }),
      // Still closed.
      state: true,
      replace,
      resetScroll: false,
    } as never);
  const [text, setText] = useSearchText(search, (next) => {
    if (next.trim() !== search) filterBy({ search: next.trim() || undefined }, true);
  });
  // Typing has priority: the rows follow it.
  const term = useDeferredValue(text).trim();
  const shown = useMemo(() => things && filter(things, term, asked), [filter, things, term, asked]);
  const chosen = names.filter((name) => asked[name] !== undefined);
  return {
    tools: (
      <>
        <SearchField label={label} value={text} onChange={setText} />
        <Filters label="Filters" chosen={chosen.length > 0}>
          {choices.map(({ name, options, unknown, ...rest }) => {
            const value: string | undefined = asked[name];
            // What the address says may be the value of nothing any more. Then the list is empty.
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
    /** What they leave of the list. */
    shown,
    /** What the list says where they leave nothing; undefined while they are off. */
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
