import { describe, expect, test } from 'vitest';
import { withTitle, withoutTitle } from '#contract/doctors.ts';

describe('a name', () => {
  test.each([
    ['Ada Obi', 'Ada Obi'],
    ['Dr. Ada Obi', 'Ada Obi'],
    ['Dr Ada Obi', 'Ada Obi'],
    ['DR. Ada Obi', 'Ada Obi'],
    ['dr.Ada Obi', 'Ada Obi'],
    ['Doctor Ada Obi', 'Ada Obi'],
    ['doctor. Ada', 'Ada'],
    ['Dr. Dr. Ada', 'Ada'],
    ['Dr Dr.Doctor  Ada', 'Ada'],
    ['Dr.. Ada', 'Ada'],
    ['Dr . Ada', 'Ada'],
    ['Dr.\u00a0Ada', 'Ada'],
    ['Drew Barry', 'Drew Barry'],
    ['Drive', 'Drive'],
    ['Doctorow', 'Doctorow'],
    ['Ada Dr. Obi', 'Ada Dr. Obi'],
    ['Ṣadé Dr', 'Ṣadé Dr'],
    ['Drọ́', 'Drọ́'],
    ['Dr.', ''],
    ['Dr', ''],
    ['doctor', ''],
    ['Dr. Dr. ', ''],
  ])('%j is stored as %j', (typed, stored) => {
    expect(withoutTitle(typed)).toBe(stored);
    expect(withoutTitle(stored)).toBe(stored);
  });

  test('is shown with one title, however it was typed', () => {
    expect(['Ada Obi', 'Dr. Ada Obi', 'dr dr Ada Obi'].map(withTitle)).toEqual(Array(3).fill('Dr. Ada Obi'));
  });

  test('with very many titles is handled quickly', () => {
    expect(withoutTitle('Dr. '.repeat(200_000))).toBe('');
    expect(withoutTitle(`${'dr '.repeat(200_000)}x`)).toBe('x');
  });
});
