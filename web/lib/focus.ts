/**
 * Manages the focus. When the focused element is removed from the page, the Tab key would start at the top again, so
 * the focus goes to the first of these that exists:
 *
 * 1. the row that a panel has just shown, or the row after it;
 * 2. after a dialog, a menu or a panel: the element that had the focus before it opened;
 * 3. in the remaining row, form or group: an element that had the focus before, else the first one;
 * 4. the row after a removed row, else the row before;
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

/** An element, its ancestors from the inside out, and the rows of its list. */
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
/** The row of the panel beside the list, kept until the focus moves elsewhere. */
let shown: Visit | undefined;
/** A click on something unfocusable removed the focus. */
let left = false;

const maxVisits = 30;

const focusIsLost = () => document.activeElement === null || document.activeElement === document.body;

const isUsable = (element: Element) => element.isConnected && element.getClientRects().length > 0;

const visitedWhere = (fits: (visit: Visit) => boolean) =>
  visits.find((visit) => isUsable(visit.element) && fits(visit))?.element;

/** The link of a row, else its first focusable element. */
const firstIn = (group: Element) =>
  [...group.querySelectorAll('a[href]'), ...group.querySelectorAll(controls)].find(isUsable);

const inGroup = (group: Element) =>
  visitedWhere(({ element }) => group !== element && group.contains(element)) ??
  (group.hasAttribute('tabindex') ? group : firstIn(group));

/** The element that opened the panel of a row. */
const openerIn = (row: Element) =>
  row.querySelector('[aria-haspopup="dialog"]') ?? row.querySelector('a') ?? inGroup(row);

/** An element in the next row, else in the previous one. If all rows are new, in the first one. */
function inNextRow({ row, list, path }: Visit) {
  const at = list.findIndex((one) => one === row);
  const heirs = (some: Element[]) => some.map(firstIn).filter((one) => one !== undefined);
  const parent = path[path.findIndex((one) => one === row) + 1];
  return heirs(list.slice(at + 1))[0] ?? heirs(list.slice(0, at)).at(-1) ?? (parent && firstIn(parent));
}

/** The element that gets the focus after a removed one. */
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

/** Focuses an element without scrolling to it. */
export function giveFocus(element: Element | null | undefined) {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

/**
 * Scrolls the whole element focused by Tab into view, because browsers settle for a part of it. A link in a row has its
 * focus ring around the row, a hidden field around its label.
 */
function showWhole(element: Element) {
  const ring = element.closest('label') ?? (element.matches('a') ? element.closest(rows) : element);
  (ring ?? element).scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Manages the focus while the page is open. */
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
    // A long list renders only the rows in view, which may have changed since the element got the focus.
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
    // An element of the new page may take the focus automatically.
    setTimeout(() => {
      afterTyping(() => mustGoOn() && giveFocus(heir() ?? document.querySelector('main')));
    });
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-current'] });
}
