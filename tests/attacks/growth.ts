/** Creates a text of about this many characters that is meant to be slow to process. */
type Family = (length: number) => string;

const repeated =
  (piece: string, before = '', after = ''): Family =>
  (length) =>
    before + piece.repeat(Math.ceil(length / piece.length)) + after;

/** The pieces one after the other, each repeated to fill its share of the length. */
const inTurn =
  (...pieces: string[]): Family =>
  (length) =>
    pieces.map((piece) => piece.repeat(Math.ceil(length / pieces.length / piece.length))).join('');

/** Twelve families of texts, each against another cause of quadratic time. */
const families: Record<string, Family[]> = {
  'stops after a link': [repeated('.', 'http://x', 'x'), repeated('.)', 'www.x', 'x')],
  'marks on one letter': [
    inTurn('a', '\u0315', '\u0316'),
    inTurn('a', '\u05b0', '\u0591'),
    inTurn('e', '\u20d0', '\u20d2'),
  ],
  'marks between letters': [repeated('e\u0323\u0301'), repeated('\u0301\u0323')],
  'tags that are never closed': [repeated('<b>'), repeated('<img '), repeated('<')],
  'closing tags of nothing that is open': [inTurn('<b>', '</i>'), repeated('<b><p></b>'), repeated('</p>')],
  'quotes that are never closed': [repeated('<img src="'), repeated('<a href=\'"'), repeated('"<a')],
  'links and emails': [repeated('a@b.co b.com '), repeated('a.'), repeated('a@'), repeated('https://')],
  'digits and separators': [repeated('0 '), repeated('+1-'), repeated('1,000 '), repeated('(')],
  'names and words of phrases': [repeated('Ab '), repeated('send '), repeated('ada at '), repeated('A')],
  'white space': [repeated(' ', 'x', 'x'), repeated('\n ', 'x', 'x'), repeated('\u00a0\t', 'x', 'x')],
  entities: [repeated('&amp;'), repeated('&'), repeated('&#x'), repeated('&a')],
  'joined emoji and hyphens': [repeated('👩\u200d'), repeated('🇳'), repeated('a-'), repeated("a'")],
};

/**
 * The lengths at which a rule is measured, and the maximum ratio of times for a text of four times the length: 16 would
 * be quadratic.
 */
const [short, middle, long] = [10_000, 20_000, 40_000];
const mostGrowth = 9;
/** Additional milliseconds for a long text that are ignored, because such short times cannot be measured reliably. */
const negligible = 30;
/** The maximum number of measurements. A busy machine makes a time longer and never shorter, so the shortest counts. */
const rounds = 6;

/** Measures milliseconds. */
type Measured = (text: string) => number | Promise<number>;

/**
 * Reports each family of texts for which the time of a rule grows faster than the length, one line each. `measure`
 * returns the time for a text.
 */
export async function growthOf(measure: Measured): Promise<string[]> {
  const found: string[] = [];
  for (const [name, variants] of Object.entries(families)) {
    for (const [variant, text] of variants.entries()) {
      const times = await shortest(measure, text);
      if (times) found.push(`${name} ${variant + 1}: ${times.map((time) => Math.round(time)).join(', ')} ms`);
    }
  }
  return found;
}

/** The shortest times for the three lengths; undefined once they are proportional. */
async function shortest(measure: Measured, text: Family) {
  const times = [Infinity, Infinity, Infinity];
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, length] of [short, middle, long].entries()) {
      times[at] = Math.min(times[at] ?? 0, await measure(text(length)));
    }
    const [ofShort = 0, , ofLong = 0] = times;
    if (ofLong < ofShort * mostGrowth + negligible) return undefined;
  }
  return times;
}

/** The CPU time of this process for some work, in milliseconds: other load on the machine does not count. */
export function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
