import { restorableDays } from '#contract/history.ts';
import { withTitle, type Doctor } from '#contract/doctors.ts';
import { explain } from '#web/api/call.ts';
import type { useDeleteDoctor } from '#web/features/doctors/use-doctors.ts';
import { Confirm } from '#web/ui/confirm.tsx';

type DeleteDoctorProps = {
  /** Who is about to go, as they were when it was asked. */
  doctor: Doctor;
  remove: ReturnType<typeof useDeleteDoctor>;
  opened: boolean;
  onClose: () => void;
};

/** Asks before a doctor is deleted. */
export function DeleteDoctor({ doctor, remove, opened, onClose }: DeleteDoctorProps) {
  const name = withTitle(doctor.name);
  const seen = doctor.isActive ? 'People stop finding them in the app.' : 'They are inactive, so nobody sees them now.';
  return (
    <Confirm
      opened={opened}
      title={`Delete ${name}?`}
      sentence={`Are you sure you want to delete ${name}?`}
      consequence={`${seen} You can bring them back from the bin for ${restorableDays} days.`}
      action="Delete doctor"
      actionBusy="Deleting"
      busy={remove.isPending}
      failed={remove.error ? explain(remove.error) : undefined}
      onConfirm={() => remove.mutate(doctor)}
      onClose={onClose}
    />
  );
}
