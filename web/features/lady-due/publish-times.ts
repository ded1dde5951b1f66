import type { CategoryTree, ShownMode } from '#contract/lady-due.ts';
import { isToCome } from '#contract/lady-due-visibility.ts';
import { cardsIn } from '#web/features/lady-due/filter-tree.ts';
import { counted } from '#web/lib/numbers.ts';

/**
 * The times after `from` at which the app starts or stops to show a card of a tree, or shows new words of one, the next
 * one first. ISO 8601 in UTC.
 */
export function publishTimesAfter(categories: readonly CategoryTree[], from: string): string[] {
  const active = cardsIn(categories).filter((card) => card.isActive);
  const starts = active.filter((card) => isToCome(card, from)).flatMap(({ publishedAt }) => publishedAt ?? []);
  const words = active.flatMap(({ next }) => next?.from ?? []);
  const ends = active
    .filter(({ publishStatus }) => publishStatus !== 'draft')
    .flatMap(({ shownUntil }) => shownUntil ?? []);
  return [...new Set([...starts, ...words, ...ends])].filter((moment) => moment > from).sort();
}

/** A time that the preview can show: a past day, now, or a change to come. */
export type Stop = { kind: 'past' | 'now' | 'change' | 'other'; moment: string };

/** The number of past days, and of changes to come, among which one chooses. Other times are typed. */
const stopsEachWay = 14;

/**
 * The times to choose from, in their order: noon of the last days in the browser's zone, now, and the next changes. `at`
 * is the chosen time, which is one of them. All are ISO 8601 in UTC.
 */
export function stopsAround(categories: readonly CategoryTree[], now: string, at: string | undefined): Stop[] {
  const noon = (daysAgo: number) => {
    const day = new Date(now);
    day.setDate(day.getDate() - daysAgo);
    day.setHours(12, 0, 0, 0);
    return day.toISOString();
  };
  const past = Array.from({ length: stopsEachWay }, (_, index) => noon(stopsEachWay - index));
  const stops: Stop[] = [
    ...past.map((moment) => ({ kind: 'past' as const, moment })),
    { kind: 'now', moment: now },
    ...publishTimesAfter(categories, now)
      .slice(0, stopsEachWay)
      .map((moment) => ({ kind: 'change' as const, moment })),
  ];
  if (at !== undefined && !stops.some(({ moment }) => moment === at)) stops.push({ kind: 'other', moment: at });
  return stops.sort((one, other) => (one.moment < other.moment ? -1 : 1));
}

/** The ids of the cards that the app shows. */
export const shownIds = ({ categories }: ShownMode) =>
  categories.flatMap(({ sections }) => sections.flatMap(({ cards }) => cards.map(({ id }) => id)));

/** The cards that the app shows later, but not now, those that it no longer shows, and those with other words. */
function compare(later: ShownMode, now: ShownMode) {
  const versions = ({ categories }: ShownMode) =>
    categories.flatMap(({ sections }) =>
      sections.flatMap(({ cards }) => cards.map(({ id, updatedAt }) => [id, updatedAt] as const)),
    );
  const shown = new Map(versions(now));
  const all = versions(later);
  return {
    added: all.flatMap(([id]) => (shown.has(id) ? [] : [id])),
    removed: [...shown.keys()].filter((id) => !all.some(([other]) => other === id)),
    reworded: all.flatMap(([id, updatedAt]) => (shown.has(id) && shown.get(id) !== updatedAt ? [id] : [])),
  };
}

/** The ids of the cards that the app shows at another time, but not now, or with other words. */
export function newBy(later: ShownMode, now: ShownMode): ReadonlySet<string> {
  const { added, reworded } = compare(later, now);
  return new Set([...added, ...reworded]);
}

/** `2 cards more than now, 1 card fewer, 1 card with new words`: another time, by default a later one, beside now. */
export function newsOf(other: ShownMode, now: ShownMode, isPast = false): string {
  const { added, removed, reworded } = compare(other, now);
  const parts = [
    ...(added.length > 0 ? [`${counted(added.length, 'card')} more than now`] : []),
    ...(removed.length > 0 ? [`${counted(removed.length, 'card')} fewer`] : []),
    ...(reworded.length > 0 ? [`${counted(reworded.length, 'card')} with ${isPast ? 'other' : 'new'} words`] : []),
  ];
  return parts.join(', ') || (isPast ? 'The same as now' : 'Nothing will have changed by then');
}

/**
 * A tree with its drafts published, and the ids of the cards whose saved words the app does not show. Inactive records
 * stay hidden, as in the app.
 */
export function withDrafts(categories: readonly CategoryTree[], at: string) {
  const drafts = new Set<string>();
  const tree = categories.map((category) => ({
    ...category,
    sections: category.sections.map((section) => ({
      ...section,
      cards: section.cards.map((card) => {
        if (card.isActive && (card.hasChanges || card.next)) drafts.add(card.id);
        if (card.publishStatus !== 'draft' || !card.isActive) return card;
        drafts.add(card.id);
        return { ...card, publishStatus: 'published' as const, publishedAt: at };
      }),
    })),
  }));
  return { tree, drafts: drafts as ReadonlySet<string> };
}
