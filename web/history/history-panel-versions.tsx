import { Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { historyRoutes } from '#contract/history.ts';
import { type Kind, kinds } from '#contract/kinds.ts';
import { CallError, explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { useAreas } from '#web/api/permissions.ts';
import { HistoryVersion } from '#web/history/history-panel-version.tsx';
import type { Against } from '#web/history/history-panel-comparison.tsx';
import { failureOfPages, ShowOlder } from '#web/history/log-list.tsx';
import { useLogChange } from '#web/history/use-log-change.ts';
import { useRevisions } from '#web/history/use-revisions.ts';
import classes from '#web/history/history-panel.module.css';
import type { FieldLabels } from '#web/lib/field-labels.ts';
import { Empty } from '#web/ui/empty.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

type VersionsProps = { kind: Kind; id: string; fields: FieldLabels };

/** The versions of a record, newest first. One of them can be opened, to be compared and restored. */
export function Versions({ kind, id, fields }: VersionsProps) {
  const revisions = useRevisions(kind, id);
  const mayRestore = useAreas('change').includes(kinds[kind].area);
  const [chosen, setChosen] = useState<number | null>(null);
  const [against, setAgainst] = useState<Against>('now');
  const all = revisions.data?.pages.flatMap((page) => page.revisions) ?? [];
  const [now] = all;
  const restore = useLogChange({
    // Based on the version shown as the current one, so that a newer one is not overwritten unseen.
    send: (version: number) =>
      change(historyRoutes.restoreVersion, { kind, id, version }, now && { version: now.version }),
    done: 'Restored an earlier version',
    told: { about: id },
    doing: 'Restoring an earlier version',
  });
  const { error, hasNextPage, fetchNextPage } = revisions;

  if (!now && error instanceof CallError && error.status === 404) {
    return (
      <Empty
        icon={IconHistory}
        title="There is nothing here"
        sentence="It is not in the list, and nothing of it is left in the history. The address may be incomplete."
      />
    );
  }
  const { failedNext, ...failure } = failureOfPages(revisions);
  return (
    <>
      {!failedNext && <FailedPanel {...failure} />}
      {revisions.isPending && <SkeletonRows shape="text" rows={4} label="Loading the history" />}
      {now?.data === null && (
        <Text
          px={{ base: 'var(--awa-gutter)', md: 24 }}
          py="sm"
          bg="var(--awa-warning-tint)"
          c="var(--awa-warning)"
          style={{ borderBottom: '1px solid var(--awa-hairline)' }}
        >
          {mayRestore ? 'It was deleted. Restore it from the bin to use one of its versions.' : 'It was deleted.'}
        </Text>
      )}
      <ul className={classes.versions} aria-label="Versions">
        {all.map((revision, at) => (
          <HistoryVersion
            key={revision.version}
            revision={revision}
            kind={kind}
            fields={fields}
            opened={revision.version === chosen}
            onOpen={() => {
              setChosen(revision.version === chosen ? null : revision.version);
              // The previous version, needed for the comparison, may be on the next page.
              if (at === all.length - 1 && hasNextPage) void fetchNextPage();
            }}
            failed={restore.error && restore.variables === revision.version ? explain(restore.error) : undefined}
            now={now ?? revision}
            before={all[at + 1]}
            against={against}
            onAgainst={setAgainst}
            restoring={restore.isPending ? restore.variables : null}
            onRestore={mayRestore ? () => restore.mutate(revision.version) : undefined}
          />
        ))}
      </ul>
      {failedNext && <FailedPanel {...failure} />}
      {(hasNextPage || (revisions.data?.pages.length ?? 0) > 1) && (
        <ShowOlder pages={revisions} count={all.length} total={hasNextPage ? undefined : all.length} />
      )}
    </>
  );
}
