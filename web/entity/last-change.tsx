import { Box } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { Kind } from '#contract/kinds.ts';
import { failureOf, keyOf, query } from '#web/api/query.ts';
import type { Stored } from '#web/entity/define-entity.tsx';
import { shortDate } from '#web/lib/dates.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';

/** The newest changes of a thing, asked for again when it has another `state`. */
export const useRevisionsOf = (kind: Kind, id: string, state: string | number, enabled = true) =>
  useQuery({
    ...query(api.history.revisions, { kind, id }),
    queryKey: [...keyOf(api.history.revisions), { kind, id }, String(state)],
    placeholderData: keepPreviousData,
    enabled,
  });

type LastChangeProps = { kind: Kind; thing: Pick<Stored, 'id' | 'version' | 'updatedAt'> };

/** When a thing was changed last, and by whom, as far as its history knows. */
export function LastChange({ kind, thing: { id, version, updatedAt } }: LastChangeProps) {
  const history = useRevisionsOf(kind, id, version);
  const actor = history.data?.revisions[0]?.actor;
  const { failed, ...retry } = failureOf(history);
  return (
    <>
      <time dateTime={updatedAt}>{shortDate(updatedAt)}</time>
      {actor && `, by ${actor.name}`}
      {failed && (
        <Box pt="sm">
          <FailedPanel failed={failed} {...retry} />
        </Box>
      )}
    </>
  );
}
