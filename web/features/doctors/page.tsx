import { ActionIcon, Button, Switch } from '@mantine/core';
import { IconPlus, IconStethoscope } from '@tabler/icons-react';
import { EntityHistory } from '#web/entity/entity-history.tsx';
import { EntityPanel } from '#web/entity/entity-panel.tsx';
import { useDeleteQuestion } from '#web/entity/use-delete-question.ts';
import { useEntityAddress } from '#web/entity/use-entity-address.ts';
import { useEntityList } from '#web/entity/use-entity-list.ts';
import { useEntityOrder } from '#web/entity/use-entity-order.ts';
import { doctor } from '#web/features/doctors/doctor.tsx';
import { DoctorDetail } from '#web/features/doctors/doctor-detail.tsx';
import { DoctorList } from '#web/features/doctors/doctor-list.tsx';
import { usePhone } from '#web/lib/use-phone.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SplitPage } from '#web/ui/split-page.tsx';

const DoctorFields = lazyComponent(async () => (await import('#web/features/doctors/doctor-fields.tsx')).DoctorFields);

export function DoctorsPage() {
  const phone = usePhone();
  const list = useEntityList(doctor);
  const order = useEntityOrder(doctor, list.data);
  const address = useEntityAddress(doctor);
  const deletion = useDeleteQuestion(doctor, ({ id }) => {
    if (id === address.id) address.show({}, { left: true, replace: true });
  });
  const things = order.things;
  const add = { id: 'add-doctor', variant: 'filled', onClick: address.add } as const;
  return (
    <>
      <title>Doctors - Awa Desk</title>
      <SplitPage
        beside={address.history !== undefined}
        head={
          <PageHead
            title="Doctors Management"
            line="The directory in the app. People book through the link, so keep it right."
            actions={
              phone ? (
                <ActionIcon {...add} size="lg" aria-label="Add Doctor">
                  <IconPlus size={20} stroke={1.6} aria-hidden="true" />
                </ActionIcon>
              ) : (
                <Button {...add} leftSection={<IconPlus size={18} stroke={1.6} aria-hidden="true" />}>
                  Add Doctor
                </Button>
              )
            }
          />
        }
      >
        <DoctorList list={list} order={order} address={address} deletion={deletion} />
        <EntityPanel
          entity={doctor}
          address={address}
          things={things}
          unknown={!things && !list.isPending}
          icon={IconStethoscope}
          back="Doctors"
          hint="Select a doctor to see the details, or click Add Doctor."
          adding="Add doctor"
          detail={(thing) => <DoctorDetail thing={thing} things={things ?? []} address={address} />}
          fields={(form) => <DoctorFields {...form} id={address.id ?? 'new'} things={things ?? []} />}
          foot={({ form, busy }) => (
            <Switch
              label="Active"
              checked={form.values.isActive}
              onChange={(event) => {
                if (!busy) form.setFieldValue('isActive', event.currentTarget.checked);
              }}
            />
          )}
        />
      </SplitPage>
      <EntityHistory entity={doctor} address={address} things={things} />
      {deletion.question}
    </>
  );
}
