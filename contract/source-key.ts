import { normalized } from '#contract/normalized.ts';

/** Parameters of an address that only say where a reader came from. */
const tracking = /^(?:utm_.*|fbclid|gclid|gbraid|wbraid|dclid|msclkid|mc_cid|mc_eid|igshid|_ga|_gl|s_cid)$/i;

const address = /\b(?:https?:\/\/|www\.)[^\s"<>]+/i;

/** A DOI: its prefix names the registrant. Its letters have no case (DOI Handbook, 2.4). */
const doi = /\b(10\.\d{4,9}(?:\.\d{1,9}){0,4}\/[^\s"<>?#]+)/i;

/** Words that publishers add to a DOI in the address of a page. */
const form = /(?:\/(?:full|fulltext|abstract|pdf|epdf|meta)|\.pdf)$/;

/** The number of an article in PubMed, in words or as an address. */
const pubmed =
  /\b(?:pmid|pubmed(?: id)?)\s*[:#]?\s*(\d{1,8})\b|\bpubmed\.ncbi\.nlm\.nih\.gov\/(\d{1,8})\b|\bnih\.gov\/pubmed\/(\d{1,8})\b/i;

/** A number of 10 or 13 digits after the word ISBN, or of 13 as a part of an address. */
const isbn = /\bisbn(?:-1[03])?\s*:?\s*((?:97[89][ -]?)?\d(?:[ -]?\d){8}[ -]?[\dx])\b|\/(97[89]\d{10})(?=[/?#\s]|$)/i;

const stops = new Set(`.,;:!?'"’”»>]`);

const count = (text: string, letter: string) => text.split(letter).length - 1;

/** The end of an address or DOI without the stops and the closing brackets of the sentence around it. */
function trimmed(found: string): string {
  let end = found.length;
  let closing = count(found, ')') - count(found, '(');
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    const isClosing = last === ')' && closing > 0;
    if (!isClosing && !stops.has(last)) break;
    if (isClosing) closing -= 1;
  }
  return found.slice(0, end);
}

/** The sum of the digits of an ISBN, each with its weight. */
const weighed = (digits: string, weight: (at: number) => number) =>
  [...digits].reduce((sum, digit, at) => sum + (digit === 'X' ? 10 : Number(digit)) * weight(at), 0);
const thirteen = (at: number) => (at % 2 === 0 ? 1 : 3);

/** The 13 digits of an ISBN; undefined when its check digit is wrong. An ISBN with 10 digits names the same book. */
function wholeIsbn(found: string): string | undefined {
  const digits = found.replaceAll(/[ -]/g, '').toUpperCase();
  if (digits.length === 13) return weighed(digits, thirteen) % 10 === 0 ? digits : undefined;
  if (weighed(digits, (at) => 10 - at) % 11 !== 0) return undefined;
  const first = `978${digits.slice(0, 9)}`;
  return `${first}${(10 - (weighed(first, thirteen) % 10)) % 10}`;
}

/** A path whose letters stand for themselves where percent signs may stand for them too. */
function readable(path: string) {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Undefined for no URL. `URL.canParse` came with Safari 17 and Chrome 120. */
function urlOf(address: string) {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

const escaped = (part: string) => part.replaceAll(/[%&=#+]/g, encodeURIComponent);

/** The host and path of a page, with the parameters that name it; undefined for no address. */
function keyOfPage(found: string): string | undefined {
  const whole = /^https?:/i.test(found) ? found : `https://${found}`;
  const url = urlOf(whole);
  if (!url) return undefined;
  const { hostname, port, pathname, searchParams } = url;
  const host = hostname.replace(/^www\./, '').replace(/\.$/, '');
  if (!host.includes('.')) return undefined;
  const named = [...searchParams].filter(([name]) => !tracking.test(name)).map((pair) => pair.map(escaped).join('='));
  const path = readable(pathname)
    .replaceAll(/\/{2,}/g, '/')
    .replace(/\/$/, '');
  return `${host}${port && `:${port}`}${path}${named.length > 0 ? `?${[...named].sort().join('&')}` : ''}`;
}

/** The maximum length of a key, in characters: a citation may consist of characters that are escaped. */
export const maxSourceKey = 3100;

/** The address of the page that a citation names, as it stands there; undefined without one. */
export function addressIn(citation: string): string | undefined {
  const found = trimmed(address.exec(citation)?.[0] ?? '');
  return keyOfPage(found) === undefined ? undefined : /^www\./i.test(found) ? `https://${found}` : found;
}

/**
 * The key of the source that a citation names, the same for each way to write it: `doi:10.1371/journal.pmed.1002220`,
 * `pmid:28118360`, `isbn:9789241549912`, or the host and path of its page, `who.int/news-room/fact-sheets/detail/anaemia`.
 * A citation has the first of these that it names. The key of any other one is `text:` and its words.
 */
export function sourceKey(citation: string): string {
  const page = addressIn(citation) ?? '';
  // Within an address, the slash of a DOI may be escaped.
  const [, name] = doi.exec(citation.replaceAll(/%2f/gi, '/')) ?? [];
  if (name !== undefined) {
    const whole = trimmed(name).toLowerCase();
    return `doi:${page === '' ? whole : whole.replace(form, '')}`;
  }
  const number = pubmed.exec(citation)?.slice(1).find(Boolean);
  if (number !== undefined) return `pmid:${Number(number)}`;
  const digits = isbn.exec(citation)?.slice(1).find(Boolean);
  const book = digits === undefined ? undefined : wholeIsbn(digits);
  if (book !== undefined) return `isbn:${book}`;
  return (
    keyOfPage(page) ??
    `text:${normalized(citation, 'NFC')
      .toLowerCase()
      .replaceAll(/[\s.]+/g, ' ')
      .trim()}`
  );
}

/** A source that texts must no longer rely on, in a sentence: `This source is superseded: use the edition of 2026.` */
export const markedSourceWords = ({ state, note }: { state: string; note: string }) =>
  `This source is ${state}${note && `: ${note.replace(/\.$/, '')}`}.`;
