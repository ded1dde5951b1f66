import type { ladyDueApi } from '#contract/lady-due.ts';
import { type HiddenBecause, type VisibilityFields, hiddenBecause } from '#contract/lady-due-visibility.ts';
import type { Input, Output } from '#contract/route.ts';
import { dateTime } from '#web/lib/dates.ts';
import { counted, formatInteger } from '#web/lib/numbers.ts';

type Bulk = Input<typeof ladyDueApi.cards.bulk>;
type Done = Output<typeof ladyDueApi.cards.bulk>;

const words: Record<Bulk['action'], { done: string; already?: string; shows?: boolean }> = {
  activate: { done: 'activated', already: 'active', shows: true },
  deactivate: { done: 'deactivated', already: 'inactive' },
  publish: { done: 'published', already: 'published', shows: true },
  draft: { done: 'made drafts', already: 'drafts' },
  schedule: { done: 'scheduled', already: 'scheduled', shows: true },
  'publish-changes': { done: 'updated in the app', already: 'up to date in the app' },
  move: { done: 'moved' },
  delete: { done: 'deleted' },
};

const reasons: Record<HiddenBecause, (count: number) => string> = {
  inactive: () => 'inactive',
  draft: (count) => (count === 1 ? 'draft' : 'drafts'),
  scheduled: () => 'scheduled for later',
  ended: () => 'past their end',
};

/** The reasons for one card, where they differ. */
const alone: Partial<Record<HiddenBecause, string>> = { draft: 'a draft', ended: 'past its end' };

const list = new Intl.ListFormat('en');

/** `3 stay hidden: inactive`: the cards that the app does not show although that was intended. */
function stayHidden(action: Bulk['action'], { hidden }: Done) {
  // A scheduled card is meant to stay hidden until its time.
  const meant: HiddenBecause | undefined = action === 'schedule' ? 'scheduled' : undefined;
  const found = (Object.keys(reasons) as HiddenBecause[]).filter((one) => one !== meant && hidden[one] > 0);
  const [first, ...more] = found;
  if (!words[action].shows || first === undefined) return [];
  const each = (one: HiddenBecause) => `${formatInteger(hidden[one])} ${reasons[one](hidden[one])}`;
  const total = Math.max(...found.map((one) => hidden[one]));
  if (more.length > 0) return [`Some stay hidden: ${list.format(found.map(each))}`];
  return [`${formatInteger(total)} ${total === 1 ? 'stays' : 'stay'} hidden: ${reasons[first](total)}`];
}

/** The result of a bulk call: `9 cards published. 21 were already. 3 stay hidden: inactive` */
export function bulkWords({ action, publishedAt }: Pick<Bulk, 'action' | 'publishedAt'>, done: Done): string {
  const { count, unchanged } = done;
  const { done: did, already = '' } = words[action];
  const all = unchanged === 1 ? 'this card was' : `all ${formatInteger(unchanged)} were`;
  const when = publishedAt ? ` for ${dateTime(publishedAt)}` : '';
  return [
    count === 0 ? `Nothing to change: ${all} ${already} already` : `${counted(count, 'card')} ${did}${when}`,
    ...(count > 0 && unchanged > 0 ? [`${formatInteger(unchanged)} ${unchanged === 1 ? 'was' : 'were'} already`] : []),
    ...stayHidden(action, done),
  ].join('. ');
}

const statusWords = {
  draft: 'Made the card a draft',
  published: 'Published the card',
  scheduled: 'Scheduled the card',
};

/**
 * The result of changing one card, and why it stays hidden although it should be shown: `Published the card. It stays
 * hidden: inactive`
 */
export function publishWords(changes: Partial<VisibilityFields>, card: VisibilityFields, now: Date): string {
  const { isActive, publishStatus } = changes;
  if (publishStatus === undefined) {
    const hidden = isActive ? hiddenBecause(card, now.toISOString()).map((one) => alone[one] ?? reasons[one](1)) : [];
    const still = hidden.length > 0 ? `. It stays hidden: ${list.format(hidden)}` : '';
    return `${isActive ? 'Activated' : 'Deactivated'} the card${still}`;
  }
  const when = publishStatus === 'scheduled' && card.publishedAt ? ` for ${dateTime(card.publishedAt)}` : '';
  const still = publishStatus !== 'draft' && !card.isActive ? '. It stays hidden: inactive' : '';
  return `${statusWords[publishStatus]}${when}${still}`;
}
