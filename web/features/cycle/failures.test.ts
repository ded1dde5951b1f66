import { expect, test } from 'vitest';
import { activitiesFailure, phasesFailure } from '#web/features/cycle/failures.ts';

const failed = {
  message: 'Failed to fetch phases',
  detail: 'The database is away.',
  requestId: 'abc-123',
  status: 503,
};

test('a failed list shows the status and the text of the server; without a response there is no status', () => {
  expect(phasesFailure(failed).message).toBe('Failed to fetch phases: 503 The database is away.');
  expect(activitiesFailure(failed, 'luteal', 0).message).toBe('Failed to fetch activities: 503 The database is away.');
  const unanswered = { detail: 'The connection dropped.', requestId: '' };
  expect(phasesFailure(unanswered).message).toBe('Failed to fetch phases: The connection dropped.');
  expect(activitiesFailure(unanswered, 'luteal', 0).debug?.map(([name]) => name)).toEqual(['Status', 'Path', 'Time']);
});

test('the debug facts for missing activities contain no secrets', () => {
  expect(activitiesFailure(failed, 'luteal', Date.parse('2026-11-22T09:00:00Z')).debug).toEqual([
    ['Request', 'abc-123'],
    ['Status', '503'],
    ['Path', '/admin/cycle/phases/luteal/activities'],
    ['Time', '2026-11-22T09:00:00.000Z'],
  ]);
});
