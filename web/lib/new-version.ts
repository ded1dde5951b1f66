import { createStore } from '#web/lib/store.ts';

/** Whether the desk serves another build than the one this page was loaded from. */
export const newVersion = createStore(false);

/** The detail for code that failed to load for this reason; Retry reloads the page. */
export const newVersionWords =
  'The desk has a new version, which this page is too old for. Load it: saved changes are safe, and unsaved text is kept on this device.';

/** The scripts of a built page, whose names contain hashes of all code; empty in development. */
const scriptsIn = (html: string) =>
  [...html.matchAll(/<script type="module"[^>]* src="(\/assets\/[^"]+)"/g)].map(([, name]) => name).join(' ');

/** Whether the current page of the server has other scripts than this one. A failed response counts as no. */
async function isReplaced(own: string): Promise<boolean> {
  const answer = await fetch('/admin/desk', { headers: { Accept: 'text/html' }, cache: 'no-store' });
  const scripts = answer.ok ? scriptsIn(await answer.text()) : '';
  return scripts !== '' && scripts !== own;
}

/**
 * From now on, a failure to load code makes the page check for a new version: a new build no longer has the files of
 * the old one. Vite reports such failures as an event on the window.
 */
export function watchForNewVersion(): void {
  const own = scriptsIn(document.documentElement.outerHTML);
  if (own === '') return;
  window.addEventListener('vite:preloadError', () => {
    if (newVersion.get()) return;
    isReplaced(own).then(
      (replaced) => newVersion.set(replaced),
      () => undefined,
    );
  });
}
