import { expect, test } from 'vitest';
import type { Approval } from '#contract/approval-lists.ts';
import type { ReviewRequest } from '#contract/review-requests.ts';
import type { Admin } from '#contract/auth.ts';
import {
  approvalWords,
  exemptionWords,
  isOverdue,
  isRenewable,
  mayWithdraw,
} from '#web/entity/approvals/approval-words.ts';
import { changesWords, requestWords } from '#web/entity/approvals/request-words.ts';

const approval: Approval = {
  id: 'one',
  by: { id: 'ngozi', name: 'Dr Ngozi Eze' },
  name: 'Dr Ngozi Eze',
  qualification: 'MBBS',
  note: '',
  named: false,
  at: '2026-11-29T09:00:00.000Z',
  dueAt: '2027-11-29T09:00:00.000Z',
};
const admin: Admin = { id: 'ada', email: 'ada@example.org', name: 'Ada', role: 'editor', qualification: '' };
const on = (day: string) => new Date(`${day}T12:00:00.000Z`);

test('an approval names the clinician, the day, and when it falls due', () => {
  expect(approvalWords(approval, on('2026-12-01'))).toBe(
    'Approved by Dr Ngozi Eze, MBBS on Nov 29, 2026, due Nov 29, 2027',
  );
  expect(approvalWords({ ...approval, qualification: '', note: 'Dose checked' }, on('2027-11-30'))).toBe(
    'Approved by Dr Ngozi Eze on Nov 29, 2026, due since Nov 29, 2027. Note: Dose checked',
  );
});

test.each([
  ['2027-10-29', false, false],
  ['2027-10-31', true, false],
  ['2027-11-30', true, true],
])('on %s it can be renewed: %s, and is overdue: %s', (day, renewable, overdue) => {
  expect([isRenewable(approval, on(day)), isOverdue(approval, on(day))]).toEqual([renewable, overdue]);
});

test('a request names both accounts, the day and the note, and says whether the words have changed', () => {
  const request: ReviewRequest = {
    id: 'one',
    state: 'open',
    by: { id: 'bola', name: 'Bọ́lá Ìgè' },
    of: { id: 'ngozi', name: 'Dr Ngozi Eze' },
    dueOn: '2026-12-03',
    note: 'For Monday',
    at: '2026-11-29T09:00:00.000Z',
    isChanged: false,
    changes: null,
  };
  expect(requestWords(request)).toBe(
    'Bọ́lá Ìgè asked Dr Ngozi Eze for a review on Nov 29, 2026, by Dec 3: “For Monday”',
  );
  expect(requestWords({ ...request, by: null, of: null, dueOn: null, note: '', isChanged: true })).toBe(
    'A former colleague asked any clinician for a review on Nov 29, 2026. The words have changed since',
  );
  expect(requestWords({ ...request, state: 'changes' })).toBe(
    'Bọ́lá Ìgè asked for changes on Nov 29, 2026: “For Monday”',
  );
  expect(changesWords({ by: null, at: request.at, note: 'Name the source' })).toBe(
    'A former colleague asked for changes on Nov 29, 2026: “Name the source”',
  );
});

test('the clinician and administrators may withdraw it', () => {
  expect(mayWithdraw(approval, admin)).toBe(false);
  expect(mayWithdraw(approval, { ...admin, id: 'ngozi' })).toBe(true);
  expect(mayWithdraw(approval, { ...admin, role: 'administrator' })).toBe(true);
  expect(mayWithdraw({ ...approval, by: null }, admin)).toBe(false);
});

test('an exemption names the administrator, the day and the reason', () => {
  const exemption = { id: 'one', name: 'Ada Obi', at: '2026-11-29T09:00:00.000Z', reason: 'The dose was wrong' };
  expect(exemptionWords(exemption)).toBe('Exempt from approval by Ada Obi on Nov 29, 2026: The dose was wrong');
});
