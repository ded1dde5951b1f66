import { expect, test } from 'vitest';
import { fileSize, formatInteger, shownOfTotal, shownRange, formatDecimals, parseNumber } from '#web/lib/numbers.ts';

test('figures are grouped in threes', () => {
  expect(formatInteger(0)).toBe('0');
  expect(formatInteger(48_216)).toBe('48,216');
});

test('file sizes are rounded up', () => {
  expect(fileSize(1)).toBe('1 KB');
  expect(fileSize(640 * 1024)).toBe('640 KB');
  expect(fileSize(1_024_001)).toBe('1.0 MB');
  expect(fileSize(5 * 1024 * 1024)).toBe('5.0 MB');
  expect(fileSize(5 * 1024 * 1024 + 1)).toBe('5.1 MB');
});

test('the shown range of a list', () => {
  expect(shownRange({ page: 1, limit: 10, count: 10, total: 48_216 }, 'users')).toBe('Showing 1 to 10 of 48,216 users');
  expect(shownRange({ page: 201, limit: 10, count: 3, total: 2_003 }, 'users')).toBe(
    'Showing 2,001 to 2,003 of 2,003 users',
  );
  expect(shownRange({ page: 1, limit: 10, count: 0, total: 0 }, 'users')).toBe('Showing 0 to 0 of 0 users');
  expect(shownRange({ page: 2, limit: 10, count: 10, total: 10_000, totalIsCapped: true }, 'users')).toBe(
    'Showing 11 to 20 of 10,000+ users',
  );
});

test('the shown part of a growing list', () => {
  expect(shownOfTotal(50, 1212)).toBe('Showing the newest 50 of 1,212');
  expect(shownOfTotal(1212, 1212)).toBe('1,212 in total');
  expect(shownOfTotal(1, 1)).toBe('1 in total');
  expect(shownOfTotal(50, undefined)).toBe('Showing the newest 50');
  expect(shownOfTotal(1050, 1000, true)).toBe('Showing the newest 1,050 of 1,000+');
});

test('a number has as many decimals as its field', () => {
  expect(formatDecimals(25_000.5, 2)).toBe('25,000.50');
  expect(formatDecimals(5, 1)).toBe('5.0');
  expect(formatDecimals(1200, 0)).toBe('1,200');
});

test.each([
  ['', 0],
  ['  ', 0],
  ['25000', 25_000],
  [' 25,000.50 ', 25_000.5],
  ['1 250 000', 1_250_000],
  ['4.', 4],
  ['.5', 0.5],
  ['-3', -3],
  ['25k', '25k'],
  ['25,00', '25,00'],
  ['1.000.000', '1.000.000'],
  ['1e5', '1e5'],
  ['₦25,000.00', 25_000],
  [' ₦ 500', 500],
  ['₦', '₦'],
  ['25₦', '25₦'],
  ['Infinity', 'Infinity'],
  ['1,234,567,890', 1_234_567_890],
  ['1,234,56', '1,234,56'],
  [',123', ',123'],
])('“%s” is read as %s', (text, value) => {
  expect(parseNumber(text)).toBe(value);
});
