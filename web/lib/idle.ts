let begun = false;
const waiting = new Set<() => void>();

/** Starts idle work. Call it when the page shows its first data and no other work competes with it. */
export function beginIdleWork() {
  begun = true;
  for (const start of waiting) start();
  waiting.clear();
}

/** Runs `work` once the first data is shown and the browser is idle. Call the returned function to cancel it. */
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

/** The work starts within 5 seconds at the latest. */
function inIdleTime(work: () => void) {
  if (!('requestIdleCallback' in window)) {
    const soon = setTimeout(work);
    return () => clearTimeout(soon);
  }
  const idle = requestIdleCallback(work, { timeout: 5000 });
  return () => cancelIdleCallback(idle);
}
