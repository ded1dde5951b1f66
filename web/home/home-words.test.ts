import { expect, test } from 'vitest';
import { type HomeCheck, homeGroupNames } from '#contract/home.ts';
import { checkWords, groupWords, labelOf, stepWords } from '#web/home/home-words.ts';

const now = new Date('2026-11-29T12:00:00');
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();

test('a group leads to the list that has exactly its records, and a row to one of them', () => {
  const row = { id: '1', kind: 'card', label: 'Rest', at: null } as const;
  expect(groupWords.crisis.list).toEqual({ to: '/admin/desk/moderation', search: { lane: 'crisis' } });
  expect(groupWords.crisis.row?.(row).search).toEqual({ lane: 'crisis', case: '1' });
  expect(groupWords.open.list.search).toEqual({});
  expect(groupWords.mine.row?.(row)).toEqual({
    to: '/admin/desk/review',
    search: { state: 'mine', kind: 'card', text: '1' },
  });
  expect(groupWords.blocked.list).toEqual({ to: '/admin/desk/staff', search: { show: 'blocked' } });
  const lists = homeGroupNames.map((name) => JSON.stringify(groupWords[name].list));
  // The people to look at again are above the open cases.
  expect(new Set(lists).size).toBe(homeGroupNames.length - 1);
});

test('a case is named by what it is about and why, any other record by its label', () => {
  expect(labelOf('open', { id: '1', kind: 'pregnancy-week', label: 'This is wrong', at: null })).toBe(
    'Pregnancy week: This is wrong',
  );
  expect(labelOf('crisis', { id: '1', kind: 'person', label: 'In danger now', at: null })).toBe(
    'Person: In danger now',
  );
  expect(labelOf('looks', { id: '1', kind: 'case', label: 'Message sent', at: null })).toBe('Message sent');
  expect(labelOf('due', { id: '1', kind: 'card', label: 'Rest', at: null })).toBe('Rest');
});

test('times are in words', () => {
  const when = (name: (typeof homeGroupNames)[number], time: string | null) => groupWords[name].when(time, now);
  expect(when('open', at(0))).toBe('New');
  expect(when('open', at(-0.5))).toBe('Waiting for 30 min');
  expect(when('open', at(-48))).toBe('Waiting since Fri');
  expect(when('looks', at(-2))).toBe('Due 2 hours ago');
  expect(when('overdue', at(-72))).toBe('Due since Nov 26');
  expect(when('scheduled', at(2))).toBe('From Nov 29, 2026, 14:00');
  expect(when('helpLines', null)).toBe('Never called');
  expect(when('helpLines', at(-48))).toBe('Last called Nov 27');
  expect(when('blocked', at(0.25))).toBe('Until 12:15');
  expect(when('withoutFactor', null)).toBe('');
});

test('each state of a check that the server can answer has words', () => {
  const possible: Record<HomeCheck['name'], HomeCheck['state'][]> = {
    mail: ['good', 'late', 'off'],
    push: ['good', 'failed', 'never', 'off'],
    log: ['good', 'failed', 'late', 'never'],
    backup: ['good', 'late', 'never', 'off'],
  };
  for (const [name, states] of Object.entries(possible) as [HomeCheck['name'], HomeCheck['state'][]][])
    for (const state of states) expect(checkWords({ name, state, at: null }, now).words).not.toBe('');
  expect(checkWords({ name: 'backup', state: 'late', at: at(-72) }, now)).toEqual({
    name: 'Backup',
    words: 'The last backup is more than two days old, Nov 26, 2026, 12:00',
    to: undefined,
    isTrouble: true,
  });
  expect(stepWords.backup.note).toContain('npm run backup');
});
