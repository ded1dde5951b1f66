import { describe, expect, test } from 'vitest';
import { newerCalls, newerStyles } from '#scripts/browser-features.ts';

describe('a newer call is found', () => {
  test.each([
    ['const next = lines.toSpliced(1, 1)', '.toSpliced'],
    ['rows?.toSorted()', '.toSorted'],
    ['const last = rows.with(0, 1)', '.with'],
    ['const known = URL.canParse(text)', 'URL.canParse'],
    ['const known = window.URL.canParse(text)', 'URL.canParse'],
    ['const letters = new Intl.Segmenter("en")', 'Intl.Segmenter'],
    ['if (layer.checkVisibility()) close()', '.checkVisibility'],
    ['const signal = AbortSignal.any([one, other])', 'AbortSignal.any'],
    ['const groups = Object.groupBy(rows, kind)', 'Object.groupBy'],
    ['const { promise } = Promise.withResolvers()', 'Promise.withResolvers'],
    ['requestIdleCallback(work)', 'requestIdleCallback'],
    ['window["requestIdleCallback"](work)', 'window.requestIdleCallback'],
    ['const both = one.intersection(other)', '.intersection'],
    ['const before = /(?<=\\d),/', 'lookbehind'],
    ['const before = new RegExp("(?<!a)b")', 'lookbehind'],
  ])('%s', (script, name) => {
    expect(newerCalls(script, 2022)).toContain(name);
  });
});

test('what all have, and what a script names itself, is no newer call', () => {
  const script = `
    import { structured } from './other.js';
    function requestIdleCallback() {}
    class Rows { toSorted() { return this.toSorted(); } }
    requestIdleCallback(structuredClone(rows.findLast(isOld)), rows.at(-1), Object.hasOwn(a, 'b'));
    new AbortController(), document.querySelector('a').closest('b'), Promise.allSettled([structured()]);
    const { toSpliced } = rows;
  `;
  expect(newerCalls(script, 2022)).toEqual([]);
});

test.each(['/a/v.test(b)', '/(?i:a)b/.test(c)', 'using file = open()', 'import a from "a" with { type: "json" }'])(
  'newer syntax is refused: %s',
  (script) => {
    expect(() => newerCalls(script, 2022)).toThrow();
  },
);

test('the first script has no syntax that old browsers cannot read', () => {
  expect(() => newerCalls('a?.b', 2015, 'script')).toThrow();
  expect(newerCalls('const a = () => 1;', 2015, 'script')).toEqual([]);
});

test.each([
  ['a{color:light-dark(red,blue)}', 'light-dark()'],
  ['a{background:color-mix(in srgb,red,blue)}', 'color-mix()'],
  ['@starting-style{a{opacity:0}}', '@starting-style'],
  ['@media (min-width:1px){a:popover-open{color:red}}', ':popover-open'],
  ['a{color:red;field-sizing:content}', 'field-sizing'],
])('a newer style is found: %s', (sheet, name) => {
  expect(newerStyles(sheet)).toContain(name);
});

test('a style that all have is none, nor one whose older name stands beside it', () => {
  const sheet = `
    a:has(b):focus-visible{display:grid;height:100dvh;content:"color-mix(";inset:0}
    b{-webkit-user-select:none;user-select:none}
    @container (max-width:10rem){a::after{color:rgb(0 0 0 / 10%)}}
    @media (width>=10rem){a{color:var(--a)}} /* light-dark() */
  `;
  expect(newerStyles(sheet)).toEqual([]);
});
