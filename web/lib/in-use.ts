import { useEffect, useEffectEvent } from 'react';

/** Milliseconds without a keystroke or a movement after which a page counts as abandoned. */
const away = 5 * 60_000;

let last = Date.now();
const note = () => {
  last = Date.now();
};

/** Records keystrokes and movements from now on. */
export function watchUse() {
  for (const event of ['keydown', 'pointerdown', 'pointermove', 'wheel']) {
    addEventListener(event, note, { passive: true });
  }
  note();
}

/** Whether this page is in use: visible, with recent input. */
export const isInUse = () => document.visibilityState === 'visible' && Date.now() - last < away;

/** Calls `act` at this interval while the page is in use: an abandoned page must not keep its session alive. */
export function useWhileInUse(act: () => void, milliseconds: number, on: boolean) {
  const call = useEffectEvent(act);
  useEffect(() => {
    if (!on) return undefined;
    watchUse();
    const timer = setInterval(() => isInUse() && call(), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds, on]);
}
