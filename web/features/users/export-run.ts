import { api } from '#contract/api.ts';
import { CallError, callFile, explain } from '#web/api/call.ts';
import { repeat } from '#web/api/retry.ts';
import { onSessionChange, sessionState } from '#web/api/session.ts';
import { csvRowCounter } from '#web/features/users/csv-rows.ts';
import { exportState, setExportState, type ExportTask } from '#web/features/users/export-state.ts';
import { yieldToBrowser } from '#web/lib/idle.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { showToast } from '#web/ui/toast-store.ts';

/** Milliseconds for which the beginning is tried again by itself. */
const span = 8_000;
/** Milliseconds without a byte after which the connection counts as lost. */
const patience = 30_000;
/** Milliseconds of work at a stretch; what waits in the browser already comes without a pause between its parts. */
const stretch = 16;
/** Bytes that are counted at a time: what the browser hands over at once may be megabytes. */
const piece = 32 * 1024;
/** Bytes that are handed over to the browser at once, which keeps them where it likes. */
const handful = 512 * 1024;

let running: AbortController | null = null;

// What one person began is not for the next one at this computer.
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
  setExportState({ task, rows: 0 });
  try {
    const { name, file, rows } = await fetchFile(task, ending.signal);
    if (ending.signal.aborted) return;
    setExportState(null);
    save(name, file);
    showToast(`Saved ${name} with ${formatInteger(rows)} ${rows === 1 ? 'user' : 'users'}`);
  } catch (error) {
    if (ending.signal.aborted) return;
    const { message, detail, requestId } = explain(error);
    const rows = exportState()?.rows ?? 0;
    setExportState({ task, rows, failed: { message, detail: `${detail} Nothing was saved.`, requestId } });
  } finally {
    if (running === ending) running = null;
  }
}

async function fetchFile(task: ExportTask, signal: AbortSignal) {
  const { export: route } = api.users;
  const response = await repeat(() => callFile(route, task.filter, { signal }), span, signal);
  const count = csvRowCounter();
  const handed: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let rows = 0;
  let began = performance.now();
  let telling: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    clearTimeout(telling);
    telling = undefined;
    if (!signal.aborted) setExportState({ task, rows });
  };
  try {
    for await (const part of read(response, signal)) {
      parts.push(part);
      bytes += part.length;
      if (bytes > handful) {
        handed.push(new Blob(parts));
        parts = [];
        bytes = 0;
      }
      for (let at = 0; at < part.length; at += piece) {
        rows = count(part.subarray(at, at + piece));
        telling ??= setTimeout(tell, stretch);
        if (performance.now() - began > stretch) {
          await yieldToBrowser();
          began = performance.now();
        }
      }
    }
  } catch {
    tell();
    const detail = 'The connection dropped before the file was complete. Check your network and try again.';
    const requestId = response.headers.get('X-Request-Id') ?? '';
    throw new CallError(route.failure, { status: 0, code: 'no_answer', requestId, detail });
  } finally {
    clearTimeout(telling);
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'users.csv';
  return { name, rows, file: new Blob([...handed, ...parts], { type: 'text/csv' }) };
}

/** The bytes of an answer. Throws when they end too soon, stay away too long, or `signal` says so. */
async function* read({ body }: Response, signal: AbortSignal) {
  if (!body) return;
  const reader = body.getReader();
  let end = () => {};
  try {
    for (;;) {
      const ended = new Promise<never>((_, reject) => {
        end = () => reject(new Error('Ended'));
      });
      const lost = setTimeout(end, patience);
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
      try {
        const { done, value } = await Promise.race([reader.read(), ended]);
        if (done) return;
        yield value;
      } finally {
        clearTimeout(lost);
        signal.removeEventListener('abort', end);
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
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
