import { useId } from 'react';
import { api } from '#contract/api.ts';
import { withTitle, type Doctor } from '#contract/doctors.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { DoctorForm } from '#web/features/doctors/doctor-form.tsx';
import { doctorSchema, newDoctor, type DoctorOutput, type DoctorValues } from '#web/features/doctors/doctor-values.ts';
import { doctorDraft } from '#web/features/doctors/draft.ts';
import { useRefreshDoctors, useShowSaved } from '#web/features/doctors/use-doctors.ts';
import { FormDrafts } from '#web/form/form-drafts.tsx';
import { useCreateForm } from '#web/form/use-create-form.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import type { Draft } from '#web/drafts/drafts.ts';

type CreateFormProps = {
  doctors: readonly Doctor[];
  /** Whether the doctor of a draft was deleted: what was typed can become a new one. */
  isGone: (draft: Draft) => boolean;
  onSaved: (doctor: Doctor) => void;
  onCancel: () => void;
};

/** Adds a doctor. What was typed goes only once it is saved. */
export function CreateForm({ doctors, isGone, onSaved, onCancel }: CreateFormProps) {
  const refresh = useRefreshDoctors();
  const show = useShowSaved();
  const done = useUndoToast();
  const id = useId();
  const { draft, changed, ...form } = useCreateForm<DoctorValues, DoctorOutput, Added>({
    draft: doctorDraft(),
    offers: isGone,
    initial: newDoctor,
    schema: doctorSchema,
    send: (input, key) => change(api.doctors.create, input, { key }),
    onSaved: ({ output, operationId }) => {
      done(`Added ${withTitle(output.name)}`, operationId, { about: output.id });
      show(output);
      void refresh();
      onSaved(output);
    },
    onRefused: () => void refresh(),
    explain,
  });
  return (
    <DoctorForm
      {...form}
      title="Add doctor"
      id={id}
      doctors={doctors}
      changed={changed}
      kept={draft.kept}
      drafts={<FormDrafts draft={draft} noun="doctor" />}
      onCancel={onCancel}
    />
  );
}

type Added = Awaited<ReturnType<typeof change<typeof api.doctors.create>>>;
