/** One key, or the first and the last of a range. */
type Range = [first: string, last?: string];

const isNext = (key: string, after: string) =>
  /^\d$/.test(key) && /^\d$/.test(after) && Number(key) === Number(after) + 1;

/** The keys of a shortcut with three or more digits in a row as one range: `[['1', '9'], ['w']]`. */
export function keyRanges(keys: readonly string[]): Range[] {
  const runs: string[][] = [];
  for (const key of keys) {
    const run = runs.at(-1);
    if (run && isNext(key, run.at(-1) ?? '')) run.push(key);
    else runs.push([key]);
  }
  return runs.flatMap((run): Range[] => (run.length > 2 ? [[run[0] ?? '', run.at(-1)]] : run.map((key) => [key])));
}
