import type { Card, CategoryTree, PublishStatus } from '#contract/lady-due.ts';
import { wordsOf } from '#web/rich-text/words.ts';
import { fold } from '#web/lib/fold.ts';
import { markText } from '#web/lib/mark-text.ts';

type SectionTree = CategoryTree['sections'][number];

export type TreeFilter = {
  /** What is searched for, as typed. */
  term: string;
  status?: 'active' | 'inactive' | undefined;
  publish?: PublishStatus | undefined;
};

const folded = new WeakMap<Card, string>();

/** The texts of a card in the form that a search compares: made once, because there are thousands of them. */
function searchedIn(card: Card) {
  const known = folded.get(card);
  if (known !== undefined) return known;
  const { title, description, content, richContent, imageAssetName, citations } = card;
  const text = fold([title, description, content, wordsOf(richContent), imageAssetName, ...citations].join('\n'));
  folded.set(card, text);
  return text;
}

/**
 * What search and filters leave of a tree: the cards that fit, with what holds them. Where the name or the description of a
 * section or a category matches, all that it holds is there. Without search and filters, that is all.
 */
export function filterTree(categories: readonly CategoryTree[], { term, status, publish }: TreeFilter): CategoryTree[] {
  const wanted = fold(term.trim());
  if (wanted === '' && !status && !publish) return [...categories];
  const matches = (...texts: string[]) => fold(texts.join('\n')).includes(wanted);
  const fits = (card: Card) =>
    (!status || card.isActive === (status === 'active')) && (!publish || card.publishStatus === publish);
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

/** Characters of a text that stand before what was found in it. */
const lead = 20;

/**
 * The words around what a search finds in the texts of a card; undefined where its title or description has it, or nothing has.
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
