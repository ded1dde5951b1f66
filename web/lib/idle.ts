let begun = false;
const waiting = new Set<() => void>();

/** Lets idle work begin: what a page first shows is there, and nothing competes with it any more. */
export function beginIdleWork() {
  begun = true;
  for (const start of waiting) start();
  waiting.clear();
}

/** Does it once the first data is shown and the browser has nothing better to do. The answer calls it off. */
export function whenIdle(work: () => void): () => void {
  if (begun) return inIdleTime(work);
  let end = (): void => {
    waiting.delete(start);
  };
  const start = () => {
    end = inIdleTime(work);
  };
  waiting.add(start);
  return () => end();
}

/** After 5 seconds at the latest. */
function inIdleTime(work: () => void) {
  if (!('requestIdleCallback' in window)) {
    const soon = setTimeout(work);
    return () => clearTimeout(soon);
  }
  const idle = requestIdleCallback(work, { timeout: 5000 });
  return () => cancelIdleCallback(idle);
}
