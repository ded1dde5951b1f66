import { api } from '#contract/api.ts';
import { CallError, callFile, explain } from '#web/api/call.ts';
import { repeat } from '#web/api/retry.ts';
import { onSessionChange, sessionState } from '#web/api/session.ts';
import { exportState, setExportState, type ExportTask } from '#web/features/users/export-state.ts';
import { fileSize } from '#web/lib/numbers.ts';
import { showToast } from '#web/ui/toast-store.ts';

/** Milliseconds for which the beginning is tried again by itself. */
const retryWindow = 8_000;
/** Milliseconds without a byte after which the connection counts as lost. */
const maxSilence = 30_000;

let running: AbortController | null = null;

// The next person at this computer does not get what the last one began.
onSessionChange(() => {
  if (sessionState().status === 'out') cancelExport();
});

/** Ends what is under way; nothing is saved. Also takes away the failure of the last one. */
export function cancelExport() {
  running?.abort();
  running = null;
  setExportState(null);
}

/** Exports what the filter finds, unless an export is under way, and lets the browser save the file at the end. */
export async function startExport(task: ExportTask) {
  if (running) return;
  const ending = new AbortController();
  running = ending;
  setExportState({ task, size: fileSize(0) });
  try {
    const { name, file } = await fetchFile(task, ending);
    if (running !== ending) return;
    setExportState(null);
    save(name, file);
    showToast(`Saved ${name}, ${fileSize(file.size)}`);
  } catch (error) {
    if (running !== ending) return;
    const { message, detail, requestId } = explain(error);
    setExportState({ task, size: '', failed: { message, detail: `${detail} Nothing was saved.`, requestId } });
  } finally {
    if (running === ending) running = null;
  }
}

/** The whole file. Throws when it ends too soon or stops coming, which also aborts `ending`. */
async function fetchFile(task: ExportTask, ending: AbortController) {
  const { export: route } = api.users;
  const { signal } = ending;
  const { headers, body } = await repeat(() => callFile(route, task.filter, { signal }), retryWindow, signal);
  let bytes = 0;
  const giveUp = () => ending.abort();
  let silence = setTimeout(giveUp, maxSilence);
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, stream) {
      clearTimeout(silence);
      silence = setTimeout(giveUp, maxSilence);
      bytes += part.length;
      const size = fileSize(bytes);
      if (size !== exportState()?.size && !signal.aborted) setExportState({ task, size });
      stream.enqueue(part);
    },
  });
  try {
    const file = await new Response(body?.pipeThrough(counted, { signal }), {
      headers: { 'Content-Type': 'text/csv' },
    }).blob();
    const name = /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'users.csv';
    return { name, file };
  } catch {
    const detail = 'The connection dropped before the file was complete. Check your network and try again.';
    const requestId = headers.get('X-Request-Id') ?? '';
    throw new CallError(route.failure, { status: 0, code: 'no_answer', requestId, detail });
  } finally {
    clearTimeout(silence);
  }
}

function save(name: string, file: Blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has its own hold on the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
