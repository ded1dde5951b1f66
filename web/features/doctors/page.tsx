import { ActionIcon, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { withTitle, type Doctor } from '#contract/doctors.ts';
import { DoctorDetail } from '#web/features/doctors/doctor-detail.tsx';
import { DoctorList } from '#web/features/doctors/doctor-list.tsx';
import { DoctorPanel, Gone, NobodyChosen, PanelSkeleton } from '#web/features/doctors/doctor-panel.tsx';
import { doctorFields } from '#web/features/doctors/doctor-display.tsx';
import classes from '#web/features/doctors/page.module.css';
import type { DoctorSearch } from '#web/features/doctors/search.ts';
import { useDeleteDoctor, useDoctors } from '#web/features/doctors/use-doctors.ts';
import { useOrder } from '#web/features/doctors/use-order.ts';
import { usePanelFocus } from '#web/features/doctors/use-panel-focus.ts';
import { HistoryPanel } from '#web/history/history-panel.tsx';
import type { Draft } from '#web/drafts/drafts.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { useSearchText } from '#web/lib/use-search-text.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

const CreateForm = lazyComponent(
  async () => (await import('#web/features/doctors/create-form.tsx')).CreateForm,
  <PanelSkeleton />,
);
const EditForm = lazyComponent(
  async () => (await import('#web/features/doctors/edit-form.tsx')).EditForm,
  <PanelSkeleton />,
);
const DeleteDoctor = lazyComponent(async () => (await import('#web/features/doctors/delete-doctor.tsx')).DeleteDoctor);

const route = getRouteApi('/admin/desk/doctors');

type Panel = Pick<DoctorSearch, 'doctor' | 'form' | 'history'>;

export function DoctorsPage() {
  const { search = '', specialty, doctor: id, form, history } = route.useSearch();
  const navigate = route.useNavigate();
  const phone = usePhone();
  const list = useDoctors();
  const order = useOrder(list.data?.doctors);
  const [restoring, setRestoring] = useState<Draft>();
  const [deleting, setDeleting] = useState<{ doctor: Doctor; asking: boolean } | null>(null);
  usePanelFocus(id, form);

  /** Shows this in the panel, and nothing else. `left`: the form that was open is done with. */
  const show = useCallback(
    ({ doctor, form, history }: Panel, { left = false, replace = false } = {}) =>
      void navigate({
        search: (before) => ({ ...before, doctor, form, history }),
        ignoreBlocker: left,
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  const add = () => show({ form: 'new' });
  const close = () => show({});
  const edit = useCallback(
    (doctor: Doctor, draft?: Draft) => {
      setRestoring(draft);
      show({ doctor: doctor.id, form: 'edit' });
    },
    [show],
  );
  const [text, setText] = useSearchText(search, (next) => {
    const term = next.trim();
    if (term === search) return;
    void navigate({
      search: (before) => ({ ...before, search: term || undefined }),
      replace: true,
      resetScroll: false,
    });
  });
  const remove = useDeleteDoctor((deleted) => {
    setDeleting((last) => last && { ...last, asking: false });
    if (deleted && deleting?.doctor.id === id) show({}, { left: true, replace: true });
  });
  const askToDelete = useCallback((doctor: Doctor) => setDeleting({ doctor, asking: true }), []);

  const doctors = order.doctors ?? [];
  const place = doctors.findIndex((one) => one.id === id);
  const chosen = doctors[place];
  // Somebody else may delete who is being edited.
  const edited = useLastSeen(chosen, id);
  const remembered = history && doctors.find((one) => one.id === history);
  return (
    <div className={classes.page}>
      <title>Doctors - Awa Desk</title>
      <PageHead
        title="Doctors Management"
        line="The directory in the app. People book through the link, so keep it right."
        actions={
          phone ? (
            <ActionIcon id="add-doctor" variant="filled" size="lg" aria-label="Add Doctor" onClick={add}>
              <IconPlus size={20} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
          ) : (
            <Button
              id="add-doctor"
              variant="filled"
              leftSection={<IconPlus size={18} stroke={1.6} aria-hidden="true" />}
              onClick={add}
            >
              Add Doctor
            </Button>
          )
        }
      />
      <div className={classes.columns} data-beside={history !== undefined || undefined}>
        <DoctorList
          list={list}
          order={order}
          removeError={deleting?.asking ? null : remove.error}
          text={text}
          onText={setText}
          specialty={specialty}
          onSpecialty={(next) =>
            void navigate({ search: (before) => ({ ...before, specialty: next }), resetScroll: false })
          }
          current={id}
          onAdd={add}
          onEdit={edit}
          onDelete={askToDelete}
        />
        {form === 'new' ? (
          <DoctorPanel tall onBack={close}>
            <CreateForm
              doctors={doctors}
              // Of a list that is older than the text nobody knows.
              isGone={({ entityId, at }) => list.dataUpdatedAt > at && !doctors.some((one) => one.id === entityId)}
              onSaved={(saved) => show({ doctor: saved.id }, { left: true })}
              onCancel={close}
            />
          </DoctorPanel>
        ) : id && form === 'edit' && edited ? (
          <DoctorPanel tall onBack={close}>
            <EditForm
              key={id}
              doctor={edited}
              doctors={doctors}
              restoring={restoring?.entityId === id ? restoring : undefined}
              onSaved={() => show({ doctor: id }, { left: true })}
              onCancel={close}
            />
          </DoctorPanel>
        ) : id && (list.data || list.isPending) ? (
          <DoctorPanel onBack={close}>
            {chosen && (
              <DoctorDetail
                key={id}
                doctor={chosen}
                place={place + 1}
                count={doctors.length}
                onEdit={(draft) => edit(chosen, draft)}
                onHistory={() => show({ doctor: id, history: id })}
              />
            )}
            {!chosen && (list.data ? <Gone onClose={close} /> : <PanelSkeleton />)}
          </DoctorPanel>
        ) : (
          <NobodyChosen />
        )}
      </div>
      {history && (
        <HistoryPanel
          key={history}
          kind="doctor"
          id={history}
          title={remembered && withTitle(remembered.name)}
          fields={doctorFields}
          onClose={() => show({ doctor: id })}
        />
      )}
      {deleting && (
        <DeleteDoctor
          doctor={deleting.doctor}
          remove={remove}
          opened={deleting.asking}
          onClose={() => {
            remove.reset();
            setDeleting({ ...deleting, asking: false });
          }}
        />
      )}
    </div>
  );
}

/** The doctor as last seen, also when it has left the list since. */
function useLastSeen(doctor: Doctor | undefined, id: string | undefined) {
  const [seen, setSeen] = useState(doctor);
  if (doctor && doctor !== seen) setSeen(doctor);
  return doctor ?? (seen?.id === id ? seen : undefined);
}
