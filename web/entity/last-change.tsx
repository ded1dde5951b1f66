import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { Kind } from '#contract/kinds.ts';
import { failureOf, query } from '#web/api/query.ts';
import { shortDate } from '#web/lib/dates.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';

type LastChangeProps = { kind: Kind; thing: { id: string; updatedAt: string } };

/** When a thing was changed last, and by whom, as far as its history knows. */
export function LastChange({ kind, thing: { id, updatedAt } }: LastChangeProps) {
  const history = useQuery(query(api.history.revisions, { kind, id }));
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
