import { expect, test } from 'vitest';
import { completeAddress } from '#web/lib/web-address.ts';

test.each([
  ['calendly.com/dr-ngozi', 'https://calendly.com/dr-ngozi'],
  [' nhs.uk ', 'https://nhs.uk'],
  ['who.int?a=b', 'https://who.int?a=b'],
])('%j becomes %j', (typed, address) => {
  expect(completeAddress(typed)).toBe(address);
});

test.each([
  '',
  'https://nhs.uk/',
  'http://nhs.uk',
  'calendly',
  'ftp://nhs.uk',
  'ada@nhs.uk',
  'javascript:alert(1)',
  'nhs.uk:x',
])('%j stays as it is', (typed) => {
  expect(completeAddress(typed)).toBe(typed);
});
