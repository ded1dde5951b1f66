import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { detailsOf } from '#contract/doctor-verification.ts';
import { type Doctor, type VerificationWay, doctorRoutes, verificationWays, withTitle } from '#contract/doctors.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { useEntityCache } from '#web/entity/define/use-entity-list.ts';
import { doctorEntity } from '#web/features/doctors/doctor.tsx';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import { counted } from '#web/lib/numbers.ts';
import { ChoiceDialog } from '#web/ui/choice-dialog.tsx';

type VerifyDialogProps = {
  opened: boolean;
  doctors: readonly Doctor[];
  onDone?: () => void;
  onClose: () => void;
};

/** Records that doctors were verified, with their details as they were shown when the dialog opened. */
export function VerifyDialog({ opened, doctors, onDone, onClose }: VerifyDialogProps) {
  const [checked] = useState(() => doctors.map(({ id, ...doctor }) => Object.assign({ id }, detailsOf(doctor))));
  const { refresh } = useEntityCache(doctorEntity);
  const tell = useUndoToast();
  const [only] = checked.length === 1 ? checked : [];
  const called = only ? withTitle(only.name) : counted(checked.length, 'doctor');
  const verify = useMutation({
    mutationFn: (how: VerificationWay) => change(doctorRoutes.verify, { doctors: checked, how }),
    onSuccess: ({ operationId }) => {
      tell(`Recorded the check of ${called}`, operationId, only && { about: only.id });
      onDone?.();
      onClose();
    },
    onSettled: refresh,
  });
  return (
    <ChoiceDialog
      opened={opened}
      title={only ? `Record a check of ${called}` : `Are these ${called} still right?`}
      sentence={
        only
          ? 'Record this only after you have checked the name, phone, email and licence number yourself.'
          : 'Record this only after you have checked the name, phone, email and licence number of each of them yourself.'
      }
      question="How did you check?"
      choices={verificationWays}
      missing="Choose how you checked"
      action={only ? 'Record the check' : 'Still right'}
      busyLabel="Recording"
      busy={verify.isPending}
      failed={verify.error ? explain(verify.error) : undefined}
      onSubmit={verify.mutate}
      onClose={onClose}
    />
  );
}
