import { expect, test } from 'vitest';
import { appealWords, changeWords } from '#web/features/moderation/appeal-words.ts';

test('the decision about an appeal says what it changes', () => {
  const none = { hide: false, hideOthers: false, erase: false, sanction: 'none', until: null } as const;
  expect(appealWords('upheld', { ...none, hide: true })).toBe('The decision stays. It cannot be appealed again.');
  expect(appealWords('overturned', { ...none, hide: true })).toBe('Shows the text again.');
  expect(appealWords('overturned', { ...none, hide: true, hideOthers: true, sanction: 'mute' })).toBe(
    'Shows the text and the other texts again. Ends the mute.',
  );
  expect(appealWords('overturned', { ...none, erase: true, sanction: 'suspend' })).toBe(
    'The erased text does not come back. Ends the suspension.',
  );
});

test('a decision that was told says how it can still be changed', () => {
  const none = { hide: false, hideOthers: false, erase: false, sanction: 'none', until: null } as const;
  const words = (actions: object, appeal: object | null, isThere = true) =>
    changeWords({ actions: { ...none, ...actions }, appeal } as Parameters<typeof changeWords>[0], isThere);
  expect(words({}, null)).toBe('This decision can no longer be taken back. To decide again, open a new case.');
  expect(words({ hide: true }, null)).toBe(
    'This decision can no longer be taken back. The person can appeal it for 30 days. To decide again, open a new case.',
  );
  expect(words({ sanction: 'mute' }, {}, false)).toBe('This decision can no longer be taken back.');
});
