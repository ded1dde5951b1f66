/** Does it once the browser has nothing better to do, after 5 seconds at the latest. The answer calls it off. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const soon = setTimeout(work);
    return () => clearTimeout(soon);
  }
  const idle = requestIdleCallback(work, { timeout: 5000 });
  return () => cancelIdleCallback(idle);
}
