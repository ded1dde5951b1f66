/** The values that stand in the texts of the app for `{emergency}` and `{helpline}`. */
export type Placeholders = {
  /** The emergency number, such as `112`. */
  emergency: string;
  /** Help lines with their numbers; empty when the desk names none. */
  helpline: string;
};

const names = /\{(emergency|helpline)\}/gi;
const helpline = /\{helpline\}/i;

/** The start of a paragraph or heading of a rich text, which never contains another one. */
const block = /(?=<(?:p|h[1-4])[ >])/;
/** Elements that are empty once their paragraphs are removed. A list within an item comes after its paragraph. */
const emptied = [/<li><\/li>/g, /<[uo]l(?: start="\d+")?><\/[uo]l>/g, /<blockquote><\/blockquote>/g];

/** A rich text without the paragraphs that name a help line. */
function withoutParagraphs(html: string): string {
  const kept = html.split(block).map((part) => {
    const end = part.search(/<\/(?:p|h[1-4])>/);
    const isNamed = end !== -1 && helpline.test(part.slice(0, end));
    return isNamed ? part.slice(part.indexOf('>', end) + 1) : part;
  });
  return emptied.reduce((left, pattern) => left.replaceAll(pattern, ''), kept.join(''));
}

/** A plain text without the sentences that name a help line. */
const withoutSentences = (text: string) =>
  (text.match(/[^.!?\n]*[.!?]*\s*/g) ?? [])
    .filter((sentence) => !helpline.test(sentence))
    .join('')
    .trim();

/**
 * A text, plain or rich, as people read it in the app. Without a help line the sentences of a plain text and the
 * paragraphs and list items of a rich text that name one are left out. The values contain no character with a meaning
 * in HTML (`server/env.ts`).
 */
export function fillPlaceholders(text: string, values: Placeholders): string {
  if (!text.includes('{')) return text;
  const isDropped = values.helpline === '' && helpline.test(text);
  const left = isDropped ? (text.startsWith('<') ? withoutParagraphs(text) : withoutSentences(text)) : text;
  return left.replaceAll(names, (_, name: string) => values[name.toLowerCase() as keyof Placeholders]);
}

/** A response with its texts as people read them in the app. The input stays unchanged. */
export function fillTexts<T>(output: T, values: Placeholders): T {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return fillPlaceholders(value, values);
    // A line that only names a help line is left out of its list.
    if (Array.isArray(value)) return value.map(fill).filter((one, at) => one !== '' || value[at] === '');
    // Only plain objects contain texts; dates and the like stay as they are.
    if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner)]));
  };
  return fill(output) as T;
}
