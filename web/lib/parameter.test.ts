import { parseSearchWith } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { parameterOf } from '#web/lib/parameter.ts';

test.each([
  ['448682e7', '448682e7'],
  ['23480312345678901234', '23480312345678901234'],
  ['08031234567', '08031234567'],
  ['1.0', '1.0'],
  ['-0', '-0'],
  ['12', 12],
  ['%22448%22', '448'],
  ['true', true],
  ['tea', 'tea'],
])('a search for %s arrives as it was typed', (typed, value) => {
  expect(parseSearchWith(parameterOf)(`?search=${typed}`)).toEqual({ search: value });
});
