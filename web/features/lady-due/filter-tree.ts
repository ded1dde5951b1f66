import { fold } from '#contract/fold.ts';
import type { Card, CardState, CategoryTree } from '#contract/lady-due.ts';
import { stateAt } from '#contract/lady-due-visibility.ts';
import { wordsOf } from '#contract/rich-text-words.ts';
import { markText } from '#web/lib/mark-text.ts';
import { serverNow } from '#web/lib/server-clock.ts';

type SectionTree = CategoryTree['sections'][number];

/** `unshown`: cards with saved words that the app neither shows nor will show. */
export type PublishFilter = CardState | 'unshown';

export type TreeFilter = {
  /** The search text as typed. */
  term: string;
  status?: 'active' | 'inactive' | undefined;
  publish?: PublishFilter | undefined;
};

const folded = new WeakMap<Card, string>();

/** The texts of a card in the form that a search compares: cached, because there are thousands of them. */
function searchedIn(card: Card) {
  const known = folded.get(card);
  if (known !== undefined) return known;
  const { title, description, content, richContent, imageAssetName, citations } = card;
  const text = fold([title, description, content, wordsOf(richContent), imageAssetName, ...citations].join('\n'));
  folded.set(card, text);
  return text;
}

/**
 * The part of a tree that passes search and filters: the matching cards with their parents. If the name or description
 * of a section or category matches, all its children are included. Without search and filters, the whole tree.
 */
export function filterTree(categories: readonly CategoryTree[], { term, status, publish }: TreeFilter): CategoryTree[] {
  const wanted = fold(term.trim());
  if (wanted === '' && !status && !publish) return [...categories];
  const now = serverNow().toISOString();
  const matches = (...texts: string[]) => fold(texts.join('\n')).includes(wanted);
  const fits = (card: Card) =>
    (!status || card.isActive === (status === 'active')) &&
    (!publish || (publish === 'unshown' ? card.hasChanges : stateAt(card, now) === publish));
  const leftOf = (section: SectionTree, all: boolean): SectionTree[] => {
    const whole = all || matches(section.title, section.description);
    const cards = section.cards.filter((card) => fits(card) && (whole || searchedIn(card).includes(wanted)));
    const isFound = wanted !== '' && whole && !status && !publish;
    return cards.length > 0 || isFound ? [{ ...section, cards }] : [];
  };
  return categories.flatMap((category) => {
    const whole = matches(category.name, category.description);
    const sections = category.sections.flatMap((section) => leftOf(section, whole));
    const isFound = wanted !== '' && whole && !status && !publish;
    return sections.length > 0 || isFound ? [{ ...category, sections }] : [];
  });
}

/** The number of characters before a match that are shown. */
const lead = 20;

/**
 * The text around a search match in a card; undefined when its title or description matches, or none of its texts does.
 */
export function foundIn({ title, description, ...card }: Card, term: string): string | undefined {
  const wanted = fold(term.trim());
  if (wanted === '' || fold(`${title}\n${description}`).includes(wanted)) return undefined;
  const texts = [wordsOf(card.richContent), card.content, ...card.citations, card.imageAssetName];
  const text = texts.find((one) => fold(one).includes(wanted));
  const before = text && markText(text, term)[0];
  if (!before || before.marked) return text;
  const start = before.text.lastIndexOf(' ', before.text.length - lead) + 1;
  return start > 0 ? `…${text.slice(start)}` : text;
}

/** The cards of a tree, in its order. */
export const cardsIn = (categories: readonly CategoryTree[]): Card[] =>
  categories.flatMap(({ sections }) => sections.flatMap(({ cards }) => cards));
