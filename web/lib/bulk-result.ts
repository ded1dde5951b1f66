import { counted, formatInteger } from '#web/lib/numbers.ts';

type BulkResult = {
  /** `Verified` */
  done: string;
  /** The state of the unchanged records: `verified`. */
  already: string;
  /** The number of records requested, and the number changed. */
  asked: number;
  changed: number;
  /** `user`, `users` */
  one: string;
  many: string;
};

/** `Verified 12 users`, `Verified 9 users. 3 were verified already`, `Nothing to change: all 3 were verified already`. */
export function bulkResult({ done, already, asked, changed, one, many }: BulkResult) {
  const rest = asked - changed;
  if (changed === 0) {
    const all = asked === 1 ? `this ${one} was` : `all ${formatInteger(asked)} were`;
    return `Nothing to change: ${all} ${already} already`;
  }
  const were = rest > 0 ? `. ${formatInteger(rest)} ${rest === 1 ? 'was' : 'were'} ${already} already` : '';
  return `${done} ${counted(changed, one, many)}${were}`;
}
