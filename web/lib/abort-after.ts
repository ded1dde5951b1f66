/**
 * A signal that aborts after this many milliseconds, like `AbortSignal.timeout`, which Safari has since 16 and Chrome
 * since 103.
 */
export function abortAfter(milliseconds: number): AbortSignal {
  const ending = new AbortController();
  setTimeout(() => ending.abort(), milliseconds);
  return ending.signal;
}
