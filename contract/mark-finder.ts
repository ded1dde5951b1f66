import type { Mark, MarkedPlace } from '#contract/mark.ts';
import { type Match, phraseFinder } from '#contract/mark-phrases.ts';
import { type MarkRule, over, rules } from '#contract/mark-rules.ts';
import { languagesOf } from '#contract/mark-languages.ts';
import { type Concept, type ConceptName, type Language, concepts, moneyWords } from '#contract/mark-words.ts';

type Found = Map<ConceptName | 'money', Match[]>;

const compile = () =>
  phraseFinder<ConceptName | 'money', Language>(
    Object.fromEntries(
      Object.entries({ ...concepts, money: moneyWords }).map(([name, { phrases }]) => [name, phrases]),
    ) as Record<ConceptName | 'money', Concept['phrases']>,
    languagesOf,
  );

let compiled: ReturnType<typeof compile> | undefined;

/** The concepts of a text. The first text compiles the phrases, so that a program which marks none does not wait for them. */
const find = (content: string) => (compiled ??= compile())(content);

/** How many words away an exception is looked for. */
const exceptionWithin = 12;

const distance = (one: Match, other: Match) => Math.max(one.from - other.to, other.from - one.to, 0);

/** The nearest of these sorted matches, at most so many words away; never the very same words. */
function nearest(matches: readonly Match[], to: Match, within: number): Match | undefined {
  let [low, high] = [0, matches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((matches[middle]?.from ?? 0) < to.from) low = middle + 1;
    else high = middle;
  }
  let best: Match | undefined;
  for (let at = Math.max(low - 1, 0); at <= low + 1; at += 1) {
    const match = matches[at];
    if (!match || (match.from === to.from && match.to === to.to)) continue;
    if (distance(match, to) <= within && (!best || distance(match, to) < distance(best, to))) best = match;
  }
  return best;
}

const none: readonly Match[] = [];

function matchesOf({ all: wanted, within = 8, unless = [] }: MarkRule, found: Found): readonly Match[] {
  // Most texts lack a concept of most rules.
  if (!wanted.every((concept) => found.has(concept))) return none;
  const [first, ...others] = wanted;
  const exceptions = unless.map((concept) => found.get(concept)).filter((matches) => matches !== undefined);
  const all: Match[] = [];
  for (const match of found.get(first) ?? none) {
    if (exceptions.some((matches) => nearest(matches, match, exceptionWithin))) continue;
    const near = others.map((concept) => nearest(found.get(concept) ?? none, match, within));
    if (near.every((one) => one !== undefined)) all.push(match, ...near);
  }
  return all;
}

/** The places of a text that its words alone show: money, offers of cures, and signs of danger. */
export function placesOfWords(content: string): MarkedPlace[] {
  const { words, found } = find(content);
  const place = (mark: Mark, { from, to }: Match): MarkedPlace[] => {
    const [first, last] = [words[from], words[to - 1]];
    return first && last ? [{ mark, start: first.start, end: last.end }] : [];
  };
  const isOver = over.all.every((concept) => found.has(concept));
  return [
    ...(found.get('money') ?? []).flatMap((match) => place('money', match)),
    ...rules
      .filter(({ mark }) => !(isOver && over.marks.includes(mark)))
      .flatMap((rule) => matchesOf(rule, found).flatMap((match) => place(rule.mark, match))),
  ];
}

/** The concepts that a text has, for tests. */
export const conceptsIn = (content: string): (ConceptName | 'money')[] => [...find(content).found.keys()];
