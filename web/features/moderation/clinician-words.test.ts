import { expect, test } from 'vitest';
import { clinicianInWords, namesClinician } from '#web/features/moderation/clinician-words.ts';

test('the clinician on call is named with the number, at the steps that are about a clinician', () => {
  expect(clinicianInWords({ name: 'Dr Bello', phone: '0803 000 0000' })).toBe(
    'Clinician on call: Dr Bello, 0803 000 0000',
  );
  expect(clinicianInWords(null)).toBe('No clinician on call is named.');
  const steps = ['Phone the Clinician of your company.', 'Reach out.', 'Go to the clinic.'];
  expect(steps.map(namesClinician)).toEqual([true, false, false]);
});
