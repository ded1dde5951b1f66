const whole = new Intl.NumberFormat('en-US');

/** `48,216` */
export const formatInteger = (value: number) => whole.format(value);

/** `1 user`, `48,216 users`, or `10,000+ users` if the count was capped. */
export const counted = (count: number, one: string, many = `${one}s`, isCapped = false) =>
  `${formatInteger(count)}${isCapped ? '+' : ''} ${count === 1 ? one : many}`;

/** `3.1 MB`, `640 KB`, in units of 1,024, rounded up so that a size over a limit is visibly over it. */
export function fileSize(bytes: number) {
  const kilobytes = bytes / 1024;
  if (kilobytes <= 1000) return `${Math.ceil(kilobytes)} KB`;
  return `${(Math.ceil((kilobytes / 1024) * 10) / 10).toFixed(1)} MB`;
}

type Shown = { page: number; limit: number; count: number; total: number; totalIsCapped?: boolean };

/** `Showing 11 to 20 of 48,216 users`; with a capped total `of 10,000+ users`; an empty page is `0 to 0 of 0`. */
export function shownRange({ page, limit, count, total, totalIsCapped }: Shown, noun: string) {
  const before = (page - 1) * limit;
  const first = count === 0 ? 0 : before + 1;
  const last = count === 0 ? 0 : before + count;
  return `Showing ${formatInteger(first)} to ${formatInteger(last)} of ${formatInteger(total)}${totalIsCapped ? '+' : ''} ${noun}`;
}

/**
 * `Showing the newest 50 of 212`, `212 in total`: for a list that older rows are added to. The total may be unknown, or
 * capped: `Showing the newest 50 of 1,000+`.
 */
export function shownOfTotal(count: number, total: number | undefined, isCapped = false) {
  if (total === undefined) return `Showing the newest ${formatInteger(count)}`;
  if (isCapped) return `Showing the newest ${formatInteger(count)} of ${formatInteger(total)}+`;
  return count < total
    ? `Showing the newest ${formatInteger(count)} of ${formatInteger(total)}`
    : `${formatInteger(count)} in total`;
}

/** `25,000.00` with two decimals, `4.9` with one. */
export const formatDecimals = (value: number, decimals: number) =>
  value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** The content of a number field: a number, 0 if empty, and any other text as typed. */
export type ParsedNumber = number | string;

/**
 * Parses a number as people write it: spaces and commas may separate thousands, a point the decimals, and `₦` may come
 * first.
 */
export function parseNumber(text: string): ParsedNumber {
  const digits = text
    .trim()
    .replace(/^₦\s*(?=\S)/, '')
    .replaceAll(/(\d)[\s,](?=\d{3}(?!\d))/g, '$1');
  if (digits === '') return 0;
  return /^-?(\d+\.?\d*|\.\d+)$/.test(digits) ? Number(digits) : text;
}
