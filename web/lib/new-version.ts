import { createStore } from '#web/lib/store.ts';

/** Whether the desk serves another build than the one this page was loaded from. */
export const newVersion = createStore(false);

/** The detail for code that failed to load for this reason; Retry reloads the page. */
export const newVersionWords =
  'The desk has a new version, which this page is too old for. Load it: saved changes are safe, and unsaved text is kept on this device.';

/** The main script of a built page, the last one. Its name contains a hash of all code; undefined in development. */
const mainScriptIn = (html: string) =>
  [...html.matchAll(/<script type="module"[^>]* src="(\/assets\/[^"]+)"/g)].at(-1)?.[1];

/** Whether the current page of the server has another main script than this one. A failed response counts as no. */
async function isReplaced(own: string): Promise<boolean> {
  const answer = await fetch('/admin/desk', { headers: { Accept: 'text/html' }, cache: 'no-store' });
  const script = answer.ok ? mainScriptIn(await answer.text()) : undefined;
  return script !== undefined && script !== own;
}

/**
 * From now on, a failure to load code makes the page check for a new version: a new build no longer has the files of
 * the old one. Vite reports such failures as an event on the window.
 */
export function watchForNewVersion(): void {
  const own = mainScriptIn(document.documentElement.outerHTML);
  if (own === undefined) return;
  window.addEventListener('vite:preloadError', () => {
    if (newVersion.get()) return;
    isReplaced(own).then(
      (replaced) => newVersion.set(replaced),
      () => undefined,
    );
  });
}
