import { Box } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { historyRoutes } from '#contract/history.ts';
import type { Kind } from '#contract/kinds.ts';
import { failureOf, keyOf, query } from '#web/api/query.ts';
import type { Stored } from '#web/entity/define/entity.ts';
import { shortDate } from '#web/lib/dates.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';

/** The newest versions of a record, loaded again for each new `state`. */
export const useRevisionsOf = (kind: Kind, id: string, state: string | number, enabled = true) =>
  useQuery({
    ...query(historyRoutes.revisions, { kind, id }),
    queryKey: [...keyOf(historyRoutes.revisions), { kind, id }, String(state)],
    placeholderData: keepPreviousData,
    enabled,
  });

/** The latest fields of a record that its history knows, also after its deletion. */
export function useLastKnown(kind: Kind, id: string | undefined) {
  const log = useQuery({ ...query(historyRoutes.revisions, { kind, id: id ?? '' }), enabled: id !== undefined });
  return {
    fields: log.data?.revisions.find(({ data }) => data !== null)?.data,
    isLoading: log.isLoading,
    error: log.error,
  };
}

type LastChangeProps = { kind: Kind; record: Pick<Stored, 'id' | 'version' | 'updatedAt'> };

/** When and by whom a record was last changed, as far as its history knows. */
export function LastChange({ kind, record: { id, version, updatedAt } }: LastChangeProps) {
  const revisions = useRevisionsOf(kind, id, version);
  const actor = revisions.data?.revisions[0]?.actor;
  const { failed, ...retry } = failureOf(revisions);
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
