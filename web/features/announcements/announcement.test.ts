import { expect, test } from 'vitest';
import { openBrowser } from '#web/api/testing/browser.ts';

openBrowser(() => Promise.reject(new Error('Nothing is asked here')));
const { announcementEntity: announcement } = await import('#web/features/announcements/announcement.ts');

const [past, future] = ['2020-01-01T00:00:00Z', '2990-01-01T00:00:00Z'];

test.each([
  ['The app will no longer show it.', true, past, null],
  ['It is scheduled, so nobody sees it now.', true, future, null],
  ['It is over, so nobody sees it now.', true, null, past],
  ['It is inactive, so nobody sees it now.', false, null, null],
])('before a deletion: %s', (sentence, enabled, startsAt, endsAt) => {
  const record = { id: '1', version: 1, updatedAt: past, message: 'Clinics open', enabled, startsAt, endsAt };
  expect(announcement.afterDeletion(record as never)).toBe(sentence);
});
