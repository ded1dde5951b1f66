/**
 * The rule for the focus. When the element that has it leaves the page, the Tab key would start at the top again, so the
 * focus goes to the first of these that is there:
 *
 * 1. the row that a panel showed until now, or the row after it;
 * 2. where a dialog, a menu or a panel is gone: the element that had the focus before it came;
 * 3. what is left of the row, the form or the group: an element in it that had the focus before, else its first one;
 * 4. the row after a row that is gone, else the row before;
 * 5. the heading of the section; in a section without one, an element as in 3;
 * 6. the element that had the focus before;
 * 7. the page's main part.
 */

import { afterTyping } from '#web/lib/typing.ts';

const rows = 'li, tr';
const groups = `form, [role="group"], ${rows}`;
const layers = '[role="dialog"], [role="menu"], [role="complementary"]';
const controls = 'a[href], button, input, select, textarea';
const shownRow = 'li[aria-current="true"], tr[aria-current="true"]';

/** An element, what it stood in, from the inside to the outside, and the rows of its list. */
type Visit = { element: Element; path: Element[]; layer: Element | undefined; row: Element | null; list: Element[] };

function visitOf(element: Element): Visit {
  const path: Element[] = [];
  for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) path.push(one);
  const row = element.closest(rows);
  const list = [...(row?.parentElement?.children ?? [])];
  return { element, path, layer: path.find((one) => one.matches(layers)) ?? path.at(-1), row, list };
}

/** The elements that had the focus, newest first. */
let visits: Visit[] = [];
/** The row that a panel beside the list shows, or showed until the focus went elsewhere. */
let shown: Visit | undefined;
/** The person left the focus by a click on something that takes none. */
let left = false;

const maxVisits = 30;

const focusIsLost = () => document.activeElement === null || document.activeElement === document.body;

const isUsable = (element: Element) => element.isConnected && element.getClientRects().length > 0;

const visitedWhere = (fits: (visit: Visit) => boolean) =>
  visits.find((visit) => isUsable(visit.element) && fits(visit))?.element;

/** The link of a row, else the first element that can have the focus. */
const firstIn = (group: Element) =>
  [...group.querySelectorAll('a[href]'), ...group.querySelectorAll(controls)].find(isUsable);

const inGroup = (group: Element) =>
  visitedWhere(({ element }) => group !== element && group.contains(element)) ??
  (group.hasAttribute('tabindex') ? group : firstIn(group));

/** What opened the panel of a row. */
const openerIn = (row: Element) =>
  row.querySelector('[aria-haspopup="dialog"]') ?? row.querySelector('a') ?? inGroup(row);

/** In the next row, else in the one before. Where all rows are new, in the first of them. */
function inNextRow({ row, list, path }: Visit) {
  const at = list.findIndex((one) => one === row);
  const heirs = (some: Element[]) => some.map(firstIn).filter((one) => one !== undefined);
  const parent = path[path.findIndex((one) => one === row) + 1];
  return heirs(list.slice(at + 1))[0] ?? heirs(list.slice(0, at)).at(-1) ?? (parent && firstIn(parent));
}

/** Where the focus goes from an element that has left the page. */
function heirOf(visit: Visit): Element | undefined {
  for (const one of visit.path) {
    let heir: Element | null | undefined;
    if (!one.isConnected) heir = one === visit.row ? inNextRow(visit) : undefined;
    else if (one.matches(groups)) heir = inGroup(one);
    else if (one.matches('section')) heir = one.querySelector('h2[tabindex]') ?? inGroup(one);
    if (heir) return heir;
  }
  return undefined;
}

function heir() {
  const row = shown?.element;
  if (shown && row?.getAttribute('aria-current') !== 'true') {
    const next = row?.isConnected ? openerIn(row) : heirOf(shown);
    if (next) return next;
  }
  const visit = visits.find(({ layer }) => layer?.isConnected);
  if (!visit || isUsable(visit.element)) return visit?.element;
  return heirOf(visit) ?? visitedWhere(({ layer }) => layer === visit.layer);
}

/** Gives the focus to an element without scrolling to it. */
export function giveFocus(element: Element | null | undefined) {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

/**
 * Brings what the Tab key leads to wholly into sight: the browser is content with a part of it. The ring of a link in a row is
 * around the row, and that of a hidden field around its label.
 */
function showWhole(element: Element) {
  const ring = element.closest('label') ?? (element.matches('a') ? element.closest(rows) : element);
  (ring ?? element).scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Holds the rule for the focus as long as the page is open. */
export function keepFocus() {
  const mustGoOn = () => {
    const [last] = visits;
    return focusIsLost() && last && !last.element.isConnected && !(left && last.layer?.isConnected);
  };
  let byTab = false;
  document.addEventListener('keydown', ({ key }) => (byTab = key === 'Tab'), { capture: true });
  document.addEventListener('pointerdown', () => (byTab = false), { capture: true });
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    left = false;
    if (byTab) showWhole(target);
    if (shown?.element.getAttribute('aria-current') !== 'true') shown = undefined;
    visits = [visitOf(target), ...visits.filter(({ element }) => element !== target)].slice(0, maxVisits);
  });
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    const [last] = visits;
    // A long list has only the rows in sight on the page: they may be others than when the focus came.
    if (last?.element === target && last.element.isConnected) visits[0] = visitOf(last.element);
    if (relatedTarget) return;
    setTimeout(() => {
      if (target === visits[0]?.element && visits[0].element.isConnected && focusIsLost()) left = true;
    });
  });
  new MutationObserver(() => {
    const row = document.querySelector(shownRow);
    if (row && row !== shown?.element) shown = visitOf(row);
    if (!mustGoOn()) return;
    // Something else on the new page may take the focus by itself.
    setTimeout(() => {
      afterTyping(() => mustGoOn() && giveFocus(heir() ?? document.querySelector('main')));
    });
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-current'] });
}
