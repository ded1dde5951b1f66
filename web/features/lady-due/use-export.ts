import { useMutation } from '@tanstack/react-query';
import { ladyDueApi, type TrackingMode } from '#contract/lady-due.ts';
import { exportName } from '#contract/lady-due-file.ts';
import { ask } from '#web/api/query.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { showToast } from '#web/ui/toast-store.ts';

/** Saves the content of a mode as a file. */
export const useExport = () =>
  useMutation({
    mutationFn: (trackingMode: TrackingMode) =>
      ask(ladyDueApi.ladyDue.export, { trackingMode }, new AbortController().signal),
    onSuccess: (file) => {
      const name = exportName(file.trackingMode, file.exportedAt);
      saveFile(name, new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }));
      showToast(`Saved ${name}`);
    },
  });
