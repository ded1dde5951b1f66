/** The calls made before the page's main script runs. `web/start/start.ts` fills it; each response is used once. */
export type EarlyCalls = {
  refresh?: Promise<Response>;
  /** The first list of this address. It exists once `refresh` has returned a bearer. */
  list?: EarlyList;
};

export type EarlyList = {
  url: string;
  authorization: string;
  answer: Promise<Response>;
  sending: AbortController;
  /** Resolves when `arrived` is set, or will not be. */
  settled: Promise<void>;
  /** A successful response, once its body has been read. */
  arrived?: { output: unknown; etag: string | null };
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

/** Set in local storage, by hand or by a test, to open pages without early calls. */
export const switchedOff = 'awa-desk-no-early-calls';

/** Milliseconds after the page was opened for which an early response counts as fresh. */
const maxAge = 30_000;

/** The refresh that was started when the page opened, if it is still unused. */
export function takeEarlyRefresh() {
  const refresh = window.earlyCalls?.refresh;
  delete window.earlyCalls?.refresh;
  return refresh;
}

/** Resolves when the first list has a response. */
export const earlyListSettled = () => window.earlyCalls?.list?.settled;

/**
 * The early call for exactly this request. One for the same path with another query or bearer is aborted, because its
 * response will not be used.
 */
function takeList(url: string, authorization: string | null) {
  const list = window.earlyCalls?.list;
  if (!list || pathOf(url) !== pathOf(list.url)) return undefined;
  delete window.earlyCalls?.list;
  if (url === list.url && authorization === list.authorization && performance.now() < maxAge) return list;
  list.sending.abort();
  return undefined;
}

/** The output of exactly this GET, if it was started when the page opened and its response has arrived. */
export const takeEarlyOutput = (url: string, authorization: string | null) =>
  window.earlyCalls?.list?.arrived && takeList(url, authorization)?.arrived;

type Sent = { method: string; headers: Headers; signal: AbortSignal };

/** The response to exactly this request, if it was started when the page opened. */
export function takeEarlyAnswer(url: string, { method, headers, signal }: Sent) {
  const list = method === 'GET' ? takeList(url, headers.get('Authorization')) : undefined;
  const end = () => list?.sending.abort();
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  return list?.answer;
}

const pathOf = (url: string) => url.split('?')[0];
