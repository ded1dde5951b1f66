import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** True when the element that had the focus has left the page, so that the Tab key would start at the top. */
export const focusIsLost = () => document.activeElement === null || document.activeElement === document.body;

/** Gives the focus to the first of these that is still on the page, else to the page's main part. */
export function giveFocus(...candidates: (Element | null | undefined)[]) {
  const all = [...candidates, document.querySelector('main')];
  const heir = all.find((one) => one?.isConnected && one !== document.body);
  if (heir instanceof HTMLElement) heir.focus({ preventScroll: true });
}

const rowsOf = (list: Element | null) => [...(list?.querySelectorAll(':scope > [data-row]') ?? [])];

/**
 * When this element goes while the focus is in it, the focus goes on: from a row (marked with `data-row`) to what is
 * marked with `data-heir` in the row that follows it, or to that row's first action; else to the first on the page
 * that fits `otherwise`, else to the heading of its card.
 */
export function useFocusNext(element: RefObject<HTMLElement | null>, otherwise?: string) {
  useLayoutEffect(() => {
    const leaving = element.current;
    return () => {
      if (!leaving?.contains(document.activeElement)) return;
      const list = leaving.parentElement;
      const index = rowsOf(list).indexOf(leaving);
      const heading = leaving.closest('section')?.querySelector('h2');
      // Once the page is as it will be.
      setTimeout(() => {
        if (!focusIsLost()) return;
        const rows = list?.isConnected ? rowsOf(list) : [];
        const row = rows[Math.min(index, rows.length - 1)];
        const next = row?.querySelector('[data-heir]') ?? row?.querySelector('button');
        giveFocus(next, otherwise ? document.querySelector(otherwise) : null, heading);
      });
    };
  }, [element, otherwise]);
}

/** What has the focus; of an item of a menu that closes, the menu's button. */
export function focused() {
  const menu = document.activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return menu ? document.getElementById(menu) : document.activeElement;
}

/** Gives the focus back to what had it when a dialog opened, also when the dialog's owner unmounts it. */
export function useFocusBack(opened: boolean) {
  const returning = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!opened) return undefined;
    // It was opened again in the same moment, and the focus goes back to another element.
    clearTimeout(returning.current);
    const before = focused();
    return () => {
      returning.current = setTimeout(() => {
        // What replaced it on the page may have the focus already.
        const taken = !focusIsLost() && !document.activeElement?.closest('[role="dialog"]');
        if (before?.isConnected || !taken) giveFocus(before);
      });
    };
  }, [opened]);
}

/**
 * When what this element opened closes and takes the focus along, the element has it, however it was opened: of a row,
 * what is marked with `data-heir`.
 */
export function useOpenerFocus(opened: boolean, opener: RefObject<HTMLElement | null>) {
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !opened && focusIsLost())
      giveFocus(opener.current?.querySelector('[data-heir]'), opener.current);
    was.current = opened;
  }, [opened, opener]);
}
