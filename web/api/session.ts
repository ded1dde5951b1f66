import '#web/api/no-eval.ts';
import { api } from '#contract/api.ts';
import type { Admin, Session } from '#contract/auth.ts';

/**
 * Who is signed in, as the whole dashboard sees it.
 * `checking`: not known yet. `unknown`: it could not be found out. `ended`: the session is over but the work on
 * screen stays, behind the request to sign in again.
 */
export type SessionState =
  | { status: 'checking' | 'out' }
  | { status: 'unknown'; requestId: string }
  | { status: 'in' | 'ended'; admin: Admin };

/** Nobody could say whether there is a session. `requestId` is empty when no answer came at all. */
type Unknown = { requestId: string };
type Outcome = Session | 'no session' | Unknown;

export const isSession = (outcome: Outcome): outcome is Session => typeof outcome === 'object' && 'token' in outcome;

/** A bearer that runs out sooner than this, in milliseconds, is renewed before it is used. */
const margin = 5 * 60_000;

/** Says that this browser has signed in before, so that a first visit makes no call that must fail. Not a secret. */
const signedInBefore = 'awa-desk-signed-in';

let state: SessionState = { status: 'checking' };
let bearer: { token: string; until: number; since: number } | null = null;
let renewing: Promise<Outcome> | null = null;
/** Calls that wait for someone to sign in again. */
let waiting: { resolve: (token: string) => void; reject: (reason: Error) => void }[] = [];
const listeners = new Set<() => void>();
const tabs = new BroadcastChannel('awa-desk-session');

function become(next: SessionState) {
  state = next;
  for (const listener of listeners) listener();
}

export const sessionState = () => state;

export function onSessionChange(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(session: Session) {
  bearer = { token: session.token, until: Date.parse(session.expiresAt), since: Date.now() };
  localStorage.setItem(signedInBefore, 'yes');
}

/** Takes over a session that was just opened. As another person than before, nothing of theirs may stay: start anew. */
export function enter(session: Session) {
  if (state.status === 'ended' && state.admin.id !== session.admin.id) {
    localStorage.setItem(signedInBefore, 'yes');
    location.reload();
    return;
  }
  goOn(session);
  tabs.postMessage('in');
}

function goOn(session: Session) {
  keep(session);
  for (const call of waiting) call.resolve(session.token);
  waiting = [];
  become({ status: 'in', admin: session.admin });
}

/** Forgets the session here and in the other tabs. */
export function leave() {
  tabs.postMessage('out');
  forget();
}

function forget() {
  bearer = null;
  localStorage.removeItem(signedInBefore);
  // What one person left waiting must not go through under the next one's name.
  for (const call of waiting) call.reject(new Error('Signed out'));
  waiting = [];
  become({ status: 'out' });
}

/** Finds out who is signed in, when the page opens: silently, from the cookie. */
export async function resume() {
  if (localStorage.getItem(signedInBefore) === null) return become({ status: 'out' });
  become({ status: 'checking' });
  const outcome = await askForSession();
  if (outcome === 'no session') return forget();
  if (isSession(outcome)) goOn(outcome);
  else become({ status: 'unknown', requestId: outcome.requestId });
}

/** A bearer that lives a while, renewed when it is about to run out. Null when there is none to be had. */
export async function freshBearer(): Promise<string | null> {
  // A clock that is wrong here must not make each call ask for a new one.
  const young = bearer !== null && Math.abs(Date.now() - bearer.since) < 60_000;
  if (bearer && (young || bearer.until - Date.now() > margin)) return bearer.token;
  const renewed = await renewBearer();
  return isSession(renewed) ? renewed.token : (bearer?.token ?? null);
}

/** Asks for a fresh bearer, once however many calls want one at the same time. */
export function renewBearer(): Promise<Outcome> {
  renewing ??= askForSession()
    .then((outcome) => {
      if (isSession(outcome)) keep(outcome);
      return outcome;
    })
    .finally(() => {
      renewing = null;
    });
  return renewing;
}

/** Asks the person to sign in again, in place, and ends with the new bearer. Rejects when they sign out instead. */
export function waitForSignIn(): Promise<string> {
  if (state.status === 'in') become({ status: 'ended', admin: state.admin });
  if (state.status !== 'ended') return Promise.reject(new Error('Signed out'));
  return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
}

async function askForSession(): Promise<Outcome> {
  try {
    const response = await fetch(api.auth.refresh.path, {
      method: api.auth.refresh.method,
      headers: bearer ? { Authorization: `Bearer ${bearer.token}` } : {},
      signal: AbortSignal.timeout(30_000),
    });
    if (response.ok) return (await response.json()) as Session;
    if (response.status === 401) return 'no session';
    return { requestId: response.headers.get('X-Request-Id') ?? '' };
  } catch {
    return { requestId: '' };
  }
}

tabs.addEventListener('message', ({ data }) => {
  if (data === 'out' && state.status !== 'out') forget();
  if (data !== 'in') return;
  if (state.status === 'out') void resume();
  if (state.status === 'ended') void goOnAfterOtherTab(state.admin);
});

/** Someone signed in again in another tab: the cookie serves here as well. */
async function goOnAfterOtherTab(before: Admin) {
  const outcome = await askForSession();
  if (!isSession(outcome) || state.status !== 'ended') return;
  if (outcome.admin.id === before.id) goOn(outcome);
  else location.reload();
}
