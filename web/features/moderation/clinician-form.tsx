import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { ClinicianFields, clinicianApi } from '#contract/clinician.ts';
import type { Clinician } from '#contract/rota.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { useServerForm } from '#web/form/use-server-form.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

type ClinicianFormProps = {
  clinician: Clinician | null;
  onDone: (clinician: Clinician | null) => void;
  onClose: () => void;
};

/** A dialog that names the clinician on call. */
export function ClinicianForm({ clinician, onDone, onClose }: ClinicianFormProps) {
  const { formProps, field, busy, failed } = useServerForm({
    initial: clinician ?? { name: '', phone: '' },
    labels: { name: { label: 'Name' }, phone: { label: 'Phone' } },
    schema: ClinicianFields,
    send: async (input) => onDone((await change(clinicianApi.clinician.update, input)).output.clinician),
    explain,
  });
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Modal opened onClose={close} size="30rem" title="Clinician on call" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form {...formProps} aria-label="Clinician on call">
        <Stack gap="lg">
          {failed && <InlineFailure failed={failed} />}
          <TextInput data-autofocus autoComplete="off" {...field('name')} />
          <TextInput
            type="tel"
            autoComplete="off"
            description="Staff phone this number about people in danger. Leave both empty to name no clinician."
            {...field('phone')}
          />
          <Group justify="flex-end" gap="xs">
            <Button disabled={busy} onClick={close}>
              Cancel
            </Button>
            <BusyButton type="submit" variant="filled" busy={busy} busyLabel="Saving">
              Save
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
