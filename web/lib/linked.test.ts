import { expect, test } from 'vitest';
import { addressPieces, linkedParts } from '#web/lib/linked.ts';

test('web addresses in a text are found, without the punctuation that ends a sentence', () => {
  expect(
    linkedParts('NHS. Periods (https://www.nhs.uk/conditions/periods/). Reviewed 2023: http://a.example/b?c=1.'),
  ).toEqual([
    { text: 'NHS. Periods (', isAddress: false },
    { text: 'https://www.nhs.uk/conditions/periods/', isAddress: true },
    { text: '). Reviewed 2023: ', isAddress: false },
    { text: 'http://a.example/b?c=1', isAddress: true },
    { text: '.', isAddress: false },
  ]);
});

test.each(['', 'WHO. Health', 'javascript:alert(1)', 'https://', 'https://user:word@nhs.uk'])('%j has none', (text) => {
  expect(linkedParts(text).filter(({ isAddress }) => isAddress)).toEqual([]);
});

test('an address may break after each slash', () => {
  expect(addressPieces('https://www.nhs.uk/conditions/periods/')).toEqual([
    'https://',
    'www.nhs.uk/',
    'conditions/',
    'periods/',
  ]);
});
