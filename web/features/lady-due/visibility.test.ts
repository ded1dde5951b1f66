import { describe, expect, test } from 'vitest';
import { type Card, cardFields, categoryFields, sectionFields } from '#contract/lady-due.ts';
import { contentShownAt } from '#contract/lady-due-visibility.ts';
import { visibilityOf } from '#web/features/lady-due/visibility.ts';
import { asSaved } from '#contract/editions.ts';

const now = new Date('2026-11-22T10:00:00.000Z');
const kept = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  version: 1,
  createdAt: now.toISOString(),
  updatedAt: now.toISOString(),
  createdBy: null,
  ...asSaved,
};

/** Whether the response of the public route contains the card. */
const isShown = (fields: Partial<Card>) => {
  const cards = [{ ...cardFields.blank, ...kept, sectionId: kept.id, title: 'C', ...fields }];
  const tree = [
    { ...categoryFields.blank, ...kept, sections: [{ ...sectionFields.blank, ...kept, categoryId: kept.id, cards }] },
  ];
  return contentShownAt('PCOS', tree, now.toISOString()).categories.length > 0;
};

const states = (['draft', 'published', 'scheduled'] as const).flatMap((publishStatus) =>
  [null, '2026-11-22T09:59:59.999Z', '2026-11-22T10:00:00.000Z', '2026-11-22T10:00:00.001Z'].flatMap((publishedAt) =>
    [true, false].flatMap((isActive) =>
      [null, '2026-11-22T10:00:00.000Z', '2026-11-22T10:00:00.001Z'].map((shownUntil) => ({
        publishStatus,
        publishedAt,
        isActive,
        shownUntil,
      })),
    ),
  ),
);

describe('a card is reported as in the app exactly when it is, and the offered changes put it there', () => {
  test.each(states)('%j', (state) => {
    const { shown, subtitle, remedies } = visibilityOf(state, now);
    expect(shown).toBe(isShown(state));
    expect(subtitle.startsWith('In the app now')).toBe(shown);
    expect(remedies.length > 0).toBe(!shown);
    // The server publishes at its own time.
    const sent: Partial<Card> = Object.assign({}, ...remedies.map(({ changes }) => changes));
    const time = sent.publishStatus ? { publishedAt: now.toISOString(), shownUntil: null } : {};
    expect(isShown({ ...state, ...sent, ...time })).toBe(true);
  });
});

test('each reason is named', () => {
  expect(
    visibilityOf({ isActive: false, publishStatus: 'draft', publishedAt: null, shownUntil: null }, now),
  ).toMatchObject({
    subtitle: 'Not in the app: inactive and a draft',
    afterSaving: 'After saving: inactive and a draft, not in the app',
  });
  expect(
    visibilityOf({ isActive: true, publishStatus: 'published', publishedAt: now.toISOString(), shownUntil: null }, now),
  ).toMatchObject({ subtitle: 'In the app now', afterSaving: 'After saving: in the app' });
  expect(
    visibilityOf(
      { isActive: true, publishStatus: 'scheduled', publishedAt: '2026-11-24T06:00:00.000Z', shownUntil: null },
      now,
    ).subtitle,
  ).toMatch(/^Not in the app: scheduled for Nov 2\d, 2026, /);
  const ended = { isActive: true, publishStatus: 'published', publishedAt: null } as const;
  expect(visibilityOf({ ...ended, shownUntil: '2026-11-21T06:00:00.000Z' }, now)).toMatchObject({
    subtitle: expect.stringMatching(/^Not in the app: shown until Nov 2\d, 2026, /) as string,
    remedies: [{ label: 'Show again' }],
  });
  expect(visibilityOf({ ...ended, shownUntil: '2026-11-24T06:00:00.000Z' }, now).subtitle).toMatch(
    /^In the app now until Nov 2\d, 2026, /,
  );
});
