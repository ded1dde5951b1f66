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

test('a row says in which languages a text is missing', () => {
  const all = { english: 'Thank you.', pidgin: 'Thank you.', yoruba: 'Ẹ ṣeun.', hausa: 'Na gode.', igbo: 'Daalụ.' };
  expect(languagesOf(all)).toBe('In all languages');
  expect(languagesOf({ ...all, pidgin: '', igbo: '' })).toBe('Not in Nigerian Pidgin and Igbo');
  expect(languagesOf({ ...all, pidgin: '', yoruba: '', hausa: '', igbo: '' })).toBe('Only in English');
});
