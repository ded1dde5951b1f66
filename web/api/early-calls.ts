/** The calls that the page makes before its main script runs. `web/start.ts` fills it; each answer is taken once. */
export type EarlyCalls = {
  refresh?: Promise<Response>;
  /** The first list of this address. It exists as soon as `refresh` has brought a bearer. */
  list?: { url: string; authorization: string; answer: Promise<Response>; sending: AbortController };
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

type Sent = { method: string; headers: Headers; signal: AbortSignal };

/**
 * The answer to exactly this request, if it was started when the page opened. An early call of the same path with
 * another query or another bearer is aborted, because nobody will want its answer.
 */
export function takeEarlyAnswer(url: string, { method, headers, signal }: Sent) {
  const list = window.earlyCalls?.list;
  if (!list || method !== 'GET' || pathOf(url) !== pathOf(list.url)) return undefined;
  delete window.earlyCalls?.list;
  const same = url === list.url && headers.get('Authorization') === list.authorization;
  const end = () => list.sending.abort();
  if (!same || signal.aborted || performance.now() > maxAge) {
    end();
    return undefined;
  }
  signal.addEventListener('abort', end);
  return list.answer;
}

const pathOf = (url: string) => url.split('?')[0];
