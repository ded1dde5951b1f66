import { Link } from '@tanstack/react-router';
import { IconTrash } from '@tabler/icons-react';
import { api } from '#contract/api.ts';
import { withTitle, type Doctor } from '#contract/doctors.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { DoctorForm } from '#web/features/doctors/doctor-form.tsx';
import classes from '#web/features/doctors/doctor-form.module.css';
import { doctorSchema, newDoctor, type DoctorOutput, type DoctorValues } from '#web/features/doctors/doctor-values.ts';
import { doctorDraft } from '#web/features/doctors/draft.ts';
import { doctorFields } from '#web/features/doctors/doctor-display.tsx';
import { useRefreshDoctors, useShowSaved } from '#web/features/doctors/use-doctors.ts';
import { FormConflict } from '#web/form/form-conflict.tsx';
import { FormDrafts } from '#web/form/form-drafts.tsx';
import { useEditForm } from '#web/form/use-edit-form.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import type { Draft } from '#web/drafts/drafts.ts';

type EditFormProps = {
  doctor: Doctor;
  doctors: readonly Doctor[];
  /** Unsaved text to go on with. */
  restoring: Draft | undefined;
  onSaved: () => void;
  onCancel: () => void;
};

const names = Object.keys(newDoctor) as (keyof DoctorValues)[];

/** Changes a doctor, in the place of the detail. */
export function EditForm({ doctor, doctors, restoring, onSaved, onCancel }: EditFormProps) {
  const refresh = useRefreshDoctors();
  const show = useShowSaved();
  const done = useUndoToast();
  const called = withTitle(doctor.name);
  const { draft, changed, gone, conflict, ...form } = useEditForm<DoctorValues, DoctorOutput, Changed>({
    draft: doctorDraft(),
    stored: doctor,
    names,
    fieldLabels: doctorFields,
    schema: doctorSchema,
    restoring,
    send: (changes, version) => change(api.doctors.update, { id: doctor.id, ...changes }, { version }),
    onSaved: (saved) => {
      if (saved) {
        show(saved.output);
        done(`Saved ${withTitle(saved.output.name)}`, saved.operationId, { about: doctor.id });
      }
      void refresh();
      onSaved();
    },
    onRefused: () => void refresh(),
    explain,
  });
  return (
    <DoctorForm
      {...form}
      title={`Edit ${called}`}
      id={doctor.id}
      doctors={doctors}
      changed={changed}
      kept={draft.kept}
      gone={gone && <GoneNote />}
      drafts={<FormDrafts draft={draft} noun="doctor" />}
      onCancel={onCancel}
    >
      <FormConflict thing="doctor" conflict={conflict} />
    </DoctorForm>
  );
}

type Changed = Awaited<ReturnType<typeof change<typeof api.doctors.update>>>;

/** Somebody deleted the doctor: the text can become a new one, or the old one come back. */
const GoneNote = () => (
  <div role="alert" className={classes.gone}>
    <IconTrash size={18} stroke={1.6} className={classes.goneIcon} aria-hidden="true" />
    <p>
      Somebody deleted this doctor while you were writing. Nothing was saved. Your text is kept: Add Doctor offers it,
      and the doctor is in the <Link to="/admin/desk/bin">bin</Link>.
    </p>
  </div>
);
