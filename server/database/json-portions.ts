/** Characters of JSON that one statement takes: building and sending more would hold up others, and take memory many times over. */
const mostAtOnce = 1_000_000;

/** Values as JSON lists, so many in each that its text stays short; one that is long by itself has a list of its own. */
export function* jsonPortions(values: Iterable<unknown>): Generator<string> {
  let texts: string[] = [];
  let length = 0;
  for (const value of values) {
    const text = JSON.stringify(value);
    if (length > 0 && length + text.length > mostAtOnce) {
      yield `[${texts.join(',')}]`;
      texts = [];
      length = 0;
    }
    texts.push(text);
    length += text.length;
  }
  if (texts.length > 0) yield `[${texts.join(',')}]`;
}
