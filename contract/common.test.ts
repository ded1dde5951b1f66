import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  Id,
  Instant,
  PageInput,
  Version,
  changes,
  optionalEmail,
  optionalUrl,
  text,
  textLength,
} from '#contract/common.ts';
import { optionalImageUrl } from '#contract/images.ts';

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

  test('a letter with too many marks is refused before the costly normalisation', () => {
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

  test('accepts the read-only fields of an entity as it was read, whatever their values', () => {
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
  [PageInput.page, 1, true],
  [PageInput.page, 0, false],
  [PageInput.page, Number.POSITIVE_INFINITY, false],
  [PageInput.page, Number.NaN, false],
  [PageInput.limit, 100, true],
  [PageInput.limit, 101, false],
])('%#: %j', (schema, value, fits) => {
  expect(schema.safeParse(value).success).toBe(fits);
});

test('paging left out is the first page of ten', () => {
  expect(z.object(PageInput).parse({})).toEqual({ page: 1, limit: 10 });
});

test('messages are sentences for the person who filled in the form', () => {
  const schema = z.strictObject({ count: z.int().min(1).max(5), on: z.boolean() });
  expect(parse(schema, {})).toEqual({ says: ['This is required', 'This is required'] });
  expect(parse(schema, { count: 'x', on: 1 })).toEqual({ says: ['This must be a number', 'This must be a boolean'] });
  expect(parse(schema, { count: 1.5, on: true })).toEqual({ says: ['This must be a whole number'] });
  expect(parse(schema, { count: 9, on: true })).toEqual({ says: ['This must be at most 5'] });
  expect(parse(schema, { count: 0, on: true })).toEqual({ says: ['This must be at least 1'] });
});

describe('optional text', () => {
  const own = `/images/doctor-images/${'0a'.repeat(16)}.webp`;
  const email = optionalEmail('Email');
  const link = optionalUrl('Link');
  const picture = optionalImageUrl('Picture');

  test.each([
    [email, '', ''],
    [email, ' \t', ''],
    [email, ' ada.obi+clinic@example.com ', 'ada.obi+clinic@example.com'],
    [link, '', ''],
    [link, ' https://example.com ', 'https://example.com'],
    [link, 'HTTP://EXAMPLE.com:8080/a?b=c#d@e', 'HTTP://EXAMPLE.com:8080/a?b=c#d@e'],
    [link, 'https://xn--80ak6aa92e.com/ẹ̀', 'https://xn--80ak6aa92e.com/ẹ̀'],
    [link, 'http://[::1]/', 'http://[::1]/'],
    [picture, '', ''],
    [picture, own, own],
    [picture, 'https://example.com/a.png', 'https://example.com/a.png'],
  ])('%#: %j is kept as %j', (schema, typed, kept) => {
    expect(parse(schema, typed)).toEqual({ value: kept });
  });

  test.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada obi@example.com',
    'ada@example.com, obi@example.com',
    'Ada <ada@example.com>',
    'ada@exam\nple.com',
  ])('%j is no email address', (typed) => {
    expect(parse(email, typed)).toEqual({ says: ['Email must be an email address such as ada@example.com'] });
  });

  test('an email address is as long as mail allows', () => {
    const part = 'x'.repeat(60);
    const address = `${part}@${part}.${part}.${part}.com`;
    expect(parse(email, address)).toEqual({ value: address });
    expect(parse(email, `${'x'.repeat(243)}@example.com`).says?.[0]).toBe('Email can have at most 254 characters');
  });

  test.each([
    'example.com',
    '//example.com',
    'https:example.com',
    'https:/example.com',
    'https://',
    'https:///x',
    'https://?x',
    'ftp://example.com',
    'javascript:alert(1)',
    'JaVaScRiPt://example.com/%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://ada:secret@example.com',
    'https://ada@example.com',
    'https://@example.com',
    'https://example.com\\@evil.example',
    'https://exa mple.com',
    'https://example.com/a b',
    'https://example.com/\u202egnp.a',
    'https://example.com/\u200b',
    'https://exam\nple.com',
    'https://example.com:99999',
    'https://[::1',
    'https://%00.com',
    own,
    '/admin',
  ])('%j is no link', (typed) => {
    expect(parse(link, typed)).toEqual({ says: ['Link must be a web address that starts with https:// or http://'] });
  });

  test.each([
    own.replace('doctor-images', 'other-images'),
    own.replace('/images/', '/images/../images/'),
    `${own}?w=96`,
    `${own}/x`,
    own.toUpperCase(),
    ` //example.com${own}`,
    '/images/doctor-images/x.webp',
    '/admin',
    'javascript:alert(1)',
  ])('%j is no picture', (typed) => {
    const says = ['Picture must be an uploaded image, or a web address that starts with https:// or http://'];
    expect(parse(picture, typed)).toEqual({ says });
  });
});
