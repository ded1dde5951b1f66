/**
 * The maximum number of characters of JSON in one statement: building and sending more would delay other requests, and
 * take many times the memory.
 */
const mostAtOnce = 1_000_000;

/** Splits values into JSON lists with short texts; a value with a long text gets a separate list. */
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
