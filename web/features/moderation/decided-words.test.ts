import { expect, test } from 'vitest';
import { decidedWords } from '#web/features/moderation/decided-words.ts';

test('a decision says who is told', () => {
  expect(decidedWords({ verdict: 'breaks_rules', statement: 'Be kind', reports: 2 })).toBe(
    'Decided. The person is told in a minute.',
  );
  expect(decidedWords({ verdict: 'within_rules', statement: '', reports: 2 })).toBe(
    'Decided. The reporters are answered in a minute.',
  );
  expect(decidedWords({ verdict: 'cannot_tell', statement: '', reports: 0 })).toBe('Decided.');
});
