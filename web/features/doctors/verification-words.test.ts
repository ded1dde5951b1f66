import { expect, test } from 'vitest';
import type { Doctor } from '#contract/doctors.ts';
import { verificationWords } from '#web/features/doctors/verification-words.ts';
import { nearDate } from '#web/lib/dates.ts';

const now = new Date('2026-11-28T12:00:00.000Z');
const details = { name: 'Ada Obi', phone: '+234 803 123 4567', email: 'ada@example.com', licenceNumber: 'MDCN 12345' };
const doctor = {
  ...details,
  verifiedAt: '2026-11-21T10:00:00.000Z',
  verifiedBy: { id: '01a1fdea-0000-7000-8000-000000000001', name: 'Ngọzi' },
  verifiedHow: 'call',
  verifiedOf: details,
} as Doctor;
const [on, early, since] = ['2026-11-21', '2026-08-01', '2026-10-30'].map((day) =>
  nearDate(`${day}T10:00:00.000Z`, now),
);

test.each<[Partial<Doctor>, string, boolean]>([
  [{}, `Verified on ${on} by Ngọzi, by phone`, true],
  [{ verifiedHow: 'visit' }, `Verified on ${on} by Ngọzi, on a visit`, true],
  [{ verifiedBy: null, verifiedHow: 'document' }, `Verified on ${on}, from a document`, true],
  [{ verifiedAt: null, verifiedBy: null, verifiedHow: null, verifiedOf: null }, 'Never checked', false],
  [
    { verifiedAt: '2026-08-01T10:00:00.000Z' },
    `Check due since ${since}: last verified on ${early} by Ngọzi, by phone`,
    false,
  ],
  [{ phone: '' }, `Check due: the phone has changed since ${on}`, false],
  [
    { phone: '', email: '', licenceNumber: '' },
    `Check due: the phone, email, and licence number have changed since ${on}`,
    false,
  ],
  // Changed and too long ago.
  [
    { name: 'Ada Eze', verifiedAt: '2026-08-01T10:00:00.000Z' },
    `Check due: the name has changed since ${early}`,
    false,
  ],
])('a verification with %j is: %s', (fields, text, isGood) => {
  expect(verificationWords({ ...doctor, ...fields }, now)).toEqual({ text, isGood });
});
