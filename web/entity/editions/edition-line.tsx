import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { explain } from '#web/api/call.ts';
import { usePermission } from '#web/api/permissions.ts';
import type { Entity } from '#web/entity/define/entity.ts';
import { editionWords } from '#web/entity/editions/edition-words.ts';
import { type Edited, type EditedForm, typedIn, useEditions } from '#web/entity/editions/use-editions.ts';
import { dateTime } from '#web/lib/dates.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

const ScheduleDialog = lazyComponent(async () => (await import('#web/form/schedule-dialog.tsx')).ScheduleDialog);

const CompareDialog = lazyComponent(
  async () => (await import('#web/entity/editions/compare-dialog.tsx')).CompareDialog,
);

type EditionLineProps = { entity: Entity; record: Edited; form?: EditedForm };

const list = new Intl.ListFormat('en');

/**
 * Says which words of a record the app shows, and publishes, schedules or compares the saved ones. In a form, typed
 * words can be scheduled, and the app keeps the ones it shows until then.
 */
export function EditionLine({ entity, record, form }: EditionLineProps) {
  const { routes, fields } = entity;
  const may = usePermission();
  const act = useEditions(entity, record, form);
  const [asked, setAsked] = useState<'schedule' | 'compare'>();
  const { words, others } = typedIn(entity, record, form);
  // A card that is scheduled itself is not in the app yet, so no words wait there.
  const hasTyped = Object.keys(words).length > 0 && record.publishStatus !== 'scheduled';
  const text = editionWords(record, hasTyped);
  const isDraft = record.publishStatus === 'draft';
  const mayChange = routes.publish !== undefined && may(routes.publish) && !isDraft;
  const isWaiting = record.hasChanges || hasTyped;
  if (!text && !(mayChange && hasTyped)) return null;
  const { isPending, error } = act;
  const busy = (one: string) => isPending && act.variables.act === one;
  const named = others.map((name) => (fields[name]?.label ?? name).toLowerCase());
  const close = () => {
    if (!isPending) setAsked(undefined);
  };
  return (
    <Stack gap="xs" role="group" aria-label="Words in the app">
      {text && (
        <Group gap="0.375rem 0.5rem" wrap="nowrap" align="flex-start" fz="sm" c={isWaiting ? undefined : 'dimmed'}>
          <IconDeviceMobile size={18} stroke={1.6} style={{ flex: 'none' }} aria-hidden="true" />
          <Text span inherit role="status" textWrap="pretty">
            {text}
          </Text>
        </Group>
      )}
      {error && !asked && <InlineFailure failed={explain(error)} />}
      <Group gap="xs">
        {mayChange && record.hasChanges && !hasTyped && (
          <BusyButton
            size="xs"
            variant="filled"
            busy={busy('publish')}
            busyLabel="Publishing"
            onClick={() => act.mutate({ act: 'publish' })}
          >
            Publish changes
          </BusyButton>
        )}
        {mayChange && isWaiting && (
          <Button
            size="xs"
            aria-haspopup="dialog"
            onClick={() => {
              act.reset();
              setAsked('schedule');
            }}
          >
            Schedule changes
          </Button>
        )}
        {record.hasChanges && (
          <Button
            size="xs"
            aria-haspopup="dialog"
            onClick={() => {
              act.reset();
              setAsked('compare');
            }}
          >
            Compare
          </Button>
        )}
        {mayChange && record.next && (
          <BusyButton
            size="xs"
            busy={busy('cancelNext')}
            busyLabel="Cancelling"
            onClick={() => act.mutate({ act: 'cancelNext' })}
          >
            Cancel the schedule
          </BusyButton>
        )}
      </Group>
      <ScheduleDialog
        opened={asked === 'schedule'}
        title="Schedule changes"
        label="Show the changes from"
        warning={
          named.length > 0
            ? `Not part of it, and still unsaved: ${list.format(named)}.`
            : record.next
              ? `They replace the words that follow on ${dateTime(record.next.from)}.`
              : 'Until then the app shows the words that it shows now.'
        }
        busy={isPending}
        failed={error ? explain(error) : undefined}
        onSchedule={(showFrom) => act.mutate({ act: 'schedule', showFrom }, { onSuccess: () => setAsked(undefined) })}
        onClose={close}
      />
      <CompareDialog
        opened={asked === 'compare'}
        entity={entity}
        record={record}
        busy={busy('backToShown')}
        failed={error ? explain(error) : undefined}
        onBack={
          mayChange && !hasTyped
            ? () => act.mutate({ act: 'backToShown' }, { onSuccess: () => setAsked(undefined) })
            : undefined
        }
        onClose={close}
      />
    </Stack>
  );
}
