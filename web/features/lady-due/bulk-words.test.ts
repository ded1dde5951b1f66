import { expect, test } from 'vitest';
import { bulkWords, publishWords } from '#web/features/lady-due/bulk-words.ts';

const none = { inactive: 0, draft: 0, scheduled: 0, ended: 0 };

test.each([
  ['publish', 9, 21, { inactive: 3 }, '9 cards published. 21 were already. 3 stay hidden: inactive'],
  ['publish', 1, 1, { inactive: 1 }, '1 card published. 1 was already. 1 stays hidden: inactive'],
  ['publish', 0, 3, {}, 'Nothing to change: all 3 were published already'],
  ['publish', 0, 1, { inactive: 1 }, 'Nothing to change: this card was published already. 1 stays hidden: inactive'],
  ['activate', 5, 0, { draft: 2 }, '5 cards activated. 2 stay hidden: drafts'],
  [
    'activate',
    5,
    0,
    { draft: 1, scheduled: 2 },
    '5 cards activated. Some stay hidden: 1 draft and 2 scheduled for later',
  ],
  ['deactivate', 2, 1, { inactive: 3 }, '2 cards deactivated. 1 was already'],
  ['draft', 2, 1, { draft: 3 }, '2 cards made drafts. 1 was already'],
  ['activate', 2, 0, { ended: 2 }, '2 cards activated. 2 stay hidden: past their end'],
  ['schedule', 2, 0, { scheduled: 2, inactive: 1 }, '2 cards scheduled. 1 stays hidden: inactive'],
  ['move', 1200, 0, { draft: 3 }, '1,200 cards moved'],
  ['delete', 1, 0, {}, '1 card deleted'],
] as const)('%s: %i changed, %i unchanged, hidden %j: %s', (action, count, unchanged, hidden, said) => {
  expect(bulkWords({ action }, { count, unchanged, hidden: { ...none, ...hidden } })).toBe(said);
});

const now = new Date('2026-11-21T09:00:00Z');
const draft = { isActive: true, publishStatus: 'draft', publishedAt: null, shownUntil: null } as const;
const published = {
  isActive: true,
  publishStatus: 'published',
  publishedAt: '2026-11-21T08:00:00.000Z',
  shownUntil: null,
} as const;

test.each([
  [{ publishStatus: 'published' }, published, 'Published the card'],
  [{ publishStatus: 'published' }, { ...published, isActive: false }, 'Published the card. It stays hidden: inactive'],
  [{ publishStatus: 'draft' }, draft, 'Made the card a draft'],
  [{ isActive: true }, draft, 'Activated the card. It stays hidden: a draft'],
  [{ isActive: true }, published, 'Activated the card'],
  [
    { isActive: true },
    { ...published, shownUntil: '2026-11-21T08:30:00.000Z' },
    'Activated the card. It stays hidden: past its end',
  ],
  [{ isActive: false }, { ...draft, isActive: false }, 'Deactivated the card'],
] as const)('one card, %j of %j: %s', (changes, card, said) => {
  expect(publishWords(changes, card, now)).toBe(said);
});
