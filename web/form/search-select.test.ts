import { expect, test } from 'vitest';
import { matchingOptions } from '#web/form/search-select.tsx';

const doctors = [...Array.from({ length: 1500 }, (_, at) => `Dr. Ada ${at}`), 'Dr. Ṣadé Awólọ́wọ̀'].map((label) => ({
  value: label,
  label,
}));
const shown = (search: string) =>
  matchingOptions({ options: doctors, search, limit: Infinity }).map((option) =>
    'label' in option ? option.label : '',
  );

test('only the first of many options are shown, with the number of the others', () => {
  expect(shown('')).toHaveLength(51);
  expect(shown('').slice(-2)).toEqual(['Dr. Ada 49', '1,451 more: type to find them']);
});

test('typing finds any option, ignoring case and accents', () => {
  expect(shown(' sade AWO')).toEqual(['Dr. Ṣadé Awólọ́wọ̀']);
  expect(shown('ada 149')).toHaveLength(11);
  expect(shown('nobody')).toEqual([]);
});
