import { createStore } from '#web/lib/store.ts';

/** Whether the desk serves another build than the one that this page came with. */
export const newVersion = createStore(false);

/** The detail of what did not load for that reason; Retry loads the page. */
export const newVersionWords =
  'The desk has a new version, which this page is too old for. Load it: what you saved is safe, and unsaved text is kept on this device.';

/** The scripts of a built page, whose names hold hashes of all code; empty for a page that is not built. */
const scriptsIn = (html: string) =>
  [...html.matchAll(/<script type="module"[^>]* src="(\/assets\/[^"]+)"/g)].map(([, name]) => name).join(' ');

/** Whether a page that is asked for now has other scripts than ours. No answer says nothing. */
async function isReplaced(own: string): Promise<boolean> {
  const answer = await fetch('/admin/desk', { headers: { Accept: 'text/html' }, cache: 'no-store' });
  const scripts = answer.ok ? scriptsIn(await answer.text()) : '';
  return scripts !== '' && scripts !== own;
}

/**
 * From now on, code that does not arrive makes the page ask whether there is a new version: its build has no files of the
 * earlier one. Vite tells of such code on the window.
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
