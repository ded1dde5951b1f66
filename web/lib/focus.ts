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
 * Moves the focus when this element is removed with the focus in it. From a row (marked with `data-row`) it goes to the
 * element marked with `data-heir` in the next row, or to that row's first action. Otherwise it goes to the first
 * element on the page that matches `otherwise`, or else to the heading of the card.
 */
export function useFocusNext(element: RefObject<HTMLElement | null>, otherwise?: string) {
  useLayoutEffect(() => {
    const leaving = element.current;
    return () => {
      if (!leaving?.contains(document.activeElement)) return;
      const list = leaving.parentElement;
      const index = rowsOf(list).indexOf(leaving);
      const heading = leaving.closest('section')?.querySelector('h2');
      // This waits until the page has changed.
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

/** The element that has the focus. For an item of a closing menu it is the menu's button. */
export function focused() {
  const menu = document.activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return menu ? document.getElementById(menu) : document.activeElement;
}

/** Gives the focus back to the element that had it when a dialog opened, also when the dialog's owner unmounts it. */
export function useFocusBack(opened: boolean) {
  const returning = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!opened) return undefined;
    // The dialog was opened again at the same moment, and the focus goes back to another element.
    clearTimeout(returning.current);
    const before = focused();
    return () => {
      returning.current = setTimeout(() => {
        // An element that replaced it may have the focus already.
        const taken = !focusIsLost() && !document.activeElement?.closest('[role="dialog"]');
        if (before?.isConnected || !taken) giveFocus(before);
      });
    };
  }, [opened]);
}

/**
 * When the thing that this element opened closes with the focus in it, the element gets the focus, however the thing
 * was opened. In a row, the element marked with `data-heir` gets it.
 */
export function useOpenerFocus(opened: boolean, opener: RefObject<HTMLElement | null>) {
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !opened && focusIsLost())
      giveFocus(opener.current?.querySelector('[data-heir]'), opener.current);
    was.current = opened;
  }, [opened, opener]);
}
