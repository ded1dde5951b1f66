import { type OpenedPage, openedPageId } from '#contract/opened-page.ts';
import { readStored } from '#web/lib/local-storage.ts';

/** The calls made before the page's main script runs. `web/start/start.ts` fills it; each response is used once. */
export type EarlyCalls = {
  refresh?: Promise<Response>;
  /** The first list of this address. It exists once `refresh` has returned a bearer. */
  list?: EarlyList;
};

type Arrived = { output: unknown; etag: string | null };

export type EarlyList = {
  url: string;
  adminId: string;
  /** A successful response, once its body has been read. */
  arrived?: Arrived;
  /** The request. Missing when the list was in the page. */
  sent?: {
    authorization: string;
    answer: Promise<Response>;
    sending: AbortController;
    /** Resolves when `arrived` is set, or will not be. */
    settled: Promise<void>;
  };
};

declare global {
  interface Window {
    earlyCalls?: EarlyCalls;
  }
}

/**
 * Records that this browser has signed in before, so that a first visit makes no call that must fail. It is not a
 * secret.
 */
export const signedInBefore = 'awa-desk-signed-in';

/** Set in local storage, by hand or by a test, to open pages without early calls and without the data in the page. */
export const switchedOff = 'awa-desk-no-early-calls';

/** Milliseconds after the page was opened for which an early response counts as fresh. */
const maxAge = 30_000;

/** The refresh that was started when the page opened, if it is still unused. */
export function takeEarlyRefresh() {
  const refresh = window.earlyCalls?.refresh;
  delete window.earlyCalls?.refresh;
  return refresh;
}

/** The account that the server wrote into the page. Its list becomes the first list. */
export function takeOpenedPage(): Pick<OpenedPage, 'admin' | 'placeholders'> | null {
  const element = document.querySelector(`#${openedPageId}`);
  element?.remove();
  if (!element || typeof readStored(switchedOff) === 'string') return null;
  const { list, ...account } = JSON.parse(element.textContent) as OpenedPage;
  if (!window.earlyCalls?.list) offerList(list, account.admin.id);
  return account;
}

/** Makes the list of a page the first list of this account. */
export function offerList(list: OpenedPage['list'], adminId: string) {
  const early = (window.earlyCalls ??= {});
  delete early.list;
  if (!list) return;
  const { url, ...arrived } = list;
  early.list = { url, adminId, arrived };
}

/** Resolves when the first list has a response. */
export const earlyListSettled = () => window.earlyCalls?.list?.sent?.settled;

/**
 * The early call for exactly this request. One for the same path with another query or account is aborted, because its
 * response will not be used.
 */
function takeList(url: string, isAllowed: (list: EarlyList) => boolean) {
  const list = window.earlyCalls?.list;
  if (!list || pathOf(url) !== pathOf(list.url)) return undefined;
  delete window.earlyCalls?.list;
  if (url === list.url && isAllowed(list) && performance.now() < maxAge) return list;
  list.sent?.sending.abort();
  return undefined;
}

/** The output of exactly this GET of this account, if it was in the page, or requested early and has arrived. */
export const takeEarlyOutput = (url: string, adminId: string | null) =>
  window.earlyCalls?.list?.arrived && takeList(url, (list) => list.adminId === adminId)?.arrived;

type Sent = { method: string; headers: Headers; signal: AbortSignal };

/** The response to exactly this request, if it was started when the page opened. */
export function takeEarlyAnswer(url: string, { method, headers, signal }: Sent) {
  if (method !== 'GET') return undefined;
  const sent = takeList(url, (list) => list.sent?.authorization === headers.get('Authorization'))?.sent;
  const end = () => sent?.sending.abort();
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  return sent?.answer;
}

const pathOf = (url: string) => url.split('?')[0];
