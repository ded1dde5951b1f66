/** A signal that aborts after this many milliseconds, as `AbortSignal.timeout`, which came with Safari 16 and Chrome 103. */
export function abortAfter(milliseconds: number): AbortSignal {
  const ending = new AbortController();
  setTimeout(() => ending.abort(), milliseconds);
  return ending.signal;
}
