import { Button, Switch } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Doctor } from '#contract/doctors.ts';
import { DoctorFields } from '#web/features/doctors/doctor-fields.tsx';
import classes from '#web/features/doctors/doctor-form.module.css';
import type { DoctorOutput, DoctorValues } from '#web/features/doctors/doctor-values.ts';
import { LeaveQuestion } from '#web/form/leave-question.tsx';
import type { useDraft } from '#web/drafts/use-draft.ts';
import type { useServerForm } from '#web/form/use-server-form.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { DraftNote } from '#web/ui/draft-note.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { StatusBadge, unsavedState } from '#web/ui/status-badge.tsx';

type DoctorFormProps = ReturnType<typeof useServerForm<DoctorValues, DoctorOutput>> & {
  title: string;
  id: string;
  doctors: readonly Doctor[];
  changed: boolean;
  kept: ReturnType<typeof useDraft>['kept'];
  /** It cannot be saved any more, and why. */
  gone?: ReactNode;
  /** Earlier text that it offers. */
  drafts: ReactNode;
  onCancel: () => void;
  /** What lies over it. */
  children?: ReactNode;
};

/** A doctor's form in the panel: its fields scroll, what is done with it stays in sight. */
export function DoctorForm({ title, id, doctors, changed, kept, gone, drafts, onCancel, ...props }: DoctorFormProps) {
  const { form, formProps, field, busy, waitFor, waiting, failed, wrong, children } = props;
  return (
    <>
      <form {...formProps} className={classes.form} aria-labelledby={`${id}-title`}>
        <div className={classes.head}>
          <h2 id={`${id}-title`} className={classes.title} tabIndex={-1} data-panel-heading>
            {title}
          </h2>
          <div className={classes.state}>
            <DraftNote kept={kept} />
            {changed && <StatusBadge state={unsavedState} />}
          </div>
        </div>
        <div className={classes.body}>
          {drafts}
          <DoctorFields form={form} field={field} busy={busy} waitFor={waitFor} id={id} doctors={doctors} />
        </div>
        <div className={classes.foot}>
          {failed && !gone && (
            <div className={classes.failure}>
              <InlineFailure failed={failed} />
            </div>
          )}
          {gone && <div className={classes.failure}>{gone}</div>}
          <Switch
            label="Active"
            checked={form.values.isActive}
            onChange={(event) => {
              if (!busy) form.setFieldValue('isActive', event.currentTarget.checked);
            }}
          />
          <p role="status" className={classes.wrong}>
            {wrong > 0 && (
              <>
                <IconAlertCircle size={16} stroke={1.6} aria-hidden="true" />
                {wrong === 1 ? '1 field to correct' : `${wrong} fields to correct`}
              </>
            )}
          </p>
          <Button disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
          {!gone && (
            <BusyButton type="submit" variant="filled" busy={busy} busyLabel="Saving">
              Save doctor
            </BusyButton>
          )}
        </div>
      </form>
      <LeaveQuestion changed={changed} waiting={waiting} kept={kept} open={['doctor', 'form']} />
      {children}
    </>
  );
}
