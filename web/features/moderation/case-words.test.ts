import { describe, expect, test } from 'vitest';
import type { Rule } from '#contract/moderation.ts';
import {
  actionWords,
  caseHeading,
  caseName,
  caseTitle,
  decidedAbout,
  emptyWords,
  previewWords,
  rulesInForce,
  standingWords,
  textsWords,
  waitingFor,
} from '#web/features/moderation/case-words.ts';

const now = new Date(2026, 10, 28, 12);
const december5 = new Date(2026, 11, 5, 12).toISOString();

test('an empty queue says how many cases were decided today, and by whom', () => {
  const with1 = ['Ngọzi'];
  expect(emptyWords({ decidedToday: 49, mine: 30, with: with1 })).toBe('0 left. 49 decided today by you and Ngọzi.');
  expect(emptyWords({ decidedToday: 1, mine: 1, with: [] })).toBe('0 left. 1 decided today by you.');
  expect(emptyWords({ decidedToday: 1200, mine: 0, with: ['Ngọzi', 'Bola', 'Ada'] })).toBe(
    '0 left. 1,200 decided today by Ngọzi, Bola and Ada.',
  );
  expect(emptyWords({ decidedToday: 0, mine: 0, with: [] })).toMatch(/^0 left\./);
});

test('the preview names what is hidden, the sanction with its end, and the reporters', () => {
  const nothing = {
    hides: { posts: 0, comments: 0 },
    erases: false,
    sanction: 'none',
    until: null,
    answers: 0,
  } as const;
  expect(
    previewWords({ ...nothing, hides: { posts: 1, comments: 3 }, sanction: 'mute', until: december5, answers: 4 }, now),
  ).toBe('Hides 1 post, 3 comments. Mutes until Dec 5. Answers 4 reporters.');
  expect(previewWords(nothing, now)).toBe('Changes nothing.');
  expect(previewWords({ ...nothing, answers: 1 }, now)).toBe('Changes nothing. Answers 1 reporter.');
  expect(previewWords({ ...nothing, erases: true, sanction: 'warn' }, now)).toBe('Erases the text now. Warns.');
  expect(previewWords({ ...nothing, sanction: 'suspend' }, now)).toBe('Suspends for good.');
});

describe('a standing and earlier actions', () => {
  test('have the end of a sanction', () => {
    expect(standingWords({ sanction: 'none', until: null }, now)).toBe('No sanction');
    expect(standingWords({ sanction: 'mute', until: december5 }, now)).toBe('Muted until Dec 5');
    expect(standingWords({ sanction: 'suspend', until: null }, now)).toBe('Suspended for good');
  });

  test('are one sentence', () => {
    const none = { hide: false, hideOthers: false, erase: false, sanction: 'none', until: null } as const;
    expect(actionWords(none, now)).toBe('');
    expect(actionWords({ ...none, hide: true, sanction: 'mute', until: december5 }, now)).toBe(
      'Hid the text, muted until Dec 5',
    );
    expect(actionWords({ ...none, hideOthers: true, sanction: 'warn' }, now)).toBe('Hid other texts, warned');
  });
});

test('the waiting time has one unit', () => {
  const ago = (minutes: number) => waitingFor(new Date(now.getTime() - minutes * 60_000).toISOString(), now);
  expect([0, 1, 59, 60, 47 * 60, 48 * 60, 24 * 60 * 40].map(ago)).toEqual([
    'less than a minute',
    '1 minute',
    '59 minutes',
    '1 hour',
    '47 hours',
    '2 days',
    '40 days',
  ]);
  expect(ago(-5)).toBe('less than a minute');
});

test('a case is called by its text, else by the made-up name', () => {
  const subject = { kind: 'post', id: '' } as const;
  expect(caseName({ subject, excerpt: 'Ẹ kú ọjọ́', person: 'Kind Otter' })).toBe('“Ẹ kú ọjọ́”');
  expect(caseName({ subject, excerpt: ' ', person: 'Kind Otter' })).toBe('Kind Otter');
});

test('a case of content is called by its title, without a name', () => {
  const card = { subject: { kind: 'pregnancy-week', id: '' }, excerpt: 'Week 12\n\nTips: Rest', person: '' } as const;
  expect([caseTitle(card), caseName(card), caseHeading(card)]).toEqual([
    'Week 12',
    '“Week 12”',
    'Pregnancy week “Week 12”',
  ]);
  const post = { subject: { kind: 'post', id: '' }, excerpt: 'Buy\nmy tea', person: 'Kind Otter' } as const;
  expect([caseTitle(post), caseHeading(post)]).toEqual(['Buy\nmy tea', 'Post by Kind Otter']);
  const aPerson = { ...post, subject: { kind: 'person', id: '' }, excerpt: '' } as const;
  expect(caseHeading(aPerson)).toBe('Person Kind Otter');
  expect([card, post, { ...post, excerpt: '' }, aPerson].map(decidedAbout)).toEqual([
    'Pregnancy week “Week 12”',
    'Post by Kind Otter: “Buy my tea”',
    'Post by Kind Otter',
    'Person Kind Otter',
  ]);
});

test('a rule keeps the number of its place among all rules, also when one before it is not in force', () => {
  const rules = [true, false, true].map((isActive, at) => ({ id: `rule-${at}`, isActive }) as Rule);
  expect(rulesInForce(rules).map(({ id, number }) => [id, number])).toEqual([
    ['rule-0', 1],
    ['rule-2', 3],
  ]);
});

test('the button for all texts has their number, once there are several', () => {
  expect([0, 1, 138].map(textsWords)).toEqual(['Show all texts', 'Show all texts', 'Show all 138 texts']);
});
