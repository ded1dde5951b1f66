import {
  claims,
  complaints,
  dangerSigns,
  denials,
  denialsOfCure,
  englishWords,
  hedgesOfAlways,
  maxGrade,
  maxWords,
  medicines,
  noNeed,
  numbersToCall,
  ofAlways,
  peopleToTell,
  pidginWords,
  placesToGo,
  timesToGo,
  unitsAfterNumber,
  verbsOfGoing,
  wordsOfDose,
} from '#contract/check-words.ts';
import type { Field } from '#contract/fields.ts';
import { gradeOf, sentencesOf, wordsOf } from '#contract/reading-grade.ts';
import { linesOf } from '#contract/rich-text-words.ts';
import { markedSourceWords, sourceKey } from '#contract/source-key.ts';
import type { SourceMark } from '#contract/sources.ts';

/** All checks of a text. A `stop` refuses its approval; a `warning` stands beside the words. */
export const checks = {
  'no-source': 'stop',
  'picture-without-alt': 'stop',
  'empty-link': 'stop',
  'sign-without-action': 'stop',
  'dose-without-unit': 'stop',
  'heading-order': 'warning',
  'long-sentence': 'warning',
  promise: 'warning',
  'reading-grade': 'warning',
  'marked-source': 'warning',
} as const satisfies Record<string, 'stop' | 'warning'>;
export type Check = keyof typeof checks;

export type Finding = {
  check: Check;
  level: 'stop' | 'warning';
  /** The name of the field to mend. */
  field: string;
  /** The words in question, as they stand in the text of the field; `''` when it is about no words. */
  quote: string;
  /** The place of the quote in the text of the field (`textOf`), in UTF-16 units; 0 without a quote. */
  at: number;
  message: string;
};

type CheckedText = {
  /** The fields of the kind, by their names. */
  fields: Readonly<Record<string, Pick<Field, 'type' | 'image'>>>;
  /** The names of the fields that a clinician reviews. */
  reviewed: readonly string[];
  values: Readonly<Record<string, unknown>>;
  /** The sources that are superseded or withdrawn, by their keys. */
  marks?: ReadonlyMap<string, Pick<SourceMark, 'state' | 'note'>>;
};

type Found = Omit<Finding, 'level' | 'field'>;
/** A sentence, a list or a paragraph, at its place in the text of its field. */
type Part = { words: string; at: number };
/** The text of a field in sections, each from a heading to the next. */
type Section = Part[];

const wholeWords = (pattern: string) => new RegExp(`\\b(?:${pattern})(?![a-z\\d])`, 'g');

/** Of the same length, so that places stay the same. */
const folded = (text: string) =>
  // `İ` becomes two characters in lower case.
  text.replaceAll('’', "'").replaceAll(/[A-ZÀ-ÖØ-Þ]/g, (letter) => letter.toLowerCase());

/** A rich text in sections, of which each but the first begins with its heading. Pictures have no words of the text. */
const sectionsOf = (html: string) =>
  html
    .replaceAll(/<img [^<>]*>/g, '')
    .split(/(?=<h[1-4][ >])/)
    .map(linesOf)
    .filter((section) => section !== '');

const wordsIn = (value: unknown) => (typeof value === 'string' ? value : '');
const listOf = (value: unknown) => (Array.isArray(value) ? value.map(wordsIn) : []);

const sectionsOfField = (type: Field['type'], value: unknown): string[] => {
  if (type === 'rich') return sectionsOf(wordsIn(value));
  return [type === 'lines' || type === 'list' ? listOf(value).join('\n') : wordsIn(value)];
};

/** The text of a field, in which the places of findings count. */
export const textOf = ({ type }: Pick<Field, 'type'>, value: unknown) => sectionsOfField(type, value).join('\n');

const isBullet = (line: string) => /^\s*[•–-] /.test(line);

/**
 * The paragraphs of a section. A list is one with the line before it. A line that ends with a colon begins a list, with
 * bullets or up to a full stop.
 */
function paragraphsOf(section: string, offset: number): Part[] {
  const parts: Part[] = [];
  let at = offset;
  let isOpen = false;
  for (const line of section.split('\n')) {
    const last = parts.at(-1);
    if (last && (isOpen || isBullet(line))) last.words += `\n${line}`;
    else if (line.trim() !== '') parts.push({ words: line, at });
    const hasBullet = isBullet(line);
    isOpen = /[:,;]\s*$/.test(line) || (isOpen && !hasBullet && !/[.!?]\s*$/.test(line));
    at += line.length + 1;
  }
  return parts;
}

const withPlaces = (sections: readonly string[]): Section[] => {
  let at = 0;
  return sections.map((section) => {
    const parts = paragraphsOf(section, at);
    at += section.length + 1;
    return parts;
  });
};

/** Most paragraphs name no sign: one search for all is faster than one for each. */
const anySign = new RegExp(wholeWords(dangerSigns.map(({ pattern }) => pattern).join('|')).source);
const signs = dangerSigns.map(({ pattern, isOfMind = false }) => ({ found: wholeWords(pattern), isOfMind }));
const denied = new RegExp(`(?:^|[^a-z])${denials} (?:(?:a|any|the|your|sudden|severe) ){0,2}$`);
const toldToGo = new RegExp(
  `(?:^|[^a-z])(?:${verbsOfGoing}) (?:[a-z'&,-]+ ){0,8}(?:${placesToGo})(?![a-z])|(?:^|[^a-z])a&e(?![a-z])`,
);
const toldSomebody = new RegExp(`(?:^|[^a-z])${peopleToTell}`);
const inTime = new RegExp(`(?:^|[^a-z])(?:${timesToGo})(?![a-z])`);
const called = new RegExp(numbersToCall);
const notNeeded = new RegExp(noNeed);

/** Whether a paragraph says where to go and when, or which number to call. */
function saysWhatToDo(paragraph: string, isOfMind: boolean) {
  const sentences = sentencesOf(paragraph).filter((sentence) => !notNeeded.test(sentence));
  if (sentences.some((sentence) => called.test(sentence))) return true;
  const isTold = sentences.some((sentence) => toldToGo.test(sentence) || (isOfMind && toldSomebody.test(sentence)));
  return isTold && sentences.some((sentence) => inTime.test(sentence));
}

/** How many paragraphs away an instruction belongs to a sign. */
const near = 2;

/**
 * The signs of a text without an instruction, one in each paragraph. A field of one paragraph may rely on the whole text.
 * `isTold` says whether a paragraph has an instruction.
 */
function signsWithoutAction(
  text: Section[],
  whole: Section,
  isTold: (part: Part, isOfMind: boolean) => boolean,
): Found[] {
  const isSingle = text.flat().length === 1;
  const signIn = ({ words, at }: Part, around: Section): Found[] => {
    const line = folded(words);
    if (!anySign.test(line)) return [];
    for (const { found, isOfMind } of signs) {
      const match = [...line.matchAll(found)].find(
        ({ index }) => !denied.test(line.slice(Math.max(0, index - 60), index)),
      );
      if (!match || around.some((part) => isTold(part, isOfMind))) continue;
      const quote = words.slice(match.index, match.index + match[0].length);
      const message = 'This warning sign has no instruction. Say where to go, and when.';
      return [{ check: 'sign-without-action', quote, at: at + match.index, message }];
    }
    return [];
  };
  return text.flatMap((section) =>
    section.flatMap((part, index) =>
      signIn(part, isSingle ? whole : section.slice(Math.max(0, index - near), index + near + 1)),
    ),
  );
}

/** Remembers the answer for each paragraph, because several signs ask for the same one. */
function rememberingTold() {
  const known = new Map<string, boolean>();
  return (part: Part, isOfMind: boolean) => {
    const key = `${isOfMind} ${part.words}`;
    const told = known.get(key) ?? saysWhatToDo(folded(part.words), isOfMind);
    known.set(key, told);
    return told;
  };
}

const number = String.raw`\d+(?:[.,]\d+)*(?: ?(?:-|–|to) ?\d+(?:[.,]\d+)*)?`;
const units = unitsAfterNumber.join('|');
const dose = new RegExp(
  `\\b((?:(?:${medicines.join('|')})(?: (?:${wordsOfDose})){0,3}|doses?(?: of)?|take|takes|taking) ${number})([^\\n]{0,20})`,
  'g',
);
const hasUnit = new RegExp(`^ ?-?(?:${units})(?![a-z])`);

/** Doses without a unit: “folic acid 400”, “a dose of 5”. */
function dosesWithoutUnit(text: string): Found[] {
  const line = folded(text);
  return [...line.matchAll(dose)].flatMap((match) => {
    const [, quoted = '', after = ''] = match;
    // Letters without a space are another unit or an ordinal.
    if (/^[\da-z]/.test(after) || hasUnit.test(after)) return [];
    const start = match.index;
    const message = 'This dose has no unit. Write mg, micrograms, ml or the number of tablets.';
    return [{ check: 'dose-without-unit', quote: text.slice(start, start + quoted.length), at: start, message }];
  });
}

const promises = claims.map(({ pattern, message }) => ({ found: wholeWords(pattern), message }));
const always = wholeWords(`always(?! (?:${complaints}))`);
const hedged = new RegExp(`(?:^|[^a-z])(?:${hedgesOfAlways}) (?:[a-z]+ )?$`);
const begins = /(?:^|[\n.!?:;•–-])\s*$/;
const noCure = new RegExp(`(?:^|[^a-z])${denialsOfCure} (?:[a-z]+[ -]){0,4}$`);

/** Promises that no treatment keeps: “always”, “never fails”, “cure”. */
function promisesIn(text: string): Found[] {
  const line = folded(text);
  const found = new Map<number, Found>();
  const add = (match: RegExpExecArray, message: string, isExcused: (before: string) => boolean) => {
    const { 0: quoted, index: at } = match;
    if (found.has(at) || isExcused(line.slice(Math.max(0, at - 60), at))) return;
    found.set(at, { check: 'promise', quote: text.slice(at, at + quoted.length), at, message });
  };
  for (const { found: pattern, message } of promises) {
    for (const match of line.matchAll(pattern)) add(match, message, (before) => noCure.test(before));
  }
  for (const match of line.matchAll(always))
    add(match, ofAlways, (before) => begins.test(before) || hedged.test(before));
  return [...found.values()].sort((one, other) => one.at - other.at);
}

function longSentences(text: string): Found[] {
  let from = 0;
  return sentencesOf(text).flatMap((sentence) => {
    const at = text.indexOf(sentence, from);
    from = at + sentence.length;
    // A sentence with fewer characters than that has fewer words.
    const words = sentence.length > 2 * maxWords ? wordsOf(sentence).length : 0;
    if (words <= maxWords) return [];
    const message = `This sentence has ${words} words. Use at most ${maxWords}.`;
    return [{ check: 'long-sentence', quote: sentence, at, message }];
  });
}

/** The fewest words of which a grade says something. */
const enoughWords = 50;
const [leastEnglish, leastPidgin] = [0.22, 0.02];

/** Whether a text is English and not Pidgin, by the share of its common words. */
function isEnglish(words: readonly string[]) {
  const share = (common: ReadonlySet<string>) =>
    words.filter((word) => common.has(word.toLowerCase())).length / words.length;
  return share(englishWords) >= leastEnglish && share(pidginWords) < leastPidgin;
}

function gradeIn(text: string): Found[] {
  const words = wordsOf(text);
  if (words.length < enoughWords || !isEnglish(words)) return [];
  const grade = Math.round(gradeOf(text));
  if (grade <= maxGrade) return [];
  const message = `These words need ${grade} years of school. Aim for ${maxGrade}: shorter sentences, shorter words.`;
  return [{ check: 'reading-grade', quote: '', at: 0, message }];
}

const pictureMessage = 'A picture has no alt text. Describe it for people who cannot see it.';

const picturesWithoutAlt = (html: string): Found[] =>
  [...html.matchAll(/<img ([^<>]*)>/g)]
    .filter(([, attributes = '']) => !/(?:^|\s)alt="\s*[^\s"]/.test(attributes))
    .map(() => ({ check: 'picture-without-alt', quote: '', at: 0, message: pictureMessage }));

/** Links without words, or without the address of a page on the web. */
function emptyLinks(html: string): Found[] {
  const text = sectionsOf(html).join('\n');
  let from = 0;
  return html
    .split('</a>')
    .slice(0, -1)
    .flatMap((before): Found[] => {
      const start = before.lastIndexOf('<a');
      const end = before.indexOf('>', start);
      if (start === -1 || end === -1) return [];
      const [, href = ''] = /\shref="\s*([^"]*)"/.exec(before.slice(start, end)) ?? [];
      const words = linesOf(before.slice(end + 1));
      if (words === '' || words === '[picture]')
        return [{ check: 'empty-link', quote: '', at: 0, message: `The link to ${href || 'nowhere'} has no words.` }];
      if (/^https?:\/\/[^\s/]/i.test(href)) return [];
      const at = Math.max(from, text.indexOf(words, from));
      from = at + words.length;
      return [{ check: 'empty-link', quote: words, at, message: 'This link has no address.' }];
    });
}

/** Headings that skip a level. The title of the record stands above the text, so it may begin with level 1 or 2. */
function headingOrder(html: string): Found[] {
  const text = sectionsOf(html).join('\n');
  let level = 1;
  let from = 0;
  return html.split(/(?=<h[1-4][ >])/).flatMap((section): Found[] => {
    const [, digit, heading = ''] = /^<h([1-4])[ >]([\s\S]*?)<\/h\d>/.exec(section) ?? [];
    const quote = linesOf(heading.slice(heading.indexOf('>') + 1).replaceAll(/<img [^<>]*>/g, ''));
    if (digit === undefined || quote === '') return [];
    const at = Math.max(from, text.indexOf(quote, from));
    from = at + quote.length;
    const allowed = level + 1;
    level = Number(digit);
    if (level <= allowed) return [];
    return [{ check: 'heading-order', quote, at, message: `This heading skips a level. Use heading ${allowed} here.` }];
  });
}

/** Citations of sources that are superseded or withdrawn. */
function markedSources(citations: readonly string[], marks: NonNullable<CheckedText['marks']>): Found[] {
  if (marks.size === 0) return [];
  let at = 0;
  return citations.flatMap((quote) => {
    const start = at;
    at += quote.length + 1;
    const mark = marks.get(sourceKey(quote));
    if (!mark) return [];
    return [{ check: 'marked-source', quote, at: start, message: markedSourceWords(mark) }];
  });
}

const isWritten = (text: string) => /[\p{L}\d]/u.test(text);

/**
 * The findings of the checks in the reviewed fields of a text, in the order of the fields. It runs on each keystroke: the time
 * grows with the length alone.
 */
export function checkText({ fields, reviewed, values, marks = new Map() }: CheckedText): Finding[] {
  const named = reviewed.flatMap((name) => {
    const field = fields[name];
    return field ? [{ ...field, name, value: values[name] }] : [];
  });
  const isText = ({ type, name }: (typeof named)[number]) =>
    name !== 'citations' && ['text', 'rich', 'lines', 'list'].includes(type);
  const texts = new Map(
    named.filter(isText).map(({ name, type, value }) => {
      const sections = sectionsOfField(type, value);
      return [name, { words: sections.join('\n'), sections: withPlaces(sections) }];
    }),
  );
  const whole = [...texts.values()].flatMap(({ sections }) => sections.flat());
  const isTold = rememberingTold();
  const findingsOf = ({ name, type, value, image }: (typeof named)[number]): Found[] => {
    if (name === 'citations') {
      const citations = listOf(value);
      const isSourced = citations.some(isWritten) || ![...texts.values()].some(({ words }) => isWritten(words));
      const message = 'No source is named. Add a citation.';
      return isSourced ? markedSources(citations, marks) : [{ check: 'no-source', quote: '', at: 0, message }];
    }
    if (type === 'alt') {
      const isShown = image !== undefined && wordsIn(values[image]) !== '';
      return isShown && wordsIn(value).trim() === ''
        ? [{ check: 'picture-without-alt', quote: '', at: 0, message: pictureMessage }]
        : [];
    }
    const text = texts.get(name);
    if (text === undefined) return [];
    const html = type === 'rich' ? wordsIn(value) : '';
    return [
      ...(type === 'rich' ? [...picturesWithoutAlt(html), ...emptyLinks(html), ...headingOrder(html)] : []),
      ...signsWithoutAction(text.sections, whole, isTold),
      ...dosesWithoutUnit(text.words),
      ...promisesIn(text.words),
      ...longSentences(text.words),
      ...gradeIn(text.words),
    ];
  };
  return named.flatMap((field) =>
    findingsOf(field).map((found) => Object.assign(found, { level: checks[found.check], field: field.name })),
  );
}
