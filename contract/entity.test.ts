import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Id } from '#contract/common.ts';
import { type FormValues, entity, entityRoutes } from '#contract/entity.ts';
import {
  choiceField,
  decimalField,
  doubledTexts,
  field,
  flagField,
  integerField,
  listField,
  requiredField,
  textField,
} from '#contract/fields.ts';

const fields = {
  shelfId: requiredField('Shelf', () => Id, ''),
  title: textField('Title', { min: 1, max: 5 }),
  notes: textField('Notes', { max: 3 }),
  pages: integerField('Pages', { max: 2000, example: 320 }),
  price: decimalField('Price', { max: 10, decimals: 1, example: 2.5 }),
  format: choiceField('Format', { paper: 'On paper', audio: 'To hear' }),
  lent: flagField('Lent', false),
  tags: listField('Tags', { item: 'A tag', max: 2, maxLength: 4 }),
  week: field('Week', () => z.int().min(1).nullable(), null),
};
const book = entity(fields);
const shelfId = '019abcde-0000-7000-8000-000000000000';
const least = { shelfId, title: 'One' };
const says = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]);

test('labels and the blank form are those of the fields', () => {
  expect(book.labels).toEqual({
    shelfId: 'Shelf',
    title: 'Title',
    notes: 'Notes',
    pages: 'Pages',
    price: 'Price',
    format: 'Format',
    lent: 'Lent',
    tags: 'Tags',
    week: 'Week',
  });
  const { shelfId: _, title: _title, ...optional } = book.blank;
  expect(book.blank).toEqual({ ...optional, shelfId: '', title: '' });
  expect(book.Input.parse(least)).toEqual({ ...least, ...optional });
  expect(fields.title.max).toBe(5);
  expect(field('Word', (name) => fields.notes.schema.describe(name), '').max).toBe(3);
});

describe('a new thing', () => {
  test('needs what is required', () => {
    expect(says(book.Input, {})?.map(([path]) => path)).toEqual(['shelfId', 'title']);
    expect(says(book.Input, { ...least, title: ' ' })).toEqual([['title', 'Title is required']]);
  });

  test('is refused with an undeclared field', () => {
    expect(book.Input.safeParse({ ...least, color: 'red' }).success).toBe(false);
  });

  test.each([
    ['pages', 2001, 'Pages must be a whole number from 0 to 2,000'],
    ['pages', 1.5, 'Pages must be a whole number from 0 to 2,000'],
    ['pages', '5', 'Pages must be a whole number from 0 to 2,000'],
    ['price', 0.25, 'Price must be from 0 to 10, with at most one decimal'],
    ['format', 'film', 'Format must be paper or audio'],
    ['lent', 1, 'Lent must be true or false'],
    ['tags', 'a', 'Tags must be a list'],
    ['tags', ['a', 'b', 'c'], 'There can be at most 2 tags'],
  ])('%s: %j is refused', (name, value, sentence) => {
    expect(says(book.Input, { ...least, [name]: value })).toEqual([[name, sentence]]);
  });

  test.each([
    [['a', ' A'], 'tags.1', 'A is there twice'],
    [['a', ''], 'tags.1', 'A tag is required'],
  ])('tags %j are refused at the one that is wrong', (tags, path, sentence) => {
    expect(says(book.Input, { ...least, tags })).toEqual([[path, sentence]]);
  });

  test('has no negative zero', () => {
    expect(Object.is(book.Input.parse({ ...least, pages: -0, price: -0 }).pages, 0)).toBe(true);
  });
});

test('changes have no defaults', () => {
  expect(book.Changes.parse({ id: shelfId, notes: ' ' })).toEqual({ id: shelfId, notes: '' });
  expect(book.Changes.safeParse({ id: shelfId, title: '' }).success).toBe(false);
});

test('a stored thing may break a newer rule', () => {
  const at = '2026-11-21T08:00:00.000Z';
  const stored = { ...least, title: 'Far too long', notes: '', pages: -1, price: 0.123, format: 'paper', lent: true };
  const kept = { id: shelfId, version: 1, createdAt: at, updatedAt: at, createdBy: null };
  const whole = { ...kept, ...stored, tags: ['', ''], week: 0 };
  expect(book.Entity.parse(whole)).toEqual(whole);
  expect(book.Entity.safeParse({ ...whole, pages: 1.5 }).success).toBe(false);
  expect(book.Entity.safeParse({ ...whole, format: 'film' }).success).toBe(false);
});

test('a form takes numbers as they are typed, and says what a number looks like', () => {
  const typed: FormValues<typeof fields> = { ...book.blank, ...least, pages: 'many', price: 2.5 };
  expect(says(book.Form, typed)).toEqual([['pages', 'Enter a number, like 320']]);
  expect(says(book.Form, { ...typed, pages: -1 })).toEqual([['pages', 'Pages must be a whole number from 0 to 2,000']]);
  expect(book.Form.parse({ ...typed, pages: 3 })).toEqual({ ...book.blank, ...least, pages: 3, price: 2.5 });
});

test('duplicate texts are found whatever their case and their Unicode form', () => {
  expect(doubledTexts([])).toEqual([]);
  expect(doubledTexts(['Yorùbá', 'Igbo', 'Yoruba'])).toEqual([]);
  expect(doubledTexts(['Yorùbá', 'IGBO', 'yorùbá'.normalize('NFD'), 'igbo', 'Igbo'])).toEqual([2, 3, 4]);
});

test('the standard calls of a kind', () => {
  const sentences = { create: 'Add', update: 'Change', remove: 'Delete' };
  const routes = Object.values(entityRoutes('/books', book, sentences, sentences));
  expect(routes.map(({ method, path, status, versioned }) => [method, path, status, versioned])).toEqual([
    ['POST', '/books', 201, false],
    ['PUT', '/books/{id}', 200, true],
    ['DELETE', '/books/{id}', 204, true],
  ]);
});
