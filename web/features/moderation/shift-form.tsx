import { Box, Button, Flex, Group, Input, Modal, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { NewShift, type Shift } from '#contract/rota.ts';
import { safetyApi } from '#contract/safety.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { dayNames } from '#web/features/moderation/rota-words.ts';
import { useServerForm } from '#web/form/use-server-form.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

const { add } = safetyApi.rota;

type ShiftFormProps = {
  /** The accounts that can be on the rota. */
  candidates: readonly { id: string; name: string }[];
  timeZone: string;
  onDone: (shift: Shift) => void;
  onClose: () => void;
};

/** A dialog that adds a shift to the rota. */
export function ShiftForm({ candidates, timeZone, onDone, onClose }: ShiftFormProps) {
  const { formProps, form, field, busy, failed } = useServerForm({
    initial: { staffId: '', days: [] as number[], from: '08:00', to: '20:00' },
    labels: { staffId: { label: 'Colleague' }, days: { label: 'Days' }, from: { label: 'From' }, to: { label: 'To' } },
    schema: NewShift,
    send: async (input) => onDone((await change(add, input)).output),
    explain,
  });
  const { days } = form.values;
  const close = () => {
    if (!busy) onClose();
  };
  const choose = (day: number, chosen: boolean) => {
    if (busy) return;
    const all = dayNames.map((_, at) => at + 1);
    form.setFieldValue(
      'days',
      all.filter((one) => (one === day ? chosen : days.includes(one))),
    );
  };
  return (
    <Modal opened onClose={close} size="30rem" title="Add a shift" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form {...formProps} aria-label="Add a shift">
        <Stack gap="lg">
          {failed && <InlineFailure failed={failed} />}
          <Select
            required
            data-autofocus
            data={candidates.map(({ id, name }) => ({ value: id, label: name }))}
            allowDeselect={false}
            placeholder="Choose a colleague"
            {...field('staffId')}
          />
          <Input.Wrapper label="Days" labelElement="div" error={form.errors.days}>
            <Flex gap="0.5rem 1.25rem" wrap="wrap" mt={6} role="group" aria-label="Days">
              {dayNames.map((name, at) => (
                <Switch
                  key={name}
                  label={name}
                  checked={days.includes(at + 1)}
                  onChange={({ currentTarget }) => choose(at + 1, currentTarget.checked)}
                />
              ))}
            </Flex>
          </Input.Wrapper>
          <Box>
            <Group gap="md" grow align="flex-start">
              <TextInput required type="time" {...field('from')} />
              <TextInput required type="time" {...field('to')} />
            </Group>
            <Text size="xs" c="dimmed" mt={6}>
              In the time zone {timeZone}. A shift that does not end after its start ends on the next day.
            </Text>
          </Box>
          <Group justify="flex-end" gap="xs">
            <Button disabled={busy} onClick={close}>
              Cancel
            </Button>
            <BusyButton type="submit" variant="filled" busy={busy} busyLabel="Adding">
              Add shift
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
