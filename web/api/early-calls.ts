/** What the page asks for before its main script runs. `web/start.ts` fills it; whoever needs an answer takes it once. */
export type EarlyCalls = {
  refresh?: Promise<Response>;
  /** The first list of this address. It is there as soon as `refresh` has brought a bearer. */
  list?: { url: string; authorization: string; answer: Promise<Response>; sending: AbortController };
};

declare global {
  interface Window {
    earlyCalls?: EarlyCalls;
  }
}

/** Says that this browser has signed in before, so that a first visit makes no call that must fail. Not a secret. */
export const signedInBefore = 'awa-desk-signed-in';

/** Milliseconds after the page was opened in which an early answer counts as new. */
const maxAge = 30_000;

/** The refresh that is under way since the page opened, if nobody has taken it. */
export function takeEarlyRefresh() {
  const refresh = window.earlyCalls?.refresh;
  delete window.earlyCalls?.refresh;
  return refresh;
}

type Sent = { method: string; headers: Headers; signal: AbortSignal };

/**
 * The answer to this very request, if it is under way since the page opened. An early call of the same path that asks
 * for something else, or with another bearer, is ended: nobody will want its answer.
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
