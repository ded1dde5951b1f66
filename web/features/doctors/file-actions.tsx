import { useMediaQuery } from '@mantine/hooks';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { doctorImportApi } from '#contract/doctor-import.ts';
import { explain } from '#web/api/call.ts';
import { fetchFile } from '#web/api/fetch-file.ts';
import { usePermission } from '#web/api/permissions.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const ImportDialog = lazyComponent(async () => (await import('#web/features/doctors/import-dialog.tsx')).ImportDialog);

const { doctorFile } = doctorImportApi;

/** From this width on, the buttons fit beside the one that adds. */
const wide = '(min-width: 64em)';

/** The export of all doctors, and the dialog of an import. */
export function useDoctorFiles() {
  const may = usePermission();
  const isWide = useMediaQuery(wide, false, { getInitialValueInEffect: false });
  const [importing, setImporting] = useState(false);
  const saving = useMutation({
    mutationFn: () => fetchFile(doctorFile.export, {}, new AbortController()),
    onSuccess: ({ name, file }) => {
      saveFile(name, file);
      showToast(`Saved ${name}`);
    },
  });
  const exporting = {
    label: 'Export',
    icon: IconDownload,
    busyLabel: 'Exporting',
    busy: saving.isPending,
    onClick: () => saving.mutate(),
  };
  const opening = {
    label: 'Import',
    icon: IconUpload,
    busyLabel: 'Import',
    busy: false,
    onClick: () => setImporting(true),
  };
  const actions = may(doctorFile.import) ? [exporting, opening] : [exporting];
  return {
    /** The buttons, and the dialog that one of them opens. */
    actions: (
      <>
        {isWide ? (
          actions.map(({ label, icon: ActionIcon, busyLabel, busy, onClick }) => (
            <BusyButton
              key={label}
              leftSection={<ActionIcon size={18} stroke={1.6} aria-hidden="true" />}
              busy={busy}
              busyLabel={busyLabel}
              aria-haspopup={label === 'Import' ? 'dialog' : undefined}
              onClick={onClick}
            >
              {label}
            </BusyButton>
          ))
        ) : (
          <RowMenu name="Export and import" items={actions} busy={saving.isPending ? exporting.busyLabel : undefined} />
        )}
        <ImportDialog opened={importing} onClose={() => setImporting(false)} />
      </>
    ),
    /** Why the export failed. */
    failed: saving.error ? explain(saving.error) : undefined,
  };
}
