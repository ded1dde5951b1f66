import { useEffect, useEffectEvent } from 'react';

/** Milliseconds without a key or a movement after which a page is taken to be left alone. */
const away = 5 * 60_000;

let last = Date.now();
const note = () => {
  last = Date.now();
};

/** Notes keys and movements from now on. */
export function watchUse() {
  for (const event of ['keydown', 'pointerdown', 'pointermove', 'wheel']) {
    addEventListener(event, note, { passive: true });
  }
  note();
}

/** Whether somebody uses this page, as far as it shows. */
export const isInUse = () => document.visibilityState === 'visible' && Date.now() - last < away;

/**
 * Calls `act` every so many milliseconds while somebody uses this page: left alone, a page must not keep its session
 * alive.
 */
export function useWhileInUse(act: () => void, milliseconds: number, on: boolean) {
  const call = useEffectEvent(act);
  useEffect(() => {
    if (!on) return undefined;
    watchUse();
    const timer = setInterval(() => isInUse() && call(), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds, on]);
}
