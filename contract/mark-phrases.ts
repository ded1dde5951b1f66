import { normalized } from '#contract/normalized.ts';

/** A word of a text: folded, with the number of its sentence, its place in UTF-16 code units, and its root if it is a verb. */
export type Word = { text: string; sentence: number; start: number; end: number; root?: string };

/** Words that match, from the index of the first to the index after the last. */
export type Match = { from: number; to: number };

/** Hooked and similar letters, and the plain letters that people type for them. */
const [hooked, plain] = ['ɓɗɖƙƴɛɔŋǝəʌʋłøđħ', 'bddkyeoneeavlodh'];

/**
 * A word without case, diacritics and apostrophes, with plain letters, so that any spelling of it matches. The Igbo
 * preposition `n'` is dropped: `n'ụlọ` is `ulo`.
 */
const foldWord = (word: string) => (/^[a-z\d]+$/i.test(word) ? word.toLowerCase() : foldUncommon(word));

const foldUncommon = (word: string) =>
  normalized(word, 'NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll(/[^\0-\u007F]/g, (letter) => plain[hooked.indexOf(letter)] ?? letter)
    .replace(/^n['’]/, '')
    .replaceAll(/['’]/g, '');

/** The words of a text. Faces that laugh and a line that crosses a letter out (`k*ll`) belong to the words. */
function wordsOf(content: string): Word[] {
  let [sentence, before] = [0, 0];
  return [
    ...content.matchAll(
      /[₦]?[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}]|['’](?=\p{L})|\*(?=\p{L}{2})|[.,](?=\d))*|[😂🤣😅😋😆🙈]/gu,
    ),
  ].map((match) => {
    const end = match.index + match[0].length;
    if (/[.!?](?:\P{L}*\s)|\n/u.test(content.slice(before, match.index))) sentence += 1;
    before = end;
    return { text: foldWord(match[0]), sentence, start: match.index, end };
  });
}

/** An amount of money: `₦5,000`, `5k`, `N2000`, `10,000`, or a number before `naira`. */
const isAmount = ({ text }: Word, next: Word | undefined) =>
  /\d/.test(text) &&
  (/^(?:₦\d[\d.,]*[km]?|n\d[\d,]{2,}k?|\d+(?:\.\d+)?k|\d{1,3}(?:,\d{3})+)$/.test(text) ||
    (/^\d[\d.,]*$/.test(text) && next?.text === 'naira'));

/** The maximum number of words that `…` stands for. */
const gap = 3;

type Part =
  | 'gap'
  | 'amount'
  | { words: ReadonlySet<string>; stems: readonly string[]; roots: ReadonlySet<string>; isOptional: boolean };

const noWords: ReadonlySet<string> = new Set();

const setOf = (words: readonly string[]): ReadonlySet<string> => (words.length === 0 ? noWords : new Set(words));

/**
 * Endings of Igbo verbs: tense, negation, completion and intensity. The imperative and some tenses only lengthen a verb
 * by a vowel.
 */
const igboEndings = 'la|le|lu|lo|ra|re|ri|ro|ru|na|go|ghi|zi|kwa|be|wa|we|wo|cha|che|si|ta|te|kata|pu|nu|[aeiou]';

/** What may stand before an Igbo verb: a subject or particle written as one word with it, and the vowel of its form. */
const igboBeginnings = '(?:na|ga)??[aeiou]??';

/** The pattern of a verb with one of these Igbo roots, the longest that fits. */
const verbWith = (roots: ReadonlySet<string>) =>
  new RegExp(
    `^${igboBeginnings}(${[...roots].sort((one, other) => other.length - one.length).join('|')})(?:${igboEndings})*$`,
  );

function partOf(written: string): Part {
  if (written === '…') return 'gap';
  if (written === '<amount>') return 'amount';
  const isOptional = written.startsWith('[');
  const choices = written.replaceAll(/[[\]]/g, '').split('|');
  return {
    words: setOf(choices.filter((choice) => !/^~|\*$/.test(choice)).map(foldWord)),
    roots: setOf(choices.filter((choice) => choice.startsWith('~')).map((choice) => foldWord(choice.slice(1)))),
    stems: choices.filter((choice) => choice.endsWith('*')).map((choice) => foldWord(choice.slice(0, -1))),
    isOptional,
  };
}

const fits = (part: Exclude<Part, 'gap'>, words: readonly Word[], at: number) => {
  const word = words[at];
  if (!word) return false;
  if (part === 'amount') return isAmount(word, words[at + 1]);
  return (
    part.words.has(word.text) ||
    (word.root !== undefined && part.roots.has(word.root)) ||
    part.stems.some((stem) => word.text.startsWith(stem))
  );
};

/** The words of a text, and the roots of its verbs, each once. */
type Present = { words: ReadonlySet<string>; roots: ReadonlySet<string> };

const shareOne = (some: ReadonlySet<string>, others: ReadonlySet<string>) => {
  for (const one of some) if (others.has(one)) return true;
  return false;
};

/** Whether one of the words of a text could be this part of a phrase. */
const mayFit = (part: Part, { words, roots }: Present) =>
  typeof part !== 'object' ||
  part.isOptional ||
  part.stems.length > 0 ||
  shareOne(part.words, words) ||
  shareOne(part.roots, roots);

/** The index after the last word of a phrase whose part `next` stands at `at`; undefined when it does not match. */
function endOf(parts: readonly Part[], words: readonly Word[], at: number, next = 0): number | undefined {
  const part = parts[next];
  if (part === undefined) return at;
  if (part === 'gap') {
    for (let later = at; later <= at + gap; later += 1) {
      const end = endOf(parts, words, later, next + 1);
      if (end !== undefined) return end;
    }
    return undefined;
  }
  const end = fits(part, words, at) ? endOf(parts, words, at + 1, next + 1) : undefined;
  return end ?? (part !== 'amount' && part.isOptional ? endOf(parts, words, at, next + 1) : undefined);
}

/**
 * The phrases without choices of several words (`does_not|doesnt`): one for each of these, and one for all others. Where
 * the part may be absent, that holds in the phrase for all others.
 */
function withoutLongChoices(phrase: string): string[] {
  const parts = phrase.split(' ');
  const at = parts.findIndex((part) => part.includes('_'));
  const part = parts[at];
  if (part === undefined) return [phrase];
  const isOptional = part.startsWith('[');
  const choices = part.replaceAll(/[[\]]/g, '').split('|');
  const long = choices.filter((choice) => choice.includes('_')).map((choice) => choice.replaceAll('_', ' '));
  const short = choices.filter((choice) => !choice.includes('_')).join('|');
  const others = isOptional ? [short && `[${short}]`] : short ? [short] : [];
  return [...long, ...others].flatMap((choice) =>
    withoutLongChoices(
      parts
        .map((one, index) => (index === at ? choice : one))
        .filter((one) => one !== '')
        .join(' '),
    ),
  );
}

/** A phrase as one phrase for each way to begin it: none of them has a second word that may be absent. */
function beginningsOf([first, second, ...others]: readonly Part[]): Part[][] {
  if (first === undefined) return [];
  if (second === undefined) return [[first]];
  if (typeof second !== 'object' || !second.isOptional) return [[first, second, ...others]];
  return [[first, { ...second, isOptional: false }, ...others], ...beginningsOf([first, ...others])];
}

/** What a list of words knows a part by: its words, the roots of its verbs, and the beginnings of its words. */
const keysOf = ({ words, roots, stems }: Exclude<Part, string>) => [
  ...words,
  ...[...roots].map((root) => `~${root}`),
  ...stems.map((stem) => `${stem}*`),
];

/** Caches one value for each text. */
function memoized<Value>(make: (text: string) => Value) {
  const made = new Map<string, Value>();
  return (text: string): Value => {
    const known = made.get(text) ?? make(text);
    made.set(text, known);
    return known;
  };
}

function addTo<One>(map: Map<string, One[]>, key: string, one: One) {
  const list = map.get(key);
  if (list) list.push(one);
  else map.set(key, [one]);
}

/**
 * Compiles lists of phrases, each under a name and by language, to a function that finds those of a text in its languages,
 * in time proportional to its length. A phrase is words between spaces that ignore case, diacritics and apostrophes: `a|b_c` is `a` or `b c`, `a*` any
 * word that begins so, `~a` any form of an Igbo verb with that root, `[a]` may be absent, `…` is up to three words,
 * `<amount>` a sum of money. It starts with a word and ends in the same sentence.
 */
export function phraseFinder<Name extends string, Language extends string>(
  lists: Readonly<Record<Name, Readonly<Partial<Record<Language, readonly string[]>>>>>,
  languagesOf: (words: readonly Word[]) => ReadonlySet<Language>,
) {
  type Entry = { name: Name; language: Language; parts: readonly Part[] };
  const byFirst = new Map<string, Entry[]>();
  const amounts: Entry[] = [];
  const known = new Set<string>();
  const knownKeys = new Set<string>();
  const roots = new Set<string>();
  const lengths = new Set<number>();
  const all = (Object.entries(lists) as [Name, Partial<Record<Language, readonly string[]>>][]).flatMap(
    ([name, byLanguage]) =>
      (Object.entries(byLanguage) as [Language, readonly string[]][]).map(([language, phrases]) => ({
        name,
        language,
        phrases,
      })),
  );
  // Phrases have many parts in common: one object for each takes a third of the memory.
  const sharedPart = memoized(partOf);
  for (const { name, language, phrases } of all) {
    for (const phrase of phrases.flatMap(withoutLongChoices)) {
      const written = phrase.split(' ').map(sharedPart);
      const [first] = written;
      if (first === 'gap' || !first || (first !== 'amount' && first.isOptional))
        throw new Error(`"${phrase}" has no first word`);
      for (const parts of beginningsOf(written)) {
        const entry = { name, language, parts };
        if (first === 'amount') amounts.push(entry);
        else for (const key of keysOf(first)) addTo(byFirst, key, entry);
      }
      for (const part of written) {
        if (typeof part !== 'object') continue;
        for (const key of keysOf(part)) knownKeys.add(key);
        for (const word of part.words) known.add(word);
        for (const root of part.roots) roots.add(root);
        for (const stem of part.stems) lengths.add(stem.length);
      }
    }
  }
  const verb = verbWith(roots);

  /** A word with letters repeated for emphasis (`diiie`), as the lists have it. */
  const withoutRepeats = (word: Word): Word => {
    if (known.has(word.text) || !/(.)\1\1/.test(word.text)) return word;
    const once = word.text.replaceAll(/(.)\1{2,}/g, '$1');
    return { ...word, text: known.has(once) ? once : word.text.replaceAll(/(.)\1{2,}/g, '$1$1') };
  };

  /** The phrases that begin with one word: by the key of their second word, or `others` if that can be any word. */
  type Beginnings = { bySecond: Map<string, Entry[]>; others: Entry[] };
  const beginnings = new Map<string, Beginnings>();
  const beginningsWith = (key: string): Beginnings | undefined => {
    const entries = byFirst.get(key);
    const done = beginnings.get(key);
    if (done || !entries) return done;
    const made: Beginnings = { bySecond: new Map(), others: [] };
    for (const entry of entries) {
      const second = entry.parts[1];
      if (typeof second === 'object') for (const next of keysOf(second)) addTo(made.bySecond, next, entry);
      else made.others.push(entry);
    }
    beginnings.set(key, made);
    return made;
  };

  /** A word with the phrases that begin with it. Only words of the lists are remembered, as a text can have any others. */
  type Known = { root: string | undefined; keys: string[]; begins: Beginnings[]; others: Entry[] };
  const remembered = new Map<string, Known>();
  const knownOf = (text: string): Known => {
    const before = remembered.get(text);
    if (before) return before;
    const root = verb.exec(text)?.[1];
    const stems = [...lengths].filter((length) => length <= text.length).map((length) => `${text.slice(0, length)}*`);
    const keys = [text, ...(root === undefined ? [] : [`~${root}`]), ...stems].filter((key) => knownKeys.has(key));
    const begins = keys.map(beginningsWith).filter((one) => one !== undefined);
    const about: Known = {
      root,
      keys,
      begins: begins.filter(({ bySecond }) => bySecond.size > 0),
      others: begins.flatMap(({ others }) => others),
    };
    if (known.has(text)) remembered.set(text, about);
    return about;
  };

  return (content: string): { words: Word[]; found: Map<Name, Match[]> } => {
    const words = wordsOf(content).map(withoutRepeats);
    const languages = languagesOf(words);
    const knownWords = new Map<string, Known>();
    for (const word of words) {
      let about = knownWords.get(word.text);
      if (!about) knownWords.set(word.text, (about = knownOf(word.text)));
      if (about.root !== undefined) word.root = about.root;
    }
    // A phrase is possible only in a text that has all its words: a long text repeats few words many times.
    const present = {
      words: new Set(knownWords.keys()),
      roots: new Set([...knownWords.values()].map(({ root }) => root).filter((root) => root !== undefined)),
    };
    const possible = new Map<string, readonly Entry[]>();
    for (const [text, { others }] of knownWords) {
      const fitting = others.filter(
        ({ language, parts }) => languages.has(language) && parts.every((part) => mayFit(part, present)),
      );
      if (fitting.length > 0) possible.set(text, fitting);
    }

    const found = new Map<Name, Match[]>();
    const findAt = (from: number, { sentence }: Word, { name, language, parts }: Entry) => {
      if (!languages.has(language)) return;
      const to = endOf(parts, words, from);
      if (to === undefined || words[to - 1]?.sentence !== sentence) return;
      let matches = found.get(name);
      if (!matches) found.set(name, (matches = []));
      const last = matches.at(-1);
      if (last?.from === from) last.to = Math.max(last.to, to);
      else matches.push({ from, to });
    };
    for (const [from, word] of words.entries()) {
      for (const entry of possible.get(word.text) ?? []) findAt(from, word, entry);
      const next = knownWords.get(words[from + 1]?.text ?? '')?.keys ?? [];
      for (const { bySecond } of knownWords.get(word.text)?.begins ?? [])
        for (const key of next) for (const entry of bySecond.get(key) ?? []) findAt(from, word, entry);
      if (isAmount(word, words[from + 1])) for (const entry of amounts) findAt(from, word, entry);
    }
    return { words, found };
  };
}
