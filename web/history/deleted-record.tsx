import { Group, Stack, Text } from '@mantine/core';
import { IconHistory, IconRestore } from '@tabler/icons-react';
import type { BinItem } from '#contract/bin.ts';
import { type Kind, kinds } from '#contract/kinds.ts';
import { CallError, explain } from '#web/api/call.ts';
import { useAreas } from '#web/api/permissions.ts';
import { amounts } from '#web/history/amounts.ts';
import { byWhom } from '#web/history/describe-operation.ts';
import { Comparison } from '#web/history/history-panel-comparison.tsx';
import classes from '#web/history/history-panel.module.css';
import { failureOfPages } from '#web/history/log-list.tsx';
import { useRestoreDeleted } from '#web/history/use-restore-deleted.ts';
import { useRevisions } from '#web/history/use-revisions.ts';
import type { FieldLabels } from '#web/lib/field-labels.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

type DeletedRecordProps = {
  kind: Kind;
  id: string;
  /** The children that are restored with it, if known. */
  contains: BinItem['contains'] | undefined;
  fields: FieldLabels;
  onRestored: () => void;
};

/** A record as it was when deleted, read-only, and the button that restores it. */
export function DeletedRecord({ kind, id, contains, fields, onRestored }: DeletedRecordProps) {
  const revisions = useRevisions(kind, id);
  const mayRestore = useAreas('change').includes(kinds[kind].area);
  const restore = useRestoreDeleted({ kind, id }, onRestored);
  const [deletion, last] = revisions.data?.pages[0]?.revisions ?? [];
  const { one } = kinds[kind];
  const { error } = revisions;
  if (!deletion && error instanceof CallError && error.status === 404) {
    return (
      <Empty
        icon={IconHistory}
        title="There is nothing here"
        sentence={`Nothing of this ${one} is left in the history. The address may be incomplete.`}
      />
    );
  }
  if (!deletion) {
    return (
      <>
        <FailedPanel {...failureOfPages(revisions)} />
        {revisions.isPending && <SkeletonRows shape="text" rows={4} label={`Loading the ${one}`} />}
      </>
    );
  }
  if (deletion.data || !last?.data) {
    return <Empty icon={IconRestore} title={`This ${one} is not in the bin`} sentence="It is in its list." />;
  }
  return (
    <div className={classes.deleted}>
      <Stack align="flex-start" gap="md" px="var(--inset)" py="md">
        <Text size="xs" c="dimmed">
          {`Deleted by ${byWhom(deletion.actor)} · `}
          <RelativeTime at={new Date(deletion.at)} />
          {contains && contains.length > 0 && ` · with ${amounts(contains)}`}
        </Text>
        <Comparison fields={fields} data={last.data} />
      </Stack>
      {mayRestore && (
        <Group className={classes.foot}>
          {restore.error && <InlineFailure failed={explain(restore.error)} />}
          <BusyButton
            leftSection={<IconRestore size={18} stroke={1.6} aria-hidden="true" />}
            busy={restore.isPending}
            busyLabel="Restoring"
            onClick={() => restore.mutate()}
          >
            Restore
          </BusyButton>
        </Group>
      )}
    </div>
  );
}
