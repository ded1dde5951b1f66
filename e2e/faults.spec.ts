import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { api as contract, routes } from '#contract/api.ts';
import { outcomeUnknown } from '#contract/errors.ts';
import type { Route } from '#contract/route.ts';
import { appCases } from '#e2e/faults/app.ts';
import { awaCases, postsCases } from '#e2e/faults/awa.ts';
import { calledLikeOfCard, editionCases } from '#e2e/faults/editions.ts';
import { factorCases } from '#e2e/faults/factors.ts';
import { helpLineCases } from '#e2e/faults/help-lines.ts';
import { homeCases } from '#e2e/faults/home.ts';
import { paletteCases } from '#e2e/faults/palette.ts';
import { historyCases } from '#e2e/faults/history.ts';
import { kindCases, walkedWithDoctor } from '#e2e/faults/kinds.ts';
import { moderationFiguresCases } from '#e2e/faults/moderation-figures.ts';
import type { FaultCase, Fixtures, Steps } from '#e2e/faults/fault-case.ts';
import { ladyDueFormCases, treeCases } from '#e2e/faults/lady-due.ts';
import { safetyCases } from '#e2e/faults/safety.ts';
import { rotaCases } from '#e2e/faults/rota.ts';
import { moderationCases } from '#e2e/faults/moderation.ts';
import { approvalCases, approvalsLikeOfCycle, reviewCases } from '#e2e/faults/approvals.ts';
import { remarkCases, remarksLikeOfCycle } from '#e2e/faults/remarks.ts';
import { signInCases } from '#e2e/faults/sign-in.ts';
import { sourceCases } from '#e2e/faults/sources.ts';
import { invitationCases, staffCases } from '#e2e/faults/staff.ts';
import { usersChangeCases, usersListCases } from '#e2e/faults/users.ts';
import { expectAccessible, untilQuiet } from '#e2e/support/axe.ts';
import { clearContent } from '#e2e/support/clear-content.ts';
import { kindsWithCommonPage } from '#e2e/support/records.ts';
import { openAndSignIn } from '#e2e/support/session.ts';
import { now, skipPauses } from '#e2e/support/skip-pauses.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { expect, test } from '#e2e/support/test.ts';
import { desktop } from '#e2e/support/viewports.ts';
import { withoutEarlyCalls } from '#e2e/support/without-early-calls.ts';

test.use({ replacesClock: true });

/** The areas of a desk that has signed in. */
const areas: (readonly [name: string, cases: readonly FaultCase[]])[] = [
  ['the figures and the list of users', usersListCases],
  ['changes of users', usersChangeCases],
  ...kindCases,
  ['the tree of Lady Due', treeCases],
  ['forms and files of Lady Due', ladyDueFormCases],
  ['the approvals of medical texts', approvalCases],
  ['the review of medical texts', reviewCases],
  ['remarks on medical texts', remarkCases],
  ['the words that the app shows', editionCases],
  ['sources', sourceCases],
  ['the overview of Awa Secrets', awaCases],
  ['the posts of Awa Secrets', postsCases],
  ['moderation', moderationCases],
  ['the figures of moderation', moderationFiguresCases],
  ['people who may be in danger', safetyCases],
  ['the rota', rotaCases],
  ['the calls of help lines', helpLineCases],
  ['home', homeCases],
  ['the command palette', paletteCases],
  ['history and bin', historyCases],
  ['the connection of the app', appCases],
];
const allCases = [signInCases, invitationCases, staffCases, factorCases, ...areas.map(([, of]) => of)].flat();

const line = ({ method, path }: Route) => `${method} ${path}`;

/** Calls that no screen makes, each with the reason. */
const notCalled = new Map<Route, string>([
  [contract.auth.session, 'every refresh says who is signed in'],
  ...[contract.auth.passkey, contract.factors.startPasskey, contract.factors.addPasskey].map(
    (route) => [route, 'passkeys need a desk that is opened by a name: see factors.spec.ts'] as const,
  ),
  [
    contract.live.events,
    'a stream that is lost is opened again by itself, and a window that gets the focus asks again',
  ],
  ...Object.values(contract.savedViews).map(
    (route) => [route, 'no list needs its views: saved-views.spec.ts has the failures'] as const,
  ),
  [contract.subjectCases.list, 'the posts are shown without their cases then'],
  [contract.cases.next, 'without it the next row of the queue is opened'],
  [contract.account.sessions, 'My account reads them with the account'],
  [contract.history.readCheck, 'how far a check is, is asked again each second'],
  [contract.live.presence, 'who else is here is left out then'],
  [contract.users.audience, 'the question before an announcement is shown says the same without a number then'],
  [contract.history.contents, 'the question before a deletion says the same without numbers then'],
]);

const request = '0badc0de-f0';
const title = 'Internal Server Error';
type Fault = {
  /** The message on screen. */
  says: string;
  /** Undefined when the connection breaks. */
  answer: null | { status: number; headers: Record<string, string>; contentType: string; body: string };
};

/** The server itself failed, so the call is not repeated. */
const ofServer: Fault = {
  says: 'Something went wrong on the server.',
  answer: {
    status: 500,
    headers: { 'X-Request-Id': request },
    contentType: 'application/problem+json',
    body: JSON.stringify({
      type: 'about:blank',
      title,
      status: 500,
      detail: 'Something went wrong on the server.',
      code: 'internal',
      requestId: request,
    }),
  },
};

/**
 * Faults between browser and server, after which a call is repeated for a while: a proxy answers, or there is no
 * response.
 */
const onTheWay: readonly Fault[] = [
  {
    says: 'The server could not answer',
    answer: {
      status: 503,
      headers: { 'X-Request-Id': request },
      contentType: 'text/html',
      body: '<h1>Service Unavailable</h1>',
    },
  },
  { says: 'The connection dropped', answer: null },
];

test('every call of the contract is made by a screen here, or has a reason not to be', () => {
  const known = [
    ...allCases.map(({ route }) => route),
    ...walkedWithDoctor,
    ...calledLikeOfCard,
    ...approvalsLikeOfCycle,
    ...remarksLikeOfCycle,
    ...notCalled.keys(),
  ].map(line);
  // Only the app reads published content.
  const called = routes.filter(({ path, access }) => access !== 'app' && !path.startsWith('/content/'));
  expect([...new Set(known)].sort()).toEqual(called.map(line).sort());
});

test('a kind that is only walked in part has the common page', () => {
  const folder = 'web/features';
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('page.tsx'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));
  for (const kind of kindsWithCommonPage) {
    // The page of a kind exports its fields.
    const page = pages.filter((source) =>
      new RegExp(String.raw`^export const fields = \{.*\b${kind}\b`, 'm').test(source),
    );
    expect(page, kind).toHaveLength(1);
    expect(page[0], kind).toContain('<EntityPage');
    expect(page[0], kind).not.toMatch(/\bEntityFrame\b|\bfailure=/);
  }
});

/**
 * From now on makes a call fail with the fault that `answer` returns for each try, until the returned function is called.
 * Unlike `page.route`, this leaves the browser's cache on.
 */
async function disturb(page: Page, { method, path }: Route, answer: () => Fault['answer']) {
  await withoutEarlyCalls(page);
  const address = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  const devtools = await page.context().newCDPSession(page);
  const respond = ({ requestId, request }: { requestId: string; request: { method: string; url: string } }) => {
    if (request.method !== method || !address.test(new URL(request.url).pathname))
      return devtools.send('Fetch.continueRequest', { requestId });
    const given = answer();
    if (!given) return devtools.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionFailed' });
    const { status, headers, contentType, body } = given;
    return devtools.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: status,
      responseHeaders: Object.entries({ ...headers, 'Content-Type': contentType }).map(([name, value]) => ({
        name,
        value,
      })),
      body: Buffer.from(body).toString('base64'),
    });
  };
  // A page that was left has no such request any more.
  devtools.on('Fetch.requestPaused', (paused) => void respond(paused).catch(() => undefined));
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: `*${path.replaceAll(/\{\w+\}/g, '*')}*` }] });
  return () => devtools.detach();
}

type SkipPauses = Awaited<ReturnType<typeof skipPauses>>;

/**
 * Whether a case fails on the way too. A screen gets the same error from the shared call then, in words that
 * `web/api/faults.test.ts` tests for each call. So each area shows it once for a read, for a change, and for a change of
 * text that must be kept; a screen with words of its own always does.
 */
function chooseOnTheWay(area: number) {
  const walked = new Set<string>();
  return ({ method }: Route, { kept, says, failure }: Steps): Fault | undefined => {
    const way = method === 'GET' ? 'read' : kept ? 'change of what is kept' : 'change';
    if (walked.has(way) && !says && !failure) return undefined;
    walked.add(way);
    return onTheWay[(area + walked.size) % onTheWay.length];
  };
}

/**
 * Makes a call that first fails at the server, and maybe then on the network, until it succeeds. axe checks the failure
 * of the first case of each area.
 */
async function expectFaultsSeen(
  { route, arrange }: FaultCase,
  choose: ReturnType<typeof chooseOnTheWay>,
  fixtures: Fixtures,
  skipUntil: SkipPauses,
  isFirst: boolean,
) {
  const { page } = fixtures;
  const steps = await arrange(fixtures);
  const { beside, act, again = act, kept, done, says, failure = route.failure } = steps;
  const second = choose(route, steps);
  let next = act;
  let current: Fault['answer'] = null;
  const stop = await disturb(page, route, () => current);
  for (const fault of [ofServer, ...(second ? [second] : [])]) {
    current = fault.answer;
    const isFinal = fault === ofServer;
    await next();
    // A save of a form waits for the connection until it is cancelled.
    const cancel = page.getByRole('button', { name: 'Don’t send' });
    const seen = async () => {
      if (!isFinal && (await cancel.isVisible())) await cancel.click();
      await expect(beside).toContainText(says ?? fault.says, isFinal ? {} : now);
    };
    if (isFinal) await seen();
    else await skipUntil(seen);
    // After several tries it is unknown whether a change was made.
    await expect(beside).toContainText(isFinal ? failure : new RegExp(`${failure}|${outcomeUnknown(failure)}`));
    if (fault.answer) await expect(beside).toContainText(`Request ${request}`);
    else await expect(beside).not.toContainText('Request');
    await kept?.();
    // The tests of the area check the result of a successful call.
    if (isFirst && isFinal) await expectAccessible(page);
    next = again;
  }
  await stop();
  await next();
  await done();
  await expect(beside).toBeHidden();
  await untilQuiet(page);
}

/** Runs the cases of an area in one tab. `area` is its number, so that both faults on the way occur. */
async function walk(cases: readonly FaultCase[], fixtures: Fixtures, area = 0) {
  const { page, desk } = fixtures;
  // Calls are retried for no longer than this.
  const skipUntil = await skipPauses(page, 25_000);
  const choose = chooseOnTheWay(area);
  for (const [at, one] of cases.entries()) {
    await test.step(`${line(one.route)} in ${one.where}`, async () => {
      if (!one.stays) {
        await clearContent(desk.database);
        await page.setViewportSize(desktop);
      }
      await expectFaultsSeen(one, choose, fixtures, skipUntil, at === 0);
    });
  }
}

const expected = [
  /status of 50[03]/,
  /net::ERR_CONNECTION_FAILED/,
  // The screen of the test case before is still open when its content is deleted.
  /status of 404 .*\/admin\/moderation\/cases\/[-\da-f]{36}\/preview\)$/,
];

test('signing in and out, and invitations: a fault of each call is seen where it was made', async ({
  page,
  desk,
  api,
  addAppUsers,
  guard,
}) => {
  // The line about people in danger asks once the page is idle, maybe while the session ends.
  guard.expectErrors(...expected, /status of 401 .*\/admin\/moderation\/crisis\)$/);
  await walk([...signInCases, ...invitationCases], { page, desk, api, addAppUsers });
});

test('staff accounts and the own one: a fault of each call is seen where it was made', async ({
  page,
  desk,
  api,
  addAppUsers,
  guard,
}) => {
  guard.expectErrors(...expected);
  const colleague = await asColleague(desk);
  await openAndSignIn(page, colleague);
  await walk(staffCases, { page, desk: colleague, api, addAppUsers });
});

test('second factors: a fault of each call is seen where it was made', async ({
  page,
  desk,
  api,
  addAppUsers,
  guard,
}) => {
  guard.expectErrors(...expected, /status of 403/);
  await walk(factorCases, { page, desk, api, addAppUsers });
});

for (const [at, [area, cases]] of areas.entries()) {
  test(`${area}: a fault of each call is seen where it was made`, async ({
    signedIn: page,
    desk,
    api,
    addAppUsers,
    guard,
  }) => {
    guard.expectErrors(...expected);
    await walk(cases, { page, desk, api, addAppUsers }, at);
  });
}
