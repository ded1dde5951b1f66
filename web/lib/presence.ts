import { useEffect, useEffectEvent } from 'react';

/** Milliseconds without a key or a movement after which nobody is taken to be there. */
const away = 5 * 60_000;

let last = Date.now();
const note = () => {
  last = Date.now();
};

/**
 * Calls `act` every so many milliseconds while somebody works on this page: left alone, a page must not keep its session
 * alive.
 */
export function useWhilePresent(act: () => void, milliseconds: number, on: boolean) {
  const call = useEffectEvent(act);
  useEffect(() => {
    if (!on) return undefined;
    const events = ['keydown', 'pointerdown', 'pointermove', 'wheel'];
    for (const event of events) addEventListener(event, note, { passive: true });
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && Date.now() - last < away) call();
    }, milliseconds);
    note();
    return () => {
      for (const event of events) removeEventListener(event, note);
      clearInterval(timer);
    };
  }, [milliseconds, on]);
}
