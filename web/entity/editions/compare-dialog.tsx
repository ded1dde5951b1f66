import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { capital } from '#contract/kinds.ts';
import type { ladyDueApi } from '#contract/lady-due.ts';
import { failureOf, query } from '#web/api/query.ts';
import type { Entity } from '#web/entity/define/entity.ts';
import type { Edited } from '#web/entity/editions/use-editions.ts';
import { Comparison } from '#web/history/history-panel-comparison.tsx';
import type { ShownFailure } from '#web/lib/failure.ts';
import { pick, same } from '#web/lib/field-diff.ts';
import { dayAndTime } from '#web/lib/moments.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

type CompareDialogProps = {
  opened: boolean;
  entity: Entity;
  record: Edited;
  busy: boolean;
  failed: ShownFailure | undefined;
  /** Replaces the saved words by those in the app. Left out: the words cannot be changed here. */
  onBack: (() => void) | undefined;
  onClose: () => void;
};

/** The saved words of a record beside those that the app shows, word by word. */
export function CompareDialog({ opened, entity, record, busy, failed, onBack, onClose }: CompareDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Saved words and the words in the app" size="48rem">
      {opened && (
        <Stack gap="lg">
          {failed && <InlineFailure failed={failed} />}
          <Words entity={entity} record={record} />
          <Group justify="flex-end" gap="xs">
            {onBack && (
              <BusyButton busy={busy} busyLabel="Replacing" onClick={onBack}>
                Go back to the app’s words
              </BusyButton>
            )}
            <Button disabled={busy} onClick={onClose}>
              Close
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

/** The words that differ from those in the app, or from the scheduled ones. */
function Words({ entity, record }: Pick<CompareDialogProps, 'entity' | 'record'>) {
  const { routes, frozen, fields } = entity;
  const { next } = record;
  const asked = useQuery({
    ...query(routes.editions as typeof ladyDueApi.cards.editions, { id: record.id }),
    staleTime: 0,
  });
  const [against, setAgainst] = useState<'shown' | 'next'>('shown');
  const words = asked.data?.editions.find(({ state }) => state === against)?.words;
  if (asked.error) return <FailedPanel {...failureOf(asked)} />;
  if (!words) return <SkeletonRows shape="text" rows={5} label="Loading the words in the app" />;
  const scheduled = next && `the words of ${dayAndTime(next.from, serverNow())}`;
  const differing = frozen.filter((name) => !same(record[name], words[name]));
  return (
    <>
      {scheduled && (
        <Segmented
          label="Compare with"
          value={against}
          options={[
            { value: 'shown', label: 'The words in the app' },
            { value: 'next', label: capital(scheduled) },
          ]}
          onChange={setAgainst}
        />
      )}
      {differing.length === 0 ? (
        <Text>They are the saved words.</Text>
      ) : (
        <Comparison
          fields={pick(fields, differing)}
          data={record}
          other={{ value: 'before', data: words }}
          called={[(against === 'next' && scheduled) || 'the words in the app', 'the saved words']}
        />
      )}
    </>
  );
}
