const quote = 0x22;
const lineFeed = 0x0a;

/** Counts the rows of a CSV, without its head, as its bytes arrive in parts. A line in quotes is text, not a row. */
export function csvRowCounter() {
  let lines = 0;
  let quoted = false;
  return (part: Uint8Array) => {
    for (const byte of part) {
      if (byte === quote) quoted = !quoted;
      else if (byte === lineFeed && !quoted) lines += 1;
    }
    return Math.max(lines - 1, 0);
  };
}
