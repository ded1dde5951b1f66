import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCalendarTime, IconUserCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { clinicianApi } from '#contract/clinician.ts';
import { alertMinutes } from '#contract/crisis.ts';
import type { Clinician, Shift } from '#contract/rota.ts';
import { safetyApi } from '#contract/safety.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { usePermission } from '#web/api/permissions.ts';
import { failureOf, keyOf, query } from '#web/api/query.ts';
import { ModerationHead, moderationTitle } from '#web/features/moderation/moderation-head.tsx';
import { ClinicianForm } from '#web/features/moderation/clinician-form.tsx';
import { ShiftForm } from '#web/features/moderation/shift-form.tsx';
import { clinicianInWords } from '#web/features/moderation/clinician-words.ts';
import { dayNames, daysInWords, dutyInWords, shiftsOfDays, timesInWords } from '#web/features/moderation/rota-words.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { ContentCard } from '#web/ui/content-card.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { ListStates } from '#web/ui/list-states.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RowAction } from '#web/ui/row-actions.tsx';
import { ListRow, RowList } from '#web/ui/row-list.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const { rota, crisis } = safetyApi;

/** The weekly rota: the colleagues who are told of people in danger. Administrators change it. */
export function RotaPage() {
  const answer = useQuery(query(rota.list, {}));
  const client = useQueryClient();
  const may = usePermission();
  const phone = usePhone();
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Shift>();
  const again = async () => {
    await Promise.all([rota.list, crisis.waiting].map((route) => client.invalidateQueries({ queryKey: keyOf(route) })));
  };
  const removing = useMutation({
    mutationFn: ({ id }: Shift) => change(rota.remove, { id }),
    onSuccess: (_, shift) => {
      setLeaving(undefined);
      showToast(`Removed the shift of ${shift.staff.name}`);
      return again();
    },
  });
  const shifts = answer.data?.shifts;
  return (
    <>
      <title>Rota - Awa Desk</title>
      <PageHead {...moderationTitle} />
      <ModerationHead />
      <Box maw="48rem">
        <Duty />
        <ContentCard
          title="Rota"
          list
          tools={
            shifts &&
            may(rota.add) && (
              <Button fullWidth={phone} onClick={() => setAdding(true)}>
                Add a shift
              </Button>
            )
          }
        >
          <ListStates
            {...failureOf(answer)}
            rows={shifts}
            skeleton={{ shape: 'text', rows: 7, label: 'Loading the rota' }}
            empty={{
              icon: IconCalendarTime,
              title: 'No rota yet',
              sentence: 'Until an administrator adds a shift, all moderators are told of people in danger.',
            }}
          >
            {(all) => (
              <RowList label="Days">
                {shiftsOfDays(all).map(({ day, shifts: ofDay }) => (
                  <ListRow key={day}>
                    <DayLines day={day} shifts={ofDay} onRemove={may(rota.remove) ? setLeaving : undefined} />
                  </ListRow>
                ))}
              </RowList>
            )}
          </ListStates>
          {answer.data && (
            <Text size="xs" c="dimmed" px={{ base: 'md', sm: 'lg' }} py="sm">
              Times are in the time zone {answer.data.timeZone}. When a person in danger has waited for{' '}
              {alertMinutes.onDuty} minutes, those on duty get an email; after {alertMinutes.administrators} minutes,
              all administrators.
            </Text>
          )}
        </ContentCard>
      </Box>
      {adding && answer.data && (
        <ShiftForm
          candidates={answer.data.candidates}
          timeZone={answer.data.timeZone}
          onDone={({ staff }) => {
            setAdding(false);
            showToast(`Added a shift of ${staff.name}`);
            void again();
          }}
          onClose={() => setAdding(false)}
        />
      )}
      <Confirm
        opened={leaving !== undefined}
        harmless
        title={`Remove the shift of ${leaving?.staff.name ?? ''}?`}
        sentence={leaving ? `${daysInWords(leaving.days)}, ${timesInWords(leaving)}.` : ''}
        consequence="On all of these days this account is not told of people in danger any more."
        safe="Keep it"
        action="Remove shift"
        actionBusy="Removing"
        busy={removing.isPending}
        failed={removing.error ? explain(removing.error) : undefined}
        onConfirm={() => leaving && removing.mutate(leaving)}
        onClose={() => setLeaving(undefined)}
      />
    </>
  );
}

/** The colleagues on duty now, or a note that there is none. */
function Duty() {
  const answer = useQuery({
    ...query(crisis.waiting, {}),
    // Shifts begin and end by the clock.
    refetchInterval: ({ state }) => (state.data ? 30_000 : false),
  });
  const { data } = answer;
  const Icon = data?.onDuty.length === 0 ? IconAlertTriangle : IconUserCheck;
  return (
    <ContentCard>
      <FailedPanel {...failureOf(answer)} />
      {answer.isPending && <SkeletonRows shape="text" rows={1} label="Loading who is on duty" />}
      {data && (
        <Group gap="sm" wrap="nowrap" p={{ base: 'md', sm: 'lg' }}>
          <Icon size={20} stroke={1.6} aria-hidden="true" style={{ flex: 'none' }} />
          <Text fw={500} role="status">
            {dutyInWords(data.onDuty)}
          </Text>
        </Group>
      )}
      {data && <ClinicianLine clinician={data.clinician} />}
    </ContentCard>
  );
}

/** The clinician on call. Administrators change it. */
function ClinicianLine({ clinician }: { clinician: Clinician | null }) {
  const client = useQueryClient();
  const mayChange = usePermission()(clinicianApi.clinician.update);
  const [isOpen, setOpen] = useState(false);
  return (
    <Group
      justify="space-between"
      gap="xs"
      px={{ base: 'md', sm: 'lg' }}
      py="md"
      style={{ borderTop: '1px solid var(--awa-hairline)' }}
    >
      <Text miw={0} style={{ overflowWrap: 'anywhere' }} data-tabular>
        {clinicianInWords(clinician)}
      </Text>
      {mayChange && (
        <Button size="xs" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {clinician ? 'Change the clinician' : 'Name a clinician'}
        </Button>
      )}
      {isOpen && (
        <ClinicianForm
          clinician={clinician}
          onDone={(named) => {
            setOpen(false);
            showToast(named ? `${named.name} is the clinician on call` : 'No clinician is on call');
            void client.invalidateQueries({ queryKey: keyOf(crisis.waiting) });
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Group>
  );
}

type DayLinesProps = { day: number; shifts: Shift[]; onRemove: ((shift: Shift) => void) | undefined };

/** The shifts that begin on a day. */
const DayLines = ({ day, shifts, onRemove }: DayLinesProps) => (
  <Stack gap="xs">
    <Text fw={500}>{dayNames[day - 1]}</Text>
    {shifts.length === 0 && (
      <Text size="sm" c="dimmed">
        No shift begins on this day
      </Text>
    )}
    {shifts.map((shift) => (
      <Group key={shift.id} justify="space-between" gap="xs" wrap="nowrap">
        <Text miw={0} style={{ overflowWrap: 'anywhere' }}>
          {timesInWords(shift)} · {shift.staff.name}
        </Text>
        {onRemove && (
          <RowAction
            label="Remove"
            name={`Remove ${shift.staff.name}, ${dayNames[day - 1]}, ${timesInWords(shift)}`}
            onClick={() => onRemove(shift)}
          />
        )}
      </Group>
    ))}
  </Stack>
);
