import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Id, Instant, Paging, Version, changes, text, textLength } from '#contract/common.ts';

const parse = (schema: z.ZodType, value: unknown) => {
  const read = schema.safeParse(value);
  return read.success ? { value: read.data } : { says: read.error.issues.map((issue) => issue.message) };
};

describe('text', () => {
  const short = text({ max: 3 });
  const needed = text({ min: 1, max: 3, name: 'Title' });
  const exact = text({ min: 2, max: 3, trim: false, name: 'Secret' });

  test.each([
    ['', ''],
    ['abc', 'abc'],
    ['  abc  ', 'abc'],
    [' \u00a0\u3000\ufeff\n', ''],
    ['😀😀😀', '😀😀😀'],
    ['e\u0301e\u0301e\u0301', 'ééé'],
    ['\u212b', 'Å'],
    ['a\u0000'.slice(0, 1), 'a'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(parse(short, typed)).toEqual({ value: kept });
  });

  test.each([
    [short, 'abcd', 'This can have at most 3 characters'],
    [short, '😀😀😀😀', 'This can have at most 3 characters'],
    [short, 'x\u0301x\u0301', 'This can have at most 3 characters'],
    [short, 5, 'This must be text'],
    [short, undefined, 'This must be text'],
    [short, 'a\u0000b', 'This has a character that cannot be stored'],
    [short, '\ud83d', 'This has a character that cannot be stored'],
    [short, '\ude00\ud83d', 'This has a character that cannot be stored'],
    [short, '\ude00'.repeat(9), 'This has a character that cannot be stored'],
    [needed, '', 'Title is required'],
    [needed, '  ', 'Title is required'],
    [exact, ' ', 'Secret needs at least 2 characters'],
    [exact, '    ', 'Secret can have at most 3 characters'],
    [text({ max: 100_000 }), 'x'.repeat(100_001), 'This can have at most 100,000 characters'],
    [needed, '\u200b\u200d\u3164', 'Title is required'],
    [text({ max: 100 }), `a${'\u0301'.repeat(31)}`, 'This has too many marks on one letter'],
  ])('%#: %j is refused in one sentence', (schema, typed, sentence) => {
    expect(parse(schema, typed)).toEqual({ says: [sentence] });
  });

  test('heaps of marks, dear to put in order, are refused before that', () => {
    const heap = `a${'\u0315'.repeat(200_000)}${'\u0316'.repeat(200_000)}`;
    for (const schema of [text({ max: 320 }), text({ max: 1_000_000 })])
      expect(parse(schema, heap).says).toHaveLength(1);
  });

  test('without trimming stays as typed', () => {
    expect(parse(exact, ' a ')).toEqual({ value: ' a ' });
  });

  test('is counted as the limits count it', () => {
    expect(['', 'é', 'e\u0301', '😀', '👩🏾‍⚕️', 'ọ̀'].map(textLength)).toEqual([0, 1, 1, 1, 5, 2]);
  });

  test('tells its limits to the API page', () => {
    expect(z.toJSONSchema(needed, { io: 'input' })).toMatchObject({ type: 'string', minLength: 1, maxLength: 3 });
  });
});

describe('changes', () => {
  const id = '019abcde-0000-7000-8000-000000000000';
  const schema = changes({ title: text({ min: 1, max: 5 }), enabled: z.boolean() });

  test('takes any of the fields, and none', () => {
    expect(schema.parse({ id })).toEqual({ id });
    expect(schema.parse({ id, title: ' a ' })).toEqual({ id, title: 'a' });
  });

  test('takes what stands beside them in the entity as read, whatever it is', () => {
    expect(
      schema.safeParse({ id, title: 'a', version: 'x', createdAt: 1, updatedAt: null, createdBy: {} }).success,
    ).toBe(true);
  });

  test.each([{ color: 'red' }, { title: '' }, { title: null }, { enabled: 'yes' }, { id: 'x' }])(
    'refuses %j',
    (fields) => {
      expect(schema.safeParse({ id, ...fields }).success).toBe(false);
    },
  );
});

test.each([
  [Id, '019abcde-0000-7000-8000-000000000000', true],
  [Id, '019abcde00007000800000000000000', false],
  [Id, '{019abcde-0000-7000-8000-000000000000}', false],
  [Instant, '2026-11-21T08:00:00.000Z', true],
  [Instant, '2026-11-21T08:00:00Z', false],
  [Instant, '2026-11-21T08:00:00.000+01:00', false],
  [Version, 1, true],
  [Version, 0, false],
  [Version, 1.5, false],
  [Paging.page, 1, true],
  [Paging.page, 0, false],
  [Paging.page, Number.POSITIVE_INFINITY, false],
  [Paging.page, Number.NaN, false],
  [Paging.limit, 100, true],
  [Paging.limit, 101, false],
])('%#: %j', (schema, value, fits) => {
  expect(schema.safeParse(value).success).toBe(fits);
});

test('paging left out is the first page of ten', () => {
  expect(z.object(Paging).parse({})).toEqual({ page: 1, limit: 10 });
});

test('messages are sentences for whoever filled the form in', () => {
  const schema = z.strictObject({ count: z.int().min(1).max(5), on: z.boolean() });
  expect(parse(schema, {})).toEqual({ says: ['This is required', 'This is required'] });
  expect(parse(schema, { count: 'x', on: 1 })).toEqual({ says: ['This must be a number', 'This must be a boolean'] });
  expect(parse(schema, { count: 1.5, on: true })).toEqual({ says: ['This must be a whole number'] });
  expect(parse(schema, { count: 9, on: true })).toEqual({ says: ['This must be at most 5'] });
  expect(parse(schema, { count: 0, on: true })).toEqual({ says: ['This must be at least 1'] });
});
