/**
 * Lists controls that a finger or a mouse cannot hit: each visible control must be the topmost element at its own middle and
 * corners, and the element in the middle of a row must belong to that row. It runs in the page.
 */
export function coveredControls(): string[] {
  const selector =
    'a[href],button,input,textarea,select,summary,[contenteditable=true],' +
    ['button', 'checkbox', 'menuitem', 'option', 'radio', 'slider', 'switch', 'tab'].map((role) => `[role=${role}]`);
  const called = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? (element as HTMLElement).innerText ?? '').trim().slice(0, 40)}”`;
  /** The part of a box that no ancestor and no edge of the window cuts off. */
  const clip = (element: Element, box: DOMRect) => {
    let [left, top, right, bottom] = [Math.max(0, box.left), Math.max(0, box.top), box.right, box.bottom];
    [right, bottom] = [Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
    for (let above = element.parentElement; above && above !== document.body; above = above.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(above);
      const edge = above.getBoundingClientRect();
      if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      if (position === 'fixed') break;
    }
    return { left, top, right, bottom };
  };
  /**
   * A corner may belong to an ancestor of the control, such as its scroll bar, to an icon or button inside a field, and, where
   * a link covers a whole row, to other elements of that row.
   */
  const mayCutCorners = (control: Element, at: Element) =>
    at.contains(control) ||
    (control.matches('input') && (control.closest('.mantine-Input-wrapper') ?? control.parentElement)?.contains(at)) ||
    (control.matches('a') && control.closest('li, tr')?.contains(at));
  /** A panel that covers part of its list is closed before a finger or a mouse can hit the cards under it. */
  const isUnderPanel = (control: Element, at: Element) =>
    at.closest('[data-over]')?.contains(control) === false && control.closest('[data-panels-over]') !== null;
  const modal = [...document.querySelectorAll('[aria-modal=true]')].at(-1);
  const wrong: string[] = [];
  const check = (element: HTMLElement, atCorners: boolean, isOwn: (at: Element) => boolean) => {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    // A link may go over several lines: the longest of them.
    const [box] = [...element.getClientRects()].sort((one, other) => other.width - one.width);
    if (!box) return;
    const { left, top, right, bottom } = clip(element, box);
    if (right - left < 4 || bottom - top < 4) return;
    const round = Math.min(
      Number.parseFloat(getComputedStyle(element).borderTopLeftRadius) || 0,
      box.width / 2,
      box.height / 2,
    );
    const inset = 2 + 0.3 * round;
    const points: [string, number, number][] = [['middle', (left + right) / 2, (top + bottom) / 2]];
    if (atCorners && right - left > 2 * inset && bottom - top > 2 * inset) {
      for (const [side, x] of [
        ['left', left + inset],
        ['right', right - inset],
      ] as const)
        for (const [edge, y] of [
          ['top', top + inset],
          ['bottom', bottom - inset],
        ] as const)
          points.push([`${edge} ${side}`, x, y]);
    }
    const missed = points.flatMap(([place, x, y]) => {
      const at = document.elementFromPoint(x, y);
      return at && (isOwn(at) || isUnderPanel(element, at) || (place !== 'middle' && mayCutCorners(element, at)))
        ? []
        : [`${place} is ${at ? called(at) : 'nothing'}`];
    });
    if (missed.length > 0) wrong.push(`${called(element)}: ${missed.join(', ')}`);
  };
  for (const control of (modal ?? document).querySelectorAll<HTMLElement>(selector)) {
    const label = (control as HTMLInputElement).labels?.[0];
    const { opacity, pointerEvents } = getComputedStyle(control);
    const { width, height } = control.getBoundingClientRect();
    // A checkbox or a radio may be drawn by its label.
    const target = label && (opacity === '0' || width < 4 || height < 4) ? label : control;
    if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (pointerEvents === 'none' || control.closest('[inert]')) continue;
    check(target, true, (at) => target.contains(at) || (label?.contains(at) ?? false) || control.contains(at));
  }
  for (const row of (modal ?? document).querySelectorAll<HTMLElement>('tbody tr, li')) {
    if (row.checkVisibility({ visibilityProperty: true })) check(row, false, (at) => row.contains(at));
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) wrong.push(`the page is ${scrollWidth - clientWidth} px wider than the window`);
  scrollTo(0, 0);
  return wrong;
}
