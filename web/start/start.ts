import { type EarlyCalls, type EarlyList, signedInBefore, switchedOff } from '#web/start/early-calls.ts';
import { firstList } from '#contract/first-lists.ts';
import { drawnId, mainScript, openedListName, screenCookie } from '#contract/opened-page.ts';
import { abortAfter } from '#web/lib/abort-after.ts';
import { keepCookie, readCookie } from '#web/lib/cookie.ts';
import { readStored } from '#web/lib/local-storage.ts';
import { hasNeeded, sayTooOld } from '#web/lib/needed-features.ts';

// This runs before the first paint and while the other scripts are still loading, so it is small and needs none of
// them.

/** Sets light or dark. The choice is stored where Mantine stores it; without one, the system decides. */
function setScheme() {
  const choice = readStored('mantine-color-scheme-value');
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const scheme = choice === 'light' || choice === 'dark' ? choice : system;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
}

/** Requests the session and, once that has arrived, the first list. `web/api/session.ts` takes the responses. */
function callEarly() {
  if (readStored(signedInBefore) === null || typeof readStored(switchedOff) === 'string') return;
  const early: EarlyCalls = {};
  early.refresh = fetch('/auth/refresh', { method: 'POST', signal: abortAfter(30_000) }).then(async (response) => {
    if (response.ok) await callList(early, response.clone());
    return response;
  });
  // The code that takes the response handles its failure.
  early.refresh.catch(() => undefined);
  window.earlyCalls = early;
}

/** The session, or null after a failure. */
type Answer = { token?: string; admin: { id: string; role: Parameters<typeof firstList>[1] } } | null;

async function callList(early: EarlyCalls, refreshed: Response) {
  const session = (await refreshed.json().catch(() => null)) as Answer;
  const url = session?.token && firstList(location, session.admin.role, readCookie);
  if (!url || url === document.querySelector<HTMLMetaElement>(`meta[name="${openedListName}"]`)?.content) return;
  const sending = new AbortController();
  const authorization = `Bearer ${session.token}`;
  const headers = { Accept: 'application/json', Authorization: authorization };
  const answer = fetch(url, { headers, signal: sending.signal });
  const read = async () => {
    const response = await answer;
    if (response.ok) list.arrived = { output: await response.clone().json(), etag: response.headers.get('ETag') };
  };
  const list: EarlyList = { url, adminId: session.admin.id };
  list.sent = { authorization, answer, sending, settled: read().catch(() => undefined) };
  early.list = list;
}

/** Milliseconds after which the main script runs in any case: a tab in the background is not painted. */
const maxPaint = 1000;

/** Whether the server has drawn its page for a window of this width and in this zone. Tells it, for the next page. */
function isDrawnForThis() {
  const told = readCookie(screenCookie);
  const screen = `${innerWidth}x${innerHeight}.${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
  if (told !== screen) keepCookie(screenCookie, screen);
  // The height changes with the bars of a browser. It decides only how many rows are drawn.
  const height = /x\d+/;
  return told?.replace(height, '') === screen.replace(height, '') && typeof readStored(switchedOff) !== 'string';
}

/** Shows the page as the server has drawn it, and runs the main script once that is painted. */
function showDrawn() {
  const fits = isDrawnForThis();
  const drawn = document.querySelector(`#${drawnId}`);
  const link = document.querySelector<HTMLLinkElement>(`link[${mainScript}]`);
  const run = () => {
    if (!link?.isConnected) return;
    const main = document.createElement('script');
    main.type = 'module';
    main.crossOrigin = '';
    // As it stands in the page, by which new versions are found.
    main.src = link.getAttribute('href') ?? '';
    link.replaceWith(main);
  };
  if (!drawn || !fits) {
    drawn?.remove();
    return run();
  }
  document.documentElement.setAttribute('data-drawn', '');
  // It answers after the frame in which the element is shown.
  new IntersectionObserver((_, observer) => {
    observer.disconnect();
    run();
  }).observe(drawn);
  setTimeout(run, maxPaint);
}

setScheme();
if (hasNeeded()) {
  callEarly();
  addEventListener('DOMContentLoaded', showDrawn);
} else sayTooOld();
