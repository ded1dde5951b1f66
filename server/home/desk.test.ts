import { expect, test } from 'vitest';
import { type DeskState, checksOf, stepsOf } from '#server/home/desk.ts';

const state: DeskState = {
  lateMails: false,
  push: { at: null, hasFailed: false },
  checkedAt: null,
  hasFault: false,
  lateSeals: false,
  backedUpAt: null,
  isBackupLate: false,
  hasFactor: true,
  hasAnnouncement: true,
  hasColleague: true,
  hasContent: true,
};
const setup = { sendsMail: false, newsHost: null, hasOwnDatabase: true };
const at = '2026-11-20T08:00:00.000Z';

test('a desk with its own database makes backups, of which the last must not be old', () => {
  const backup = (more: Partial<DeskState>) =>
    checksOf({ ...state, ...more }, setup).find(({ name }) => name === 'backup');
  expect(backup({})).toEqual({ name: 'backup', state: 'never', at: null });
  expect(backup({ backedUpAt: at })).toEqual({ name: 'backup', state: 'good', at });
  expect(backup({ backedUpAt: at, isBackupLate: true })).toEqual({ name: 'backup', state: 'late', at });
});

test('its first backup is a step', () => {
  expect(stepsOf(state, setup).filter(({ isDone }) => !isDone)).toEqual([{ name: 'backup', isDone: false }]);
  expect(stepsOf({ ...state, backedUpAt: at }, setup)).toEqual([]);
  expect(stepsOf(state, { ...setup, hasOwnDatabase: false })).toEqual([]);
});
