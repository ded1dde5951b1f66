import { useEffect, useEffectEvent } from 'react';

/** Milliseconds without a key or a movement after which nobody is taken to be there. */
const away = 5 * 60_000;

let last = Date.now();
const note = () => {
  last = Date.now();
};

/** Notes keys and movements from now on. */
export function watchPresence() {
  for (const event of ['keydown', 'pointerdown', 'pointermove', 'wheel']) {
    addEventListener(event, note, { passive: true });
  }
  note();
}

/** Whether somebody works on this page, as far as it shows. */
export const isPresent = () => document.visibilityState === 'visible' && Date.now() - last < away;

/**
 * Calls `act` every so many milliseconds while somebody works on this page: left alone, a page must not keep its session
 * alive.
 */
export function useWhilePresent(act: () => void, milliseconds: number, on: boolean) {
  const call = useEffectEvent(act);
  useEffect(() => {
    if (!on) return undefined;
    watchPresence();
    const timer = setInterval(() => isPresent() && call(), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds, on]);
}
