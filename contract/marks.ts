import { placesOfWords } from '#contract/mark-finder.ts';
import { inPlace, lookedAt } from '#contract/mark-places.ts';
import { Mark, type MarkedPlace } from '#contract/mark.ts';

/** A digit, or the letter O, which some write for 0. */
const digit = String.raw`(?:\d|[oO](?![a-np-zA-NP-Z]))`;

/** Digits with at most two of the usual separators between them: possibly a phone number. */
const digits = new RegExp(
  String.raw`(?<![\p{L}\d.,₦$€£#]|\d[ -])\+?\(?${digit}(?:[ ().\u2010-\u2015/-]{0,2}${digit}){6,14}(?![%]|${digit}|[.,]\d)`,
  'gu',
);

/** The minimum number of real digits in a phone number. */
const realDigits = 6;

/**
 * Whether digits are a phone number that can be called: with a country code, a Nigerian number with its 0, or a mobile
 * number without it.
 */
const isPhone = (found: string) =>
  found.replaceAll(/\D/g, '').length >= realDigits &&
  /^(?:\+\d{8,15}|00[1-9]\d{7,13}|0[1-9]\d{7,9}|234\d{10}|[789][01]\d{8})$/.test(
    found.replaceAll(/[oO]/g, '0').replaceAll(/[^\d+]/g, ''),
  );

const name = String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}`;
const domain = String.raw`[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}`;
const providers = 'gmail|yahoo|ymail|hotmail|outlook|icloud|proton(?:mail)?';

/** Also matches obfuscated addresses: `ada at gmail dot com`. */
const email = new RegExp(
  String.raw`${name}(?:@${domain}|\s?(?:\(at\)|\[at\]|\bat\b|@)\s?(?:${providers})\s?(?:\.|\(dot\)|\bdot\b)\s?(?:com|co\.uk|ng)\b)`,
  'giu',
);

/**
 * An address with a scheme or `www`, a host under a common domain, or a short link. Never the end of an email address.
 */
const link = new RegExp(
  String.raw`(?<![\p{L}\p{N}@._-])(?:https?:\/\/\S+|www\.\S+|(?:wa|t|m)\.me\/\S+|(?:bit\.ly|goo\.gl|tinyurl\.com|t\.co)\/\S+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:(?:com|org|gov|edu)\.ng|com|org|net|info|biz|shop|online|site|xyz|africa)(?:\/\S*)?)(?![\p{L}\p{N}@])`,
  'giu',
);

const stops = new Set(`.,;:!?)]'"”’`);

/** A text without punctuation at its end. A pattern would scan each run of it within the text, to its end. */
function withoutStops(text: string) {
  let end = text.length;
  while (stops.has(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

const placesOf = (
  mark: Mark,
  content: string,
  pattern: RegExp,
  fits: (text: string) => boolean = () => true,
): MarkedPlace[] =>
  [...content.matchAll(pattern)]
    // Punctuation after a link belongs to the sentence, not to the link.
    .map((match) => ({ start: match.index, text: withoutStops(match[0]) }))
    .filter(({ text }) => fits(text))
    .map(({ start, text }) => ({ mark, start, end: start + text.length }));

/** The places that do not begin within one of `others`. Both lists are sorted and free of overlaps. */
function notWithin(places: readonly MarkedPlace[], others: readonly MarkedPlace[]) {
  let at = 0;
  return places.filter(({ start }) => {
    while ((others[at]?.end ?? Infinity) <= start) at += 1;
    return start < (others[at]?.start ?? Infinity);
  });
}

/** The marks that a text alone shows: all but `name`, for which `namesIn` finds the names to look up. */
export function placesIn(content: string): MarkedPlace[] {
  const text = lookedAt(content);
  const emails = placesOf('email', text, email);
  return inPlace([
    ...placesOf('phone', text, digits, isPhone),
    ...emails,
    ...notWithin(placesOf('link', text, link), emails),
    ...placesOfWords(text),
  ]);
}

/** Two to four neighbouring words that each begin with a capital. */
export type PossibleName = { name: string; start: number; end: number };

/** The maximum number of possible names in one text. A text in capitals has very many. */
const maxNames = 60;
/** The maximum length of a possible name, in code units. */
const maxName = 200;

/** Finds possible full names. Names in lower case are not found: any two words would match. */
export function namesIn(content: string): PossibleName[] {
  const capitals = [
    ...lookedAt(content).matchAll(/(?<![\p{L}\p{M}\p{N}])\p{Lu}(?:[\p{L}\p{M}-]|['’](?=\p{L}{2}))+/gu),
  ].map((match) => ({ start: match.index, end: match.index + match[0].length }));
  const found: PossibleName[] = [];
  for (const [at, { start }] of capitals.entries()) {
    for (let last = at + 1; last < Math.min(at + 4, capitals.length); last += 1) {
      const [before, next] = [capitals[last - 1], capitals[last]];
      if (!before || !next || !/^[ \u00A0]$/.test(content.slice(before.end, next.start))) break;
      if (next.end - start > maxName) break;
      if (found.length === maxNames) return found;
      found.push({ name: content.slice(start, next.end), start, end: next.end });
    }
  }
  return found;
}

/** The marks of these places, each once, in the order of `Mark`. */
export const marksOf = (places: readonly MarkedPlace[]): Mark[] =>
  Mark.options.filter((mark) => places.some((place) => place.mark === mark));
