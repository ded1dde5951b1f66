/** Pseudo-random numbers, the same for the same seed. */
export type Random = {
  /** 0 <= x < 1 */
  next(): number;
  /** True in `share` of all cases. */
  chance(share: number): boolean;
  /** Any item. */
  pick<T>(items: readonly T[]): T;
  /** An item, with early ones far more often than late ones. */
  pickEarly<T>(items: readonly T[]): T;
  /** Normally distributed: mean 0, deviation 1. */
  normal(): number;
};

/**
 * Spreads every bit of a 32-bit number over all of them. Different numbers give different results. (murmur3's last
 * step.)
 */
function mix(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/** A 32-bit number for a word (FNV-1a, mixed). */
export function hash(word: string, start = 0x811c9dc5): number {
  let x = start;
  for (let i = 0; i < word.length; i++) x = Math.imul(x ^ word.charCodeAt(i), 0x01000193);
  return mix(x);
}

/** An independent generator for each seed (sfc32). */
export function seededRandom(seed: string): Random {
  let a = hash(seed);
  let b = hash(seed, a);
  let c = hash(seed, b);
  let counter = 1;
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 12; i++) next();
  const at = <T>(items: readonly T[], share: number): T => {
    const item = items[Math.floor(items.length * share)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  };
  return {
    next,
    chance: (share) => next() < share,
    pick: (items) => at(items, next()),
    pickEarly: (items) => at(items, next() ** 1.8),
    // Box-Muller; 1 - x because the logarithm of 0 is not a number.
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

/** Every 16-bit number as four hexadecimal digits. */
const hex = Array.from({ length: 0x10000 }, (_, value) => value.toString(16).padStart(4, '0'));
const high = (value: number) => hex[value >>> 16] as string;
const low = (value: number) => hex[value & 0xffff] as string;

/**
 * Ids for rows of demo data, in the shape of UUID version 7. They begin with the row's own time, so they sort like real
 * ones. The rest follows from the area and the row's number, so it is the same at every load, and unique within an
 * area.
 */
export function seededIds(area: string): (milliseconds: number, row: number) => string {
  const [first, second, third] = [hash(area), hash(area, 1), hash(area, 2)] as const;
  return (milliseconds, row) => {
    const a = mix(row ^ first);
    const b = mix((row + second) | 0);
    const c = mix(a ^ b ^ third);
    const upper = Math.floor(milliseconds / 0x10000);
    return (
      `${high(upper)}${low(upper)}-${low(milliseconds % 0x10000)}-` +
      `${low(0x7000 | (b & 0xfff))}-${low(0x8000 | ((c >>> 16) & 0x3fff))}-${low(c)}${high(a)}${low(a)}`
    );
  };
}
