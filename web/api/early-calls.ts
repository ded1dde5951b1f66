/** The calls that the page makes before its main script runs. `web/start.ts` fills it; each answer is taken once. */
export type EarlyCalls = {
  refresh?: Promise<Response>;
  /** The first list of this address. It exists as soon as `refresh` has brought a bearer. */
  list?: EarlyList;
};

export type EarlyList = {
  url: string;
  authorization: string;
  answer: Promise<Response>;
  sending: AbortController;
  /** Resolves when `arrived` is there, or will not be. */
  settled: Promise<void>;
  /** A good answer, as soon as its body has been read. */
  arrived?: { output: unknown; etag: string | null };
};

declare global {
  interface Window {
    earlyCalls?: EarlyCalls;
  }
}

/**
 * Records that somebody has signed in on this browser before, so that a first visit makes no call that must fail. It is
 * not a secret.
 */
export const signedInBefore = 'awa-desk-signed-in';

/** Milliseconds after the page was opened for which an early answer counts as new. */
const maxAge = 30_000;

/** The refresh that was started when the page opened, if nobody has taken it. */
export function takeEarlyRefresh() {
  const refresh = window.earlyCalls?.refresh;
  delete window.earlyCalls?.refresh;
  return refresh;
}

/** Resolves when the first list has been answered. */
export const earlyListSettled = () => window.earlyCalls?.list?.settled;

/**
 * The early call of exactly this request. One of the same path with another query or another bearer is aborted, because
 * nobody will want its answer.
 */
function takeList(url: string, authorization: string | null) {
  const list = window.earlyCalls?.list;
  if (!list || pathOf(url) !== pathOf(list.url)) return undefined;
  delete window.earlyCalls?.list;
  if (url === list.url && authorization === list.authorization && performance.now() < maxAge) return list;
  list.sending.abort();
  return undefined;
}

/** What exactly this GET brings, if it was started when the page opened and has been answered. */
export const takeEarlyOutput = (url: string, authorization: string | null) =>
  window.earlyCalls?.list?.arrived && takeList(url, authorization)?.arrived;

type Sent = { method: string; headers: Headers; signal: AbortSignal };

/** The answer to exactly this request, if it was started when the page opened. */
export function takeEarlyAnswer(url: string, { method, headers, signal }: Sent) {
  const list = method === 'GET' ? takeList(url, headers.get('Authorization')) : undefined;
  const end = () => list?.sending.abort();
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  return list?.answer;
}

const pathOf = (url: string) => url.split('?')[0];
