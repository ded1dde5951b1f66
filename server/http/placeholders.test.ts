import { expect, onTestFinished, test } from 'vitest';
import type { Card, ShownMode } from '#contract/lady-due.ts';
import { expectDone } from '#tests/desk/caller.ts';
import { testDesk } from '#tests/desk/test-desk.ts';
import { send } from '#tests/desk/send.ts';
import { at, createTree } from '#tests/records/lady-due.ts';

const written = { title: 'Call {emergency}', richContent: '<p>Go now.</p><p>Talk to {helpline}.</p>' };

/** A desk with these settings, a published card and an announcement that contain placeholders. */
async function deskWithTexts(placeholders: { emergency: string; helpline: string }) {
  const desk = await testDesk({ settings: { placeholders } });
  onTestFinished(() => desk.close());
  const { basics } = await createTree(desk.staff);
  const published = { publishStatus: 'published', isActive: true };
  await desk.staff.make<Card>(`${at}/cards`, { ...written, ...published, sectionId: basics.id });
  await desk.staff.make('/admin/announcements', { message: 'Call {emergency}.' });
  return desk;
}

const titlesAndTexts = ({ categories }: ShownMode) =>
  categories
    .flatMap(({ sections }) => sections.flatMap(({ cards }) => cards))
    .map(({ title, richContent }) => ({ title, richContent }));

test('the app and the preview get the emergency number and the help lines; staff get the placeholders', async () => {
  const values = { emergency: '112 or 767', helpline: 'SURPIN 0800 078 7746 (free)' };
  const { url, staff } = await deskWithTexts(values);
  const filled = [
    { title: 'Call 112 or 767', richContent: '<p>Go now.</p><p>Talk to SURPIN 0800 078 7746 (free).</p>' },
  ];
  expect(titlesAndTexts((await send(url, '/content/v1/lady-due/TRACK_PERIOD')).json as ShownMode)).toEqual(filled);
  const preview = await staff.get(`${at}/preview/TRACK_PERIOD`);
  expect(titlesAndTexts(expectDone(preview) as ShownMode)).toEqual(filled);
  expect((await send(url, '/content/v1/announcements')).text).toContain('Call 112 or 767.');
  for (const path of [`${at}/categories`, `${at}/export/TRACK_PERIOD`, '/admin/announcements']) {
    expect((await staff.get(path)).text, path).toContain('Call {emergency}');
  }
});

test('without a help line the app gets no paragraph that names one', async () => {
  const { url } = await deskWithTexts({ emergency: '112', helpline: '' });
  const { json } = await send(url, '/content/v1/lady-due/TRACK_PERIOD');
  expect(titlesAndTexts(json as ShownMode)).toEqual([{ title: 'Call 112', richContent: '<p>Go now.</p>' }]);
});
