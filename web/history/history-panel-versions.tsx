import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#contract/api.ts';
import { type Revision, maxRevisions } from '#contract/history.ts';
import type { Kind } from '#contract/kinds.ts';
import { CallError, explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { ask, keyOf } from '#web/api/query.ts';
import { Version } from '#web/history/history-panel-version.tsx';
import { Detail } from '#web/history/history-panel-detail.tsx';
import type { Against } from '#web/history/history-panel-comparison.tsx';
import classes from '#web/history/history-panel.module.css';
import { useFailureElsewhere } from '#web/history/use-failure-elsewhere.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import type { FieldLabels } from '#web/lib/field-labels.ts';
import { shownOfTotal } from '#web/lib/numbers.ts';
import { Empty } from '#web/ui/empty.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

type VersionsProps = { kind: Kind; id: string; fields: FieldLabels };

/** Where the next older versions begin; undefined when these are the oldest. */
function olderThan(revisions: Revision[]) {
  const oldest = revisions.at(-1);
  if (!oldest || revisions.length < maxRevisions) return undefined;
  return oldest.operationId === null || oldest.version === 1 ? undefined : oldest.version;
}

function useRevisions(kind: Kind, id: string) {
  return useInfiniteQuery({
    queryKey: [...keyOf(api.history.revisions), kind, id],
    queryFn: ({ pageParam, signal }) => ask(api.history.revisions, { kind, id, before: pageParam }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => olderThan(page.revisions),
    // A person opens it to see how the thing is now.
    staleTime: 0,
  });
}

/** `now` is the version that is shown as the current one: a newer one is not overwritten unseen. */
function useRestore(kind: Kind, id: string, now: number | undefined) {
  const client = useQueryClient();
  const done = useUndoToast();
  const tellElsewhere = useFailureElsewhere('Restoring an earlier version');
  return useMutation({
    mutationFn: (version: number) =>
      change(api.history.restoreVersion, { kind, id, version }, now === undefined ? {} : { version: now }),
    onSuccess: ({ operationId }) => done('Restored an earlier version', operationId, { about: id }),
    onError: tellElsewhere,
    // Also when it failed: what is shown may have been old.
    onSettled: () => client.invalidateQueries(),
  });
}

/** The versions of a thing, newest first. One of them can be opened, to be compared and restored. */
export function Versions({ kind, id, fields }: VersionsProps) {
  const revisions = useRevisions(kind, id);
  const [chosen, setChosen] = useState<number | null>(null);
  const [against, setAgainst] = useState<Against>('now');
  const all = revisions.data?.pages.flatMap((page) => page.revisions) ?? [];
  const [now] = all;
  const restore = useRestore(kind, id, now?.version);
  const { error, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = revisions;

  if (!now && error instanceof CallError && error.status === 404) {
    return (
      <Empty
        icon={IconHistory}
        title="There is nothing here"
        sentence="It is not in the list, and nothing of it is left in the history. The address may be incomplete."
      />
    );
  }
  const failed = error && (
    <FailedPanel
      failed={explain(error)}
      onRetry={() => void (isFetchNextPageError ? fetchNextPage() : revisions.refetch())}
      retrying={revisions.isFetching}
    />
  );
  return (
    <>
      {!isFetchNextPageError && failed}
      {revisions.isPending && <SkeletonRows shape="text" rows={4} label="Loading the history" />}
      {now?.data === null && (
        <p className={classes.deleted}>It was deleted. Bring it back from the bin to restore one of its versions.</p>
      )}
      <ul className={classes.versions} aria-label="Versions">
        {all.map((revision, at) => (
          <Version
            key={revision.version}
            revision={revision}
            fields={fields}
            current={revision === now && revision.data !== null}
            opened={revision.version === chosen}
            onOpen={() => {
              setChosen(revision.version === chosen ? null : revision.version);
              // What it is compared with may be on the next page.
              if (at === all.length - 1 && hasNextPage) void fetchNextPage();
            }}
            failed={restore.error && restore.variables === revision.version ? explain(restore.error) : undefined}
          >
            <Detail
              revision={revision}
              fields={fields}
              now={now ?? revision}
              before={all[at + 1]}
              against={against}
              onAgainst={setAgainst}
              restoring={restore.isPending ? restore.variables : null}
              onRestore={() => restore.mutate(revision.version)}
            />
          </Version>
        ))}
      </ul>
      {isFetchNextPageError && failed}
      {(hasNextPage || (revisions.data?.pages.length ?? 0) > 1) && (
        <LoadMore
          text={shownOfTotal(all.length, hasNextPage ? undefined : all.length)}
          grows
          onShow={hasNextPage ? () => void fetchNextPage() : undefined}
          busy={isFetchingNextPage}
        />
      )}
    </>
  );
}
