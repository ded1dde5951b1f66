import { expect, test } from 'vitest';
import type { Case } from '#contract/moderation.ts';
import type { HelpLine, HelpLineCall, Playbook, SafetyMessage } from '#contract/safety.ts';
import {
  dangerWords,
  dueWords,
  dutyNote,
  dutyWords,
  harmsOf,
  lineWords,
  lookWords,
  looksToDo,
  messageState,
  offeredLines,
  oldestWords,
  playbooksFor,
} from '#web/features/moderation/crisis-words.ts';

const now = new Date(2026, 10, 28, 12);
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();

test('the line names how many may be in danger, and how long the oldest waits', () => {
  expect(dangerWords(1)).toBe('1 person may be in danger.');
  expect(dangerWords(2)).toBe('2 people may be in danger.');
  expect(oldestWords({ waiting: 2, first: { waitingSince: at(-4) } }, now)).toBe('Oldest waits 4 minutes.');
  expect(oldestWords({ waiting: 1, first: { waitingSince: at(0) } }, now)).toBe('Waits less than a minute.');
  expect(oldestWords({ waiting: 1, first: null }, now)).toBe('');
});

test('the line says when nobody is on duty', () => {
  expect(dutyWords({ hasRota: true, onDuty: [] })).toBe('Nobody is on duty.');
  expect(dutyWords({ hasRota: false, onDuty: [] })).toBe('There is no rota.');
  expect(dutyWords({ hasRota: true, onDuty: [{}] })).toBe('');
});

test.each([
  ['without a rota', false, [], 'There is no rota. All moderators get the emails about people in danger.'],
  ['with nobody on duty', true, [], 'Nobody is on duty. All moderators get the emails about people in danger.'],
  ['while a colleague is on duty', true, [{}], ''],
])('%s, the note about an empty lane says who is told', (_, hasRota, onDuty, words) => {
  expect(dutyNote({ hasRota, onDuty })).toBe(words);
});

test('a case has the marks of its reasons and of its text, each once', () => {
  const marks = [
    { mark: 'phone', start: 0, end: 1 },
    { mark: 'self-harm', start: 2, end: 3 },
    { mark: 'threat', start: 4, end: 5 },
  ];
  const reported = (reason: string) =>
    ({ reason, reasons: [{ reason, count: 1 }], text: { marks } }) as unknown as Case;
  expect(harmsOf(reported('danger'))).toEqual(['violence', 'self-harm', 'threat']);
  expect(harmsOf({ ...reported('child'), text: null })).toEqual(['violence', 'threat']);
  expect(harmsOf({ ...reported('threat'), text: null })).toEqual(['threat']);
  expect(harmsOf({ ...reported('emergency'), text: null })).toEqual(['emergency']);
  expect(harmsOf({ ...reported('spam'), text: null })).toEqual([]);
});

test('only active playbooks of the marks are offered, those of the first mark first', () => {
  const playbooks = [
    { id: 'a', mark: 'threat', isActive: true },
    { id: 'b', mark: 'violence', isActive: true },
    { id: 'c', mark: 'violence', isActive: false },
    { id: 'd', mark: 'emergency', isActive: true },
  ] as Playbook[];
  expect(playbooksFor(playbooks, ['violence', 'threat']).map(({ id }) => id)).toEqual(['b', 'a']);
});

test('a help line is offered only while the last call of it holds', () => {
  const lines = ['a', 'b', 'c', 'd'].map((id) => ({ id, isActive: id !== 'd', purpose: id === 'c' ? 'staff' : 'any' }));
  const calls = lines.map(({ id }) => ({ helpLineId: id, offeredUntil: id === 'b' ? at(-1) : at(1) }));
  const offered = (purposes: ('any' | 'staff')[]) =>
    offeredLines(lines as HelpLine[], calls as HelpLineCall[], purposes, now).map(({ id }) => id);
  expect(offered(['any'])).toEqual(['a']);
  expect(offered(['staff'])).toEqual(['c']);
  expect(offeredLines(lines as HelpLine[], [], ['any', 'staff'], now)).toEqual([]);
});

test('a help line is described by what is known of it', () => {
  expect(lineWords({ hours: 'Day and night', languages: '', states: 'Lagos', cost: 'Free' } as HelpLine)).toBe(
    'Day and night · Lagos · Free',
  );
});

test('a message is on its way, not seen, seen or taken back', () => {
  const sent = { takenBackAt: null, seenAt: null, takeBackUntil: null } as SafetyMessage;
  expect(messageState({ ...sent, takeBackUntil: at(1) }, now)).toBe('Goes out within a minute');
  expect(messageState({ ...sent, takeBackUntil: at(-1) }, now)).toBe('Not seen yet');
  expect(messageState(sent, now)).toBe('Not seen yet');
  expect(messageState({ ...sent, seenAt: at(-1) }, now)).toBe('Seen');
  expect(messageState({ ...sent, takenBackAt: at(-1) }, now)).toBe('Taken back');
});

test('an outcome says when the person is looked at again', () => {
  expect(lookWords('message_sent')).toBe('Look again tomorrow and in 7 days.');
  expect(lookWords('no_danger')).toBe('No colleague looks at the person again.');
});

test('looks are due or to come, and not those that are done', () => {
  const looks = [
    { dueAt: at(-5), doneAt: null },
    { dueAt: at(60), doneAt: null },
    { dueAt: at(-9), doneAt: at(-1) },
  ];
  const { due, later } = looksToDo(looks, now);
  expect(due).toEqual([looks[0]]);
  expect(later).toEqual([looks[1]]);
  expect(dueWords({ dueAt: at(-5) }, now)).toBe('Due now');
  expect(dueWords({ dueAt: at(3 * 24 * 60) }, now)).toBe('Due in 3 days');
});
