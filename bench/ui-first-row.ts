import type { Page } from '@playwright/test';
import { openPayload } from '#bench/ui-payload.ts';
import { type Limits, layoutShift, limit, watchPage, whenAnswered } from '#bench/ui-page.ts';
import { startReferencePage } from '#bench/ui-reference.ts';
import { type Line, type Stage, median, signedInState } from '#bench/ui-stage.ts';
import { firstCell, listCell, watchFirstCell } from '#e2e/support/first-cell.ts';
import { maxFirstBytes } from '#e2e/support/scripts.ts';

type State = Awaited<ReturnType<typeof signedInState>>;

/** A page with a list of users, and a control of it that opens a menu or a drawer. */
type List = { address: string; cell: string; storageState?: State; control?: string };

type Visit = { firstRow: number; answer: number; shift: number; scripts: number; requests: number };
const caches = ['cold', 'warm'] as const;
const sides = ['desk', 'peer'] as const;
type Visits = Record<(typeof sides)[number], Visit[]>;

const turns = 7;

async function visit(page: Page, { address, control }: List, limits: Limits): Promise<Visit> {
  const end = await limit(page, limits);
  const { ms, scripts, requests } = await firstCell(page, address);
  const answer = control ? await whenAnswered(page, control) : Number.NaN;
  await end();
  await page.waitForLoadState('networkidle');
  return { firstRow: ms, answer, shift: await layoutShift(page), scripts, requests };
}

/** Each turn uses a new browser for each side, first with an empty cache, then with a full one. */
async function visitInTurns({ newPage }: Stage, lists: Record<(typeof sides)[number], List>, limits: Limits) {
  const visits: Record<(typeof caches)[number], Visits> = {
    cold: { desk: [], peer: [] },
    warm: { desk: [], peer: [] },
  };
  // The first turn warms both servers up.
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const side of turn % 2 ? sides : sides.toReversed()) {
      const { cell, storageState } = lists[side];
      const page = await newPage(storageState ? { storageState } : {});
      await watchPage(page);
      await watchFirstCell(page, cell);
      for (const cache of caches) {
        const seen = await visit(page, lists[side], limits);
        if (turn > 0) visits[cache][side].push(seen);
      }
      await page.context().close();
    }
  }
  return visits;
}

function linesOf(what: string, visits: Visits, peer: string, most: number | undefined): Line[] {
  const middle = (side: keyof Visits, figure: keyof Visit) => median(visits[side].map((one) => one[figure]));
  const beside = (name: string, figure: keyof Visit): Line[] => {
    const [own, other] = [middle('desk', figure), middle('peer', figure)];
    const ratio = own / other;
    if (Number.isNaN(ratio)) return [];
    const line = {
      what: `${name} of users, ${what}, beside ${peer}`,
      figure: `${own.toFixed(0)} ms / ${other.toFixed(0)} ms = ${ratio.toFixed(2)}`,
    };
    return [most === undefined ? line : { ...line, must: `<= ${most}`, met: ratio <= most }];
  };
  const shift = Math.max(...visits.desk.map((one) => one.shift));
  const scripts = Math.max(...visits.desk.map((one) => one.scripts));
  const requests = Math.max(...visits.desk.map((one) => one.requests));
  return [
    ...beside('first row', 'firstRow'),
    ...beside('a control answers', 'answer'),
    {
      what: `layout shift of users, ${what}; ${peer}: ${Math.max(...visits.peer.map((one) => one.shift)).toFixed(3)}`,
      figure: `${shift.toFixed(3)} CLS`,
      must: '< 0.02 CLS',
      met: shift < 0.02,
    },
    {
      what: `scripts before the first row, ${what} (of ${requests} requests)`,
      figure: String(scripts),
      must: '<= 12',
      met: scripts <= 12,
    },
  ];
}

/**
 * The time to the first row of the users' list, and until a control answers, beside Payload's list (PAYLOAD_URL), or
 * without one beside a minimal page that shows the same rows.
 */
async function besidePeer(stage: Stage, limits: Limits, limited: string, mostOfBarePage?: number) {
  const desk: List = {
    address: `${stage.desk.address}/admin/desk/users`,
    cell: listCell,
    storageState: await signedInState(stage),
    control: '[role="combobox"][aria-label="Sort"]',
  };
  const payload = await openPayload(stage.newPage);
  if (payload) {
    const visits = await visitInTurns(stage, { desk, peer: payload }, limits);
    return caches.flatMap((cache) => linesOf(`${cache} cache${limited}`, visits[cache], 'Payload', 1));
  }
  const reference = await startReferencePage(stage.desk.address, stage.bearer);
  const visits = await visitInTurns(stage, { desk, peer: { ...reference, cell: listCell } }, limits);
  reference.close();
  return caches.flatMap((cache) => linesOf(`${cache} cache${limited}`, visits[cache], 'a bare page', mostOfBarePage));
}

export const firstListCell = (stage: Stage) => besidePeer(stage, {}, '', 1.3);

export const firstListCellWithSlowProcessor = (stage: Stage) =>
  besidePeer(stage, { slowProcessor: true }, ', processor 4 times slower');

export const firstListCellOverSlowLink = (stage: Stage) => besidePeer(stage, { slowLink: true }, ', at 400 kbit/s');

/**
 * The time to the first row of Lady Due with an empty cache over a slow link, compared with a minimal page whose script
 * has the maximum size that the page may fetch before. The mode has few cards: the bench gives most cards to the first
 * mode.
 */
export async function firstRowOverSlowLink(stage: Stage): Promise<Line[]> {
  const { desk, bearer, newPage } = stage;
  const reference = await startReferencePage(desk.address, bearer, maxFirstBytes);
  const storageState = await signedInState(stage);
  const time = async (url: string, cell: string) => {
    const all: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const page = await newPage({ storageState });
      await limit(page, { slowLink: true });
      await watchFirstCell(page, cell);
      all.push((await firstCell(page, url)).ms);
      await page.context().close();
    }
    return median(all);
  };
  const own = await time(`${desk.address}/admin/desk/lady-due?mode=PCOS`, 'main ul[aria-label="Content"] > li');
  const bare = await time(reference.address, 'td');
  reference.close();
  return [
    {
      what: 'Lady Due cold at 400 kbit/s, beside a bare page of as many bytes',
      figure: `${own.toFixed(0)} ms / ${bare.toFixed(0)} ms = ${(own / bare).toFixed(2)}`,
      must: '<= 1.15',
      met: own / bare <= 1.15,
    },
  ];
}
