import '#web/api/no-eval.ts';
import { type Admin, authRoutes, type Session } from '#contract/auth.ts';
import type { OpenedPage } from '#contract/opened-page.ts';
import type { Placeholders } from '#contract/placeholders.ts';
import { signedInBefore, takeEarlyRefresh, takeOpenedPage } from '#web/start/early-calls.ts';
import { abortAfter } from '#web/lib/abort-after.ts';
import { same } from '#web/lib/field-diff.ts';
import { readStored, store } from '#web/lib/local-storage.ts';
import { learnServerTime } from '#web/lib/server-clock.ts';
import { endWaiting } from '#web/lib/typing.ts';

/**
 * The session shown by the whole dashboard. `checking`: not known yet. `unknown`: the check failed. `ended`: the
 * session is over but the work on screen stays, behind the request to sign in again. `replaced`: the same, and another
 * account has signed in on this browser.
 */
export type SessionState =
  | { status: 'checking' | 'out' }
  | { status: 'unknown'; requestId: string }
  | {
      status: 'in' | 'ended' | 'replaced';
      admin: Admin;
      placeholders: Placeholders;
      /** The account must set up a second factor first. */
      mustAddFactor: boolean;
    };

/** It is unknown whether there is a session. `requestId` is empty without a response. */
type Unknown = { requestId: string };
type Outcome = Session | 'no session' | Unknown;

type Token = Pick<Session, 'token'>;

const isSession = (outcome: Outcome): outcome is Session => hasToken(outcome);

export const hasToken = (outcome: Outcome | Token): outcome is Token =>
  typeof outcome === 'object' && 'token' in outcome;

/** A bearer with less than this left, in milliseconds, is renewed before use. */
const margin = 5 * 60_000;

let state: SessionState = { status: 'checking' };
let bearer: { token: string; adminId: string; until: number; since: number } | null = null;
let renewing: Promise<Outcome> | null = null;
/** Calls that wait for the next sign-in. */
let waiting: { resolve: (token: string) => void; reject: (reason: Error) => void }[] = [];
const listeners = new Set<() => void>();
const tabs = openTabs();

/** A message to the other tabs of this browser: this account has signed in or out. */
type News = { event: 'in' | 'out'; adminId: string };

/** Null if the browser does not let tabs communicate, for example with storage disabled. */
function openTabs() {
  try {
    return new BroadcastChannel('awa-desk-session');
  } catch {
    return null;
  }
}

const tell = (news: News) => tabs?.postMessage(news);

function become(next: SessionState) {
  state = next;
  for (const listener of listeners) listener();
}

export const sessionState = () => state;

/** The account whose work is on screen; null without one. */
export const shownAdmin = () => ('admin' in state ? state.admin.id : null);

export function onSessionChange(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(session: Session) {
  bearer = {
    token: session.token,
    adminId: session.admin.id,
    until: Date.parse(session.expiresAt),
    since: Date.now(),
  };
  store(signedInBefore, 'yes');
}

/**
 * Takes over a newly opened session. If it belongs to another account than before, nothing of the earlier account may
 * stay.
 */
export function enter(session: Session) {
  const shown = shownAdmin();
  if (shown === null || shown === session.admin.id) goOn(session);
  else startAnew();
  tell({ event: 'in', adminId: session.admin.id });
}

/** Clears this tab and loads the page of the account that is signed in on this browser. */
export function startAnew() {
  store(signedInBefore, 'yes');
  location.reload();
}

function goOn(session: Session) {
  keep(session);
  for (const call of waiting) call.resolve(session.token);
  waiting = [];
  const { admin, placeholders } = session;
  become({ status: 'in', admin, placeholders, mustAddFactor: session.mustAddFactor === true });
}

/** Drops the session here and in the other tabs that show it. */
export function leave() {
  const adminId = shownAdmin();
  if (adminId !== null) tell({ event: 'out', adminId });
  forget();
}

function forget() {
  bearer = null;
  renewing = null;
  store(signedInBefore, null);
  // Calls left waiting by one account must not be sent for the next one.
  for (const call of waiting) call.reject(signedOut());
  waiting = [];
  become({ status: 'out' });
}

const signedOut = () => new Error('Signed out');

/**
 * Another account has signed in on this browser. The work on screen still belongs to its author, and only they can
 * continue it.
 */
function giveWay() {
  if ('admin' in state) become({ ...state, status: 'replaced' });
}

/** Shows the account of an opened page, which has no bearer yet. */
export const show = (account: Omit<OpenedPage, 'list'>) => become({ status: 'in', ...account, mustAddFactor: false });

/** Determines the account when the page opens. */
export async function open() {
  const opened = takeOpenedPage();
  if (opened) {
    show(opened);
    // The calls of the page wait for this bearer.
    void renewBearer(opened.admin.id).then((outcome) => outcome === 'no session' && state.status === 'in' && forget());
  } else if (readStored(signedInBefore) === null) become({ status: 'out' });
  else await resume();
}

/** Determines the account from the cookie, without asking for the password. */
export async function resume() {
  become({ status: 'checking' });
  const outcome = await askForSession();
  if (outcome === 'no session') return forget();
  if (isSession(outcome)) goOn(outcome);
  else become({ status: 'unknown', requestId: outcome.requestId });
}

/** The bearer of this account, renewed when it is about to expire, or the reason why there is none. */
export async function freshBearer(adminId: string | null): Promise<Token | Exclude<Outcome, Session>> {
  // A wrong clock on this device must not make each call ask for a new bearer.
  const young = bearer !== null && Math.abs(Date.now() - bearer.since) < 60_000;
  const isFresh = bearer !== null && (young || bearer.until - Date.now() > margin);
  const renewed = isFresh ? null : await renewBearer(adminId);
  if (bearer?.adminId === adminId) return bearer;
  return renewed === null || isSession(renewed) ? 'no session' : renewed;
}

/**
 * Renews the bearer of this account, once for all simultaneous calls. If the cookie now belongs to another account, its
 * bearer is not used, and this account has no session.
 */
export async function renewBearer(adminId: string | null): Promise<Outcome> {
  // After a sign-out there is no session to renew.
  if (state.status === 'out' || adminId !== shownAdmin()) return 'no session';
  renewing ??= askForSession().finally(() => {
    renewing = null;
  });
  const outcome = await renewing;
  if (!isSession(outcome)) return outcome;
  // The tab may show another account by now.
  if (adminId !== shownAdmin()) return 'no session';
  if (outcome.admin.id === adminId) {
    keep(outcome);
    // The account's role or name may have changed.
    if (state.status === 'in' && !same(state.admin, outcome.admin)) become({ ...state, admin: outcome.admin });
    return outcome;
  }
  giveWay();
  return 'no session';
}

/** Asks for a new sign-in, in place, and resolves to the new bearer. Rejects on sign-out. */
export function waitForSignIn(adminId: string | null): Promise<string> {
  if (adminId === null || adminId !== shownAdmin()) return Promise.reject(signedOut());
  if (state.status === 'in') become({ ...state, status: 'ended' });
  // After a press that makes a call, the question that waits for the end of typing appears now.
  else endWaiting();
  return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
}

const refresh = () =>
  fetch(authRoutes.refresh.path, {
    method: authRoutes.refresh.method,
    headers: bearer ? { Authorization: `Bearer ${bearer.token}` } : {},
    signal: abortAfter(30_000),
  });

async function askForSession(): Promise<Outcome> {
  try {
    const response = await (takeEarlyRefresh() ?? refresh());
    learnServerTime(response);
    if (response.ok) return (await response.json()) as Session;
    if (response.status === 401) return 'no session';
    return { requestId: response.headers.get('X-Request-Id') ?? '' };
  } catch {
    return { requestId: '' };
  }
}

tabs?.addEventListener('message', ({ data: { event, adminId } }: MessageEvent<News>) => {
  const shown = shownAdmin();
  if (event === 'out') {
    if (shown === adminId) forget();
  } else if (shown === null) {
    if (state.status === 'out') void resume();
  } else if (shown !== adminId) giveWay();
  else if (state.status !== 'in') void goOnAfterOtherTab(adminId);
});

/** The same account signed in again in another tab, and the cookie is valid here too. */
async function goOnAfterOtherTab(adminId: string) {
  const outcome = await askForSession();
  if (isSession(outcome) && outcome.admin.id === adminId && shownAdmin() === adminId) goOn(outcome);
}
