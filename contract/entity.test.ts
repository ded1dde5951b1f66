import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type FormValues, entity } from '#contract/entity.ts';
import { bulkRoute, entityRoutes, orderRoute, publishedRoute } from '#contract/entity-routes.ts';
import {
  activeField,
  choiceField,
  decimalField,
  doubledTexts,
  field,
  flagField,
  imageField,
  integerField,
  listField,
  momentField,
  parentField,
  positionField,
  textField,
} from '#contract/fields.ts';
import { listName } from '#contract/kinds.ts';
import type { Route } from '#contract/route.ts';

const fields = {
  shelfId: parentField('section'),
  title: textField('Title', { min: 1, max: 5 }),
  notes: textField('Notes', { max: 3 }),
  pages: integerField('Pages', { max: 2000, example: 320 }),
  price: decimalField('Price', { max: 10, decimals: 1, example: 2.5 }),
  format: choiceField('Format', { paper: 'On paper', audio: 'To hear' }),
  lent: flagField('Lent', false),
  tags: listField('Tags', { item: 'A tag', max: 2, maxLength: 4 }),
  week: field('Week', () => z.int().min(1).nullable(), null),
};
const book = entity('card', fields);
const shelfId = '019abcde-0000-7000-8000-000000000000';
const least = { shelfId, title: 'One' };
const says = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]);

test('labels and the blank form are those of the fields', () => {
  expect(book.labels).toEqual({
    shelfId: 'Section',
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

describe('a new record', () => {
  test('says what to choose when the parent is missing', () => {
    for (const schema of [book.Input, book.Form]) {
      expect(says(schema, { ...book.blank, title: 'One' })).toEqual([['shelfId', 'Choose a section']]);
    }
    expect(says(book.Input, { title: 'One' })).toEqual([['shelfId', 'Choose a section']]);
  });

  test('needs the required fields', () => {
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

test('a stored record may break a newer rule', () => {
  const at = '2026-11-21T08:00:00.000Z';
  const stored = { ...least, title: 'Far too long', notes: '', pages: -1, price: 0.123, format: 'paper', lent: true };
  const kept = { id: shelfId, version: 1, createdAt: at, updatedAt: at, createdBy: null };
  const whole = { ...kept, ...stored, tags: ['', ''], week: 0 };
  expect(book.Entity.parse(whole)).toEqual(whole);
  expect(book.Entity.safeParse({ ...whole, pages: 1.5 }).success).toBe(false);
  expect(book.Entity.safeParse({ ...whole, format: 'film' }).success).toBe(false);
});

test('a form accepts numbers as they are typed, and shows an example of a number', () => {
  const typed: FormValues<typeof fields> = { ...book.blank, ...least, pages: 'many', price: 2.5 };
  expect(says(book.Form, typed)).toEqual([['pages', 'Enter a number, like 320']]);
  expect(says(book.Form, { ...typed, pages: -1 })).toEqual([['pages', 'Pages must be a whole number from 0 to 2,000']]);
  expect(book.Form.parse({ ...typed, pages: 3 })).toEqual({ ...book.blank, ...least, pages: 3, price: 2.5 });
});

describe('a rule over several fields', () => {
  const loan = entity('card', { from: momentField('From'), until: momentField('Until') }, ({ from, until }) =>
    from && until && until <= from ? { until: 'Until is before From' } : {},
  );
  const [nine, ten] = ['2026-11-30T09:00:00.000Z', '2026-11-30T10:00:00.000Z'];

  test('applies to new records, and a stored record may break it', () => {
    expect(loan.Input.parse({ from: nine })).toEqual({ from: nine, until: null });
    expect(says(loan.Input, { from: ten, until: nine })).toEqual([['until', 'Until is before From']]);
    expect(loan.Changes.safeParse({ id: shelfId, from: ten, until: nine }).success).toBe(true);
    const at = { createdAt: nine, updatedAt: nine };
    const stored = { id: shelfId, version: 1, ...at, createdBy: null, from: ten, until: '1900-01-01T00:00:00.000Z' };
    expect(loan.Entity.parse(stored)).toEqual(stored);
  });
});

test('duplicate texts are found whatever their case and their Unicode form', () => {
  expect(doubledTexts([])).toEqual([]);
  expect(doubledTexts(['Yorùbá', 'Igbo', 'Yoruba'])).toEqual([]);
  expect(doubledTexts(['Yorùbá', 'IGBO', 'yorùbá'.normalize('NFD'), 'igbo', 'Igbo'])).toEqual([2, 3, 4]);
});

describe('the calls of a kind', () => {
  const leaf = entity('card', {
    sectionId: parentField('section'),
    title: textField('Title', { min: 1, max: 5 }),
    picture: imageField('Picture'),
    shown: activeField('Shown'),
    displayOrder: positionField('Position in the section'),
  });
  const lines = (calls: Record<string, Route>) =>
    Object.values(calls).map(({ method, path, status, versioned, access }) =>
      [method, path, status, versioned ? 'versioned' : '', access].join(' '),
    );
  const id = shelfId;

  test('have their methods and paths', () => {
    const calls = {
      ...entityRoutes(leaf, {}, '/cards'),
      order: orderRoute(leaf, '/cards'),
      bulk: bulkRoute(leaf, [], '/cards'),
      published: publishedRoute(leaf),
    };
    expect(lines(calls)).toEqual([
      'GET /cards 200  staff',
      'POST /cards 201  staff',
      'PUT /cards/{id} 200 versioned staff',
      'DELETE /cards/{id} 204 versioned staff',
      'POST /cards/order 204  staff',
      'POST /cards/bulk 200  staff',
      'GET /content/v1/cards 200  public',
    ]);
    expect(calls.update.summary).toBe('Change a card.');
    expect(calls.list.summary).toBe('All cards, or those of one section, in order.');
    expect(calls.published.summary).toBe('What the app shows: the shown cards, in order.');
    expect(entityRoutes(leaf, { update: 'Change it.' }, '/cards').update.summary).toBe('Change it.');
  });

  test('fail in the words of the kind', () => {
    const { list, create } = entityRoutes(leaf, {}, '/cards');
    expect([list.failure, create.failure]).toEqual(['Failed to fetch cards', 'Failed to create card']);
    expect(orderRoute(leaf, '/cards').failure).toBe('Failed to update the order of cards');
    expect(bulkRoute(leaf, [], '/cards').failure).toBe('Failed to change the selected cards');
  });

  test('take a parent where there is one', () => {
    const { list } = entityRoutes(leaf, {}, '/cards');
    expect(says(list.input as z.ZodType, { sectionId: 'x' })?.length).toBe(1);
    expect(list.input?.parse({ sectionId: id })).toEqual({ sectionId: id });
    expect(list.input?.parse({})).toEqual({});
    expect(says(orderRoute(leaf, '/cards').input as z.ZodType, { ids: [] })?.map(([path]) => path)).toEqual([
      'parentId',
    ]);
    const books = orderRoute(entity('card', { title: fields.title, displayOrder: positionField('Place') }), '/books');
    expect(says(books.input as z.ZodType, { ids: [], parentId: id })?.length).toBe(1);
  });

  test('take the value that records of one order share, when that is not a parent', () => {
    const track = entity('category', {
      mode: choiceField('Mode', { one: 'One', two: 'Two' }),
      displayOrder: positionField('Place', 'mode'),
    });
    expect(orderRoute(track, '/tracks').input?.parse({ ids: [], parentId: 'two' })).toEqual({
      ids: [],
      parentId: 'two',
    });
    expect(entityRoutes(track, {}, '/tracks').list.input?.parse({ mode: 'one' })).toEqual({ mode: 'one' });
  });

  test.each([
    [leaf, ['publish'], ['publish', 'activate', 'deactivate', 'delete']],
    [leaf, [], ['activate', 'deactivate', 'delete']],
    [book, [], ['delete']],
  ] as const)('offer in bulk what the kind has', (kind, actions, offered) => {
    const { input } = bulkRoute(kind as typeof leaf, actions, '/x');
    expect(input?.shape.action.options).toEqual(offered);
    expect(says(input as z.ZodType, { ids: [id, id], action: 'delete' })).toEqual([
      ['ids', 'A card is selected twice'],
    ]);
    expect(says(input as z.ZodType, { ids: [], action: 'delete' })).toEqual([['ids', 'Select at least one card']]);
  });

  test('tell the app nothing that only staff need', () => {
    const { output } = publishedRoute(leaf, ['title']);
    const [shown] = Object.values(output?.shape ?? {}).map((list) => Object.keys(list.element.shape));
    expect(shown).toEqual(['id', 'sectionId', 'picture', 'createdAt', 'updatedAt']);
  });
});

test('a list is called by the words of its kind', () => {
  expect([listName('doctor'), listName('phase-description')]).toEqual(['doctors', 'descriptions']);
});
