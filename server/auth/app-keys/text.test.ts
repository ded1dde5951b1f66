import { expect, test } from 'vitest';
import { isAppKey, isInNetworks, networkOf, newAppKey } from '#server/auth/app-keys/text.ts';

test('a key has its prefix, 256 random bits and a checksum', () => {
  const key = newAppKey();
  expect(key).toMatch(/^awa_app_[\w-]{43}_[0-9a-f]{8}$/);
  expect(newAppKey()).not.toBe(key);
  expect(isAppKey(key)).toBe(true);
});

test.each([
  ['another letter', (key: string) => key.replace(/.(?=_[0-9a-f]{8}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))],
  ['another checksum', (key: string) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')],
  ['a missing letter', (key: string) => key.slice(1)],
  ['a letter more', (key: string) => `${key}0`],
  ['upper case', (key: string) => key.toUpperCase()],
  ['no key', () => 'A'.repeat(43)],
  ['nothing', () => ''],
])('a key with %s is none', (_, change) => {
  expect(isAppKey(change(newAppKey()))).toBe(false);
});

test.each([
  [[], '203.0.113.7', true],
  [['203.0.113.0/24'], '203.0.113.7', true],
  [['203.0.113.0/24'], '::ffff:203.0.113.7', true],
  [['203.0.113.0/24'], '203.0.114.7', false],
  [['203.0.113.7/32'], '203.0.113.8', false],
  [['198.51.100.0/24', '203.0.113.0/24'], '203.0.113.7', true],
  [['0.0.0.0/0'], '203.0.113.7', true],
  [['0.0.0.0/0'], '2001:db8::1', false],
  [['2001:db8::/32'], '2001:db8:5::1', true],
  [['2001:db8::/32'], '2001:db9::1', false],
])('networks %j have %s: %s', (networks, address, isIn) => {
  expect(isInNetworks(networks, address)).toBe(isIn);
});

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:5:6::1', '2001:db8:5::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['2001:DB8:0005:6:7:8:9:a', '2001:db8:5::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['no address', ''],
])('%s is in the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
