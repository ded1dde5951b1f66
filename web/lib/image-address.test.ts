import { expect, test } from 'vitest';
import { imageFor, isOwnImage } from '#web/lib/image-address.ts';

const address = '/images/doctor-images/0123456789abcdef0123456789abcdef.webp';

test.each([
  [36, '?w=96'],
  [48, '?w=96'],
  [64, '?w=192'],
  [384, '?w=768'],
  [385, ''],
])('a box of %i pixels adds “%s” to the address', (pixels, query) => {
  expect(imageFor(address, pixels)).toBe(address + query);
});

test.each([
  [address, true],
  ['', false],
  ['https://example.org/images/a.webp', false],
  ['//example.org/images/a.webp', false],
])('%s is stored on the desk: %s', (given, own) => {
  expect(isOwnImage(given)).toBe(own);
});
