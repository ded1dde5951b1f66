import { IconShieldCheck, IconStethoscope } from '@tabler/icons-react';
import { failures } from '#contract/errors.ts';
import { EntityPage } from '#web/entity/page/entity-page.tsx';
import { useEntityPage } from '#web/entity/list/use-entity-page.ts';
import { doctorEntity, pictureOf, Rating } from '#web/features/doctors/doctor.tsx';
import { DoctorDetail } from '#web/features/doctors/doctor-detail.tsx';
import { useDoctorFiles } from '#web/features/doctors/file-actions.tsx';
import { useDoctorFilter } from '#web/features/doctors/use-doctor-filter.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

const DoctorFields = lazyComponent(async () => (await import('#web/features/doctors/doctor-fields.tsx')).DoctorFields);
const VerifyDialog = lazyComponent(async () => (await import('#web/features/doctors/verify-dialog.tsx')).VerifyDialog);

/** The fields of deleted doctors in the bin. */
export const fields = { doctor: doctorEntity.fields };

export function DoctorsPage() {
  const page = useEntityPage(doctorEntity);
  const filter = useDoctorFilter(page.records);
  const files = useDoctorFiles();
  return (
    <EntityPage
      page={page}
      filter={filter}
      icon={IconStethoscope}
      title="Doctors Management"
      subtitle="The doctors people see in the app. They book through these links, so keep them correct."
      actions={files.actions}
      below={files.failed && <InlineFailure failed={files.failed} />}
      add="Add Doctor"
      empty="Add the first one and people find them in the app."
      failure={(failed) => ({ message: failures.doctors.load(failed.detail ?? ''), requestId: failed.requestId })}
      selectionAction={{
        label: 'Still right',
        icon: IconShieldCheck,
        dialog: (doctors, ending) => <VerifyDialog opened doctors={doctors} {...ending} />,
      }}
      row={(record) => ({
        picture: <Avatar id={record.id} name={record.name} image={pictureOf(record)} size={44} />,
        lines: [[record.specialty], [record.location, <Rating key="rating" rating={record.rating} />]],
      })}
      detail={(record) => <DoctorDetail page={page} record={record} />}
      fields={(form) => <DoctorFields form={form} id={page.address.id ?? 'new'} records={page.records ?? []} />}
    />
  );
}
