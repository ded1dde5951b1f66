import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { explain } from '#web/api/call.ts';
import { usePermission } from '#web/api/permissions.ts';
import { RefusedNote } from '#web/entity/approvals/refused-note.tsx';
import { useIsRefused } from '#web/entity/approvals/use-approval.ts';
import type { Entity } from '#web/entity/define/entity.ts';
import { changesAtOnce, editionWords } from '#web/entity/editions/edition-words.ts';
import { type Edited, type EditedForm, typedIn, useEditions } from '#web/entity/editions/use-editions.ts';
import { dayAndTime } from '#web/lib/moments.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

const ScheduleDialog = lazyComponent(async () => (await import('#web/form/schedule-dialog.tsx')).ScheduleDialog);

const Confirm = lazyComponent(async () => (await import('#web/ui/confirm.tsx')).Confirm);

const CompareDialog = lazyComponent(
  async () => (await import('#web/entity/editions/compare-dialog.tsx')).CompareDialog,
);

type EditionLineProps = { entity: Entity; record: Edited; form?: EditedForm };

/** The question about the time, as it was when it was opened: the record changes before the dialog has closed. */
type Scheduling = { title: string; warning: string; initial: string | null };

const list = new Intl.ListFormat('en');

/**
 * Says which words of a record the app shows, and publishes, schedules or compares the saved ones. In a form, typed
 * words can be scheduled, and the app keeps the ones it shows until then. A button that acts at once never takes the
 * place of another one.
 */
export function EditionLine({ entity, record, form }: EditionLineProps) {
  const { routes, fields } = entity;
  const may = usePermission();
  const now = useNow(serverNow);
  const act = useEditions(entity, record, form);
  const [asked, setAsked] = useState<'schedule' | 'compare' | 'publish'>();
  const [scheduling, setScheduling] = useState<Scheduling>();
  const [dropped, setDropped] = useState('');
  const { words, others } = typedIn(entity, record, form);
  const { shown, next, hasChanges, publishStatus } = record;
  // A card that is scheduled itself is not in the app yet, so no words wait there.
  const mayWait = publishStatus !== 'draft' && publishStatus !== 'scheduled';
  const hasTyped = Object.keys(words).length > 0 && mayWait;
  const mayChange = routes.publish !== undefined && may(routes.publish) && publishStatus !== 'draft';
  const mayShow = mayChange && mayWait && record[entity.active ?? ''] !== false;
  const isRefused = useIsRefused(entity.kind, record.id, hasTyped);
  const text = editionWords(record, now, hasTyped) ?? (form && mayShow && changesAtOnce);
  if (!text) return null;
  const isWaiting = hasChanges || hasTyped;
  const scheduleLabel = next ? 'Change the schedule' : 'Schedule changes';
  const { isPending, error } = act;
  const busy = (one: string) => isPending && act.variables.act === one;
  const open = (dialog: NonNullable<typeof asked>) => {
    act.reset();
    setAsked(dialog);
  };
  const close = () => {
    if (!isPending) setAsked(undefined);
  };
  const schedule = () => {
    const unsaved = others.map((name) => (fields[name]?.label ?? name).toLowerCase());
    const time = next && dayAndTime(next.from, now);
    const warning = [
      time && isWaiting
        ? `These changes replace the words that follow on ${time}.`
        : 'Until then the app shows the words that it shows now.',
      ...(unsaved.length > 0 ? [`Not part of it, and still unsaved: ${list.format(unsaved)}.`] : []),
    ].join(' ');
    setScheduling({ title: scheduleLabel, warning, initial: next?.from ?? null });
    open('schedule');
  };
  const publish = () => {
    // Other scheduled words are dropped.
    if (!next || !isWaiting) return act.mutate({ act: 'publish' });
    setDropped(dayAndTime(next.from, now));
    open('publish');
  };
  return (
    <Stack gap="xs" role="group" aria-label="Words in the app">
      <Group gap="0.375rem 0.5rem" wrap="nowrap" align="flex-start" fz="sm" c={isWaiting ? undefined : 'dimmed'}>
        <IconDeviceMobile size={18} stroke={1.6} style={{ flex: 'none' }} aria-hidden="true" />
        <Text span inherit role="status" textWrap="pretty">
          {text}
        </Text>
      </Group>
      {mayChange && isRefused && (isWaiting || next) && <RefusedNote isTyped={hasTyped} />}
      {error && !asked && <InlineFailure failed={explain(error)} />}
      <Group gap="xs">
        {mayChange && mayWait && (form || isWaiting || next) && (
          <Button size="xs" aria-haspopup="dialog" disabled={!isWaiting && !next} onClick={schedule}>
            {scheduleLabel}
          </Button>
        )}
        {mayChange && shown && (isWaiting || next) && (
          <BusyButton
            size="xs"
            variant={next || hasTyped ? 'default' : 'filled'}
            busy={busy('publish')}
            busyLabel="Publishing"
            onClick={publish}
          >
            Publish now
          </BusyButton>
        )}
        {hasChanges && (
          <Button size="xs" aria-haspopup="dialog" onClick={() => open('compare')}>
            Compare
          </Button>
        )}
        {mayChange && next && (
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
        title={scheduleLabel}
        label="Show the changes from"
        {...scheduling}
        busy={isPending}
        failed={error ? explain(error) : undefined}
        onSchedule={(showFrom) => act.mutate({ act: 'schedule', showFrom }, { onSuccess: () => setAsked(undefined) })}
        onClose={close}
      />
      <Confirm
        opened={asked === 'publish'}
        title="Publish the latest words now?"
        sentence={`The words that follow on ${dropped} are dropped.`}
        consequence="Undo brings those back."
        action="Publish now"
        actionBusy="Publishing"
        safe="Keep the schedule"
        harmless
        busy={busy('publish')}
        failed={error ? explain(error) : undefined}
        onConfirm={() => act.mutate({ act: 'publish' }, { onSuccess: () => setAsked(undefined) })}
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
