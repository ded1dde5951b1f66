import { useCallback } from 'react';
import { type HelpLine, type HelpLineCall, helpLinePurposes } from '#contract/safety.ts';
import { useEntityFilter } from '#web/entity/list/use-entity-filter.tsx';
import { isToCall } from '#web/features/moderation/help-line-words.ts';
import { useSearchHere } from '#web/lib/search-here.ts';
import { searched, searchedOf } from '#web/lib/fold.ts';

/** Search and filter of the help lines by their last calls, which are undefined until they have loaded. */
export function useHelpLineFilter(lines: readonly HelpLine[] | undefined, calls: readonly HelpLineCall[] | undefined) {
  const filter = useCallback(
    (all: readonly HelpLine[], term: string, { calls: wanted }: { calls?: string }) => {
      const text = searched(term);
      const callOf = ({ id }: HelpLine) => calls?.find(({ helpLineId }) => helpLineId === id);
      return all.filter(
        (line) =>
          (wanted === undefined || (wanted === 'due' && isToCall(line, callOf(line)))) &&
          searchedOf(line, ({ name, number, purpose }) => [name, number, helpLinePurposes[purpose]]).includes(text),
      );
    },
    [calls],
  );
  const { calls: asked } = useSearchHere(['calls']);
  return useEntityFilter(asked !== undefined && !calls ? undefined : lines, {
    many: 'help lines',
    label: 'Search by name, number or purpose',
    sentence: 'Search looks for any part of a name, a number or a purpose.',
    choices: [
      { name: 'calls', label: 'Calls', otherwise: 'All lines', options: [{ value: 'due', label: 'To be called' }] },
    ],
    filter,
  });
}
