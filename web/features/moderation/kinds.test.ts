import { expect, test } from 'vitest';
import { openBrowser } from '#web/api/testing/browser.ts';

openBrowser(() => Promise.reject(new Error('Nothing is asked here')));
const { languagesOf, ruleEntity, templateEntity } = await import('#web/features/moderation/kinds.ts');

test.each([
  ['The app will no longer show it.', ruleEntity, true],
  ['It is inactive, so nobody sees it now.', ruleEntity, false],
  ['Colleagues can no longer use it.', templateEntity, true],
  ['It is inactive, so nobody uses it now.', templateEntity, false],
])('before a deletion: %s', (sentence, { afterDeletion }, isActive) => {
  const record = { id: '1', version: 1, updatedAt: '2026-11-21T09:41:00.000Z', title: 'Be kind', isActive };
  expect(afterDeletion(record as never)).toBe(sentence);
});

test('the languages of a text are those that it has words in', () => {
  const none = { english: '', pidgin: '', yoruba: '', hausa: '', igbo: '' };
  expect(languagesOf({ ...none, english: 'Be kind.' })).toBe('English');
  expect(languagesOf({ ...none, english: 'Be kind.', yoruba: 'Ẹ ṣeun.', igbo: 'Biko.' })).toBe(
    'English, Yorùbá and Igbo',
  );
});
