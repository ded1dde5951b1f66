import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Card, Category, CategoryTree, Section, ShownMode, ladyDueApi } from '#contract/lady-due.ts';
import type { Output } from '#contract/route.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { statementsOf } from '#tests/load/faults.ts';
import { type Caller, doneBy, expectDone } from '#tests/desk/caller.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { at } from '#tests/records/lady-due.ts';

let app: TestDesk;
let staff: Caller;
beforeAll(async () => {
  app = await testDesk();
  ({ staff } = app);
});
afterAll(() => app.close());
beforeEach(() => app.database.pool.query('TRUNCATE categories CASCADE'));

const mode = 'TRACK_PERIOD';
const newCategory = (fields: object = {}) =>
  staff.make<Category>(`${at}/categories`, { name: 'Basics', trackingMode: mode, ...fields });
const newSection = (categoryId: string, fields: object = {}) =>
  staff.make<Section>(`${at}/sections`, { categoryId, title: 'First', ...fields });
const newCard = (sectionId: string, fields: object = {}) =>
  staff.make<Card>(`${at}/cards`, { sectionId, title: 'One', ...fields });
const update = (card: { id: string }, fields: object, ifMatch?: number) =>
  staff.put(`${at}/cards/${card.id}`, fields, ifMatch === undefined ? {} : { ifMatch });

async function newTree() {
  const category = await newCategory();
  const section = await newSection(category.id);
  return { category, section };
}
const tree = async (query = '') =>
  (expectDone(await staff.get(`${at}/categories${query}`)) as { categories: CategoryTree[] }).categories;
/** The tree, reduced to its titles. */
const outline = async (query = '') =>
  (await tree(query)).map(({ name, sections }) => [
    name,
    sections.map(({ title, cards }) => [title, cards.map((card) => card.title)]),
  ]);
const shown = async (of = mode) => (await send(app.url, `/content/v1/lady-due/${of}`)).json as ShownMode;
const titlesShown = async (of = mode) =>
  (await shown(of)).categories.flatMap(({ sections }) => sections.flatMap(({ cards }) => cards.map((c) => c.title)));
const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
/** Simulates the passing of time for one card: moves its time of publication this many seconds back. */
const passTime = (card: { id: string }, seconds: number) =>
  app.database.pool.query('UPDATE cards SET published_at = published_at - make_interval(secs => $2) WHERE id = $1', [
    card.id,
    seconds,
  ]);
const errorsOf = (answer: Awaited<ReturnType<typeof update>>) => [
  answer.status,
  ...(problemOf(answer).errors ?? []).map(({ path, message }) => `${path}: ${message}`),
];

describe('the tree', () => {
  test('has categories with their sections and cards, each in order, of one mode or of all', async () => {
    const { category, section } = await newTree();
    await newCategory({ name: 'Before', displayOrder: 1 });
    await newCategory({ name: 'Other', trackingMode: 'PCOS' });
    await newSection(category.id, { title: 'Second' });
    await newCard(section.id, { title: 'One' });
    await newCard(section.id, { title: 'Two' });
    await newCard(section.id, { title: 'Zero', displayOrder: 1 });
    const whole = [
      ['Before', []],
      [
        'Basics',
        [
          ['First', ['Zero', 'One', 'Two']],
          ['Second', []],
        ],
      ],
    ];
    expect(await outline(`?trackingMode=${mode}`)).toEqual(whole);
    expect(await outline('?trackingMode=PCOS')).toEqual([['Other', []]]);
    expect((await outline()).toSorted()).toEqual([...whole, ['Other', []]].toSorted());
    expect((await staff.get(`${at}/categories?trackingMode=NONE`)).status).toBe(422);
  });

  test('is answered from kept bytes: 304 while its mode stays as it is, new right after a change of it', async () => {
    const { section } = await newTree();
    const ask = async (of: string, etag: string) => {
      const headers = { 'If-None-Match': etag };
      const answer = await send(app.url, `${at}/categories?trackingMode=${of}`, { bearer: app.bearer, headers });
      return { status: answer.status, etag: String(answer.headers.etag) };
    };
    const first = await ask(mode, '');
    const other = await ask('PCOS', '');
    expect((await ask(mode, first.etag)).status).toBe(304);
    await newCard(section.id);
    const second = await ask(mode, first.etag);
    expect([second.status, (await ask('PCOS', other.etag)).status]).toEqual([200, 304]);
    await app.database.pool.query("UPDATE cards SET title = 'By hand'");
    expect((await ask(mode, second.etag)).status).toBe(200);
  });

  test('a record can be sent back as it is in the tree', async () => {
    const { section } = await newTree();
    await newCard(section.id, { publishStatus: 'published', richContent: '<p>Text</p>' });
    const [category] = await tree();
    const [children] = category?.sections ?? [];
    const [card] = children?.cards ?? [];
    for (const [list, record] of Object.entries({ categories: category, sections: children, cards: card })) {
      const answer = await staff.put(`${at}/${list}/${record?.id}`, record);
      expect([list, answer.status, answer.headers['operation-id']]).toEqual([list, 200, undefined]);
    }
  });

  test('a category with 10 sections and 100 cards is deleted with them, and comes back with the same ids and order', async () => {
    const cards = Array.from({ length: 10 }, (_, at) => ({ title: `Card ${at}` }));
    const children = Array.from({ length: 10 }, (_, at) => ({ title: `Section ${at}`, cards }));
    const file = { trackingMode: mode, categories: [{ name: 'Basics', sections: children }] };
    await doneBy(staff.post(`${at}/import`, { file, trackingMode: mode }));
    // An order other than that of creation.
    const [stored] = await tree();
    const sections = (stored?.sections ?? []).map(({ id }) => id).toReversed();
    await doneBy(staff.put(`${at}/order`, { parentId: stored?.id, ids: sections }));
    const before = await tree();
    const deletion = await doneBy(staff.remove(`${at}/categories/${stored?.id}`));
    expect(await tree()).toEqual([]);
    expect((await staff.bin()).items).toMatchObject([
      {
        kind: 'category',
        label: 'Basics',
        contains: [
          { kind: 'section', count: 10 },
          { kind: 'card', count: 100 },
        ],
      },
    ]);
    await doneBy(staff.undo(deletion));
    const ids = (categories: CategoryTree[]) => JSON.stringify(categories, ['id', 'sections', 'cards']);
    expect(ids(await tree())).toBe(ids(before));
  });

  test('a category that moves to another mode takes its sections and cards along, and both modes are read again', async () => {
    const { category, section } = await newTree();
    await newCard(section.id, { publishStatus: 'published' });
    await newCategory({ name: 'There', trackingMode: 'PCOS' });
    expect([await titlesShown(), await titlesShown('PCOS')]).toEqual([['One'], []]);
    const moved = await doneBy(staff.put(`${at}/categories/${category.id}`, { trackingMode: 'PCOS' }, { ifMatch: 1 }));
    expect(await outline(`?trackingMode=${mode}`)).toEqual([]);
    expect(await outline('?trackingMode=PCOS')).toEqual([
      ['There', []],
      ['Basics', [['First', ['One']]]],
    ]);
    expect([await titlesShown(), await titlesShown('PCOS')]).toEqual([[], ['One']]);
    await doneBy(staff.undo(moved));
    expect([await titlesShown(), await titlesShown('PCOS')]).toEqual([['One'], []]);
  });

  test('a card that was moved does not go back to a section that was deleted since', async () => {
    const { category, section } = await newTree();
    const second = await newSection(category.id, { title: 'Second' });
    const card = await newCard(section.id);
    const move = await doneBy(update(card, { sectionId: second.id }));
    await staff.remove(`${at}/sections/${section.id}`);
    const answer = await staff.undo(move);
    expect([answer.status, problemOf(answer).code]).toEqual([409, 'parent_missing']);
    expect(await outline()).toEqual([['Basics', [['Second', ['One']]]]]);
  });
});

describe('an order', () => {
  test('is one of the categories of a mode, of the sections of a category or of the cards of a section', async () => {
    const { category, section } = await newTree();
    const other = await newCategory({ name: 'Other' });
    const second = await newSection(category.id, { title: 'Second' });
    const cards = [await newCard(section.id), await newCard(section.id, { title: 'Two' })];
    const put = (parentId: string, records: { id: string }[]) =>
      staff.put(`${at}/order`, { parentId, ids: records.map(({ id }) => id) });
    for (const answer of [
      await put(mode, [other, category]),
      await put(category.id, [second, section]),
      await put(section.id, cards.toReversed()),
    ]) {
      expect(answer.status).toBe(204);
    }
    expect(await outline()).toEqual([
      ['Other', []],
      [
        'Basics',
        [
          ['Second', []],
          ['First', ['Two', 'One']],
        ],
      ],
    ]);
    const stale = await put(section.id, cards.slice(1));
    expect([stale.status, problemOf(stale).code, problemOf(stale).ids]).toEqual([
      409,
      'order_changed',
      [cards[1]?.id, cards[0]?.id],
    ]);
    expect((await put(crypto.randomUUID(), [])).status).toBe(404);
    expect((await put('NONE', [])).status).toBe(422);
  });

  test('a card that goes to another section comes last there', async () => {
    const { category, section } = await newTree();
    const second = await newSection(category.id, { title: 'Second' });
    const card = await newCard(section.id, { displayOrder: 1 });
    await newCard(second.id, { title: 'Two' });
    await update(card, { sectionId: second.id });
    expect(await outline()).toEqual([
      [
        'Basics',
        [
          ['First', []],
          ['Second', ['Two', 'One']],
        ],
      ],
    ]);
  });
});

test('a card that goes to another section with a position stands there, whether or not the others have one', async () => {
  const { category, section } = await newTree();
  const second = await newSection(category.id, { title: 'Second' });
  const card = await newCard(section.id);
  for (const title of ['A', 'B', 'C']) await newCard(second.id, { title });
  const move = await doneBy(update(card, { sectionId: second.id, displayOrder: 2 }));
  expect((await outline())[0]?.[1]?.[1]).toEqual(['Second', ['A', 'One', 'B', 'C']]);
  await doneBy(staff.undo(move));
  expect((await outline())[0]?.[1]).toEqual([
    ['First', ['One']],
    ['Second', ['A', 'B', 'C']],
  ]);
  await staff.put(`${at}/order`, {
    parentId: second.id,
    ids: (await tree())[0]?.sections[1]?.cards.map(({ id }) => id),
  });
  await update(card, { sectionId: second.id, displayOrder: 3 });
  expect((await outline())[0]?.[1]?.[1]).toEqual(['Second', ['A', 'B', 'One', 'C']]);
});

describe('publishing', () => {
  test('publishes now, and a card that is published keeps its time', async () => {
    const { section } = await newTree();
    const card = await newCard(section.id);
    expect(await titlesShown()).toEqual([]);
    const published = expectDone(
      await update(card, { publishStatus: 'published', publishedAt: '2020-01-01T00:00:00Z' }),
    ) as Card;
    expect(Math.abs(Date.parse(published.publishedAt ?? '') - Date.now())).toBeLessThan(60_000);
    expect(await titlesShown()).toEqual(['One']);
    const again = await update(card, { publishStatus: 'published', publishedAt: null });
    expect([again.headers['operation-id'], (again.json as Card).publishedAt]).toEqual([
      undefined,
      published.publishedAt,
    ]);
    const draft = expectDone(await update(card, { publishStatus: 'draft' })) as Card;
    expect([draft.publishedAt, await titlesShown()]).toEqual([null, []]);
  });

  test.each([
    [
      'published in the future',
      { publishStatus: 'published', publishedAt: soon(3600) },
      'This time is in the future: schedule the card instead',
    ],
    ['scheduled without a time', { publishStatus: 'scheduled' }, 'Choose a time in the future'],
    [
      'scheduled for a time that has passed',
      { publishStatus: 'scheduled', publishedAt: soon(-60) },
      'Choose a time in the future',
    ],
  ])('%s is refused, on creating and on saving', async (_, fields, message) => {
    const { section } = await newTree();
    const refused = [422, `publishedAt: ${message}`];
    expect(errorsOf(await staff.post(`${at}/cards`, { sectionId: section.id, title: 'A', ...fields }))).toEqual(
      refused,
    );
    expect(errorsOf(await update(await newCard(section.id), fields))).toEqual(refused);
  });

  test('a scheduled card is published once its time has passed, without any call that changes it', async () => {
    const { section } = await newTree();
    const card = await newCard(section.id, { publishStatus: 'scheduled', publishedAt: soon(3600) });
    const [children] = (await tree())[0]?.sections ?? [];
    expect([children?.cards[0]?.publishStatus, await titlesShown()]).toEqual(['scheduled', []]);
    await passTime(card, 3600);
    const [after] = (await tree())[0]?.sections ?? [];
    expect([after?.cards[0]?.publishStatus, await titlesShown()]).toEqual(['published', ['One']]);
    const saved = await update(card, { title: 'Two' });
    expect(saved.json).toMatchObject({ publishStatus: 'published' });
    // Sent back as it was scheduled, or as it is read now, it changes nothing.
    for (const publishStatus of ['scheduled', 'published']) {
      const back = await update(card, { publishStatus, publishedAt: (saved.json as Card).publishedAt });
      expect([back.status, back.headers['operation-id']]).toEqual([200, undefined]);
    }
  });

  test.each([
    ['a change of the title', 5, { title: 'Two' }],
    // One of these reads the rule of the area: a published card may need an edition.
    ['a change of the status', 7, { publishStatus: 'published' }],
    ['a change of status and place', 8, { publishStatus: 'published', displayOrder: 2 }],
  ])('%s takes %i statements, one of which locks and reads the card', async (_, count, fields) => {
    const { section } = await newTree();
    const card = await newCard(section.id);
    const { statements } = await statementsOf(app.database.pool, () => update(card, fields, 1));
    const locking = statements.filter((text) => /for update$/i.test(text));
    expect([locking.length, statements.length]).toEqual([1, count]);
  });

  test('a kept answer never lives beyond the next scheduled moment', async () => {
    const { section } = await newTree();
    const life = async () => (await send(app.url, `/content/v1/lady-due/${mode}`)).headers['cache-control'];
    const whole = 'public, max-age=30, stale-while-revalidate=30, stale-if-error=3600';
    expect(await life()).toBe(whole);
    const card = await newCard(section.id, { publishStatus: 'scheduled', publishedAt: soon(3) });
    const short = /^public, max-age=(\d), stale-while-revalidate=0,/.exec(String(await life()));
    expect(Number(short?.[1])).toBeLessThan(3);
    await expect.poll(async () => (await titlesShown()).length, { timeout: 30_000, interval: 250 }).toBe(1);
    expect(await life()).toBe(whole);
    expect((await tree())[0]?.sections[0]?.cards[0]).toMatchObject({
      id: card.id,
      publishStatus: 'published',
      version: 1,
    });
  });

  test('an unchanged status does not undo other sent fields', async () => {
    const { section } = await newTree();
    const scheduled = { publishStatus: 'scheduled', publishedAt: soon(60) };
    const card = await newCard(section.id, scheduled);
    expect((await update(card, { title: 'Mine', ...scheduled })).json).toMatchObject({ title: 'Mine', version: 2 });
  });
});

describe('several cards at once', () => {
  const bulk = (ids: string[], action: string, publishedAt?: string, more: object = {}) =>
    staff.post(`${at}/cards/bulk`, { ids, action, ...(publishedAt ? { publishedAt } : {}), ...more });

  test('each action is one operation and one undo', async () => {
    const { section } = await newTree();
    const ids: string[] = [];
    for (let index = 0; index < 200; index += 1) ids.push((await newCard(section.id, { title: `${index}` })).id);
    const cards = async () => (await tree())[0]?.sections[0]?.cards ?? [];
    const states = async () => new Set((await cards()).map((c) => `${c.publishStatus} ${c.isActive}`));
    for (const [action, state] of [
      ['publish', 'published true'],
      ['deactivate', 'published false'],
      ['draft', 'draft false'],
      ['activate', 'draft true'],
    ] as const) {
      const answer = await bulk(ids, action);
      expect([answer.status, answer.json]).toMatchObject([200, { count: 200, unchanged: 0 }]);
      expect(await states()).toEqual(new Set([state]));
    }
    const before = await cards();
    await doneBy(staff.undo(await doneBy(bulk(ids, 'schedule', soon(600)))));
    await doneBy(staff.undo(await doneBy(bulk(ids, 'delete'))));
    expect((await cards()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(await states()).toEqual(new Set(['draft true']));
  });

  test('with one that does not exist, or a time that has passed, nothing changes', async () => {
    const { section } = await newTree();
    const { id } = await newCard(section.id);
    const before = await tree();
    const unknown = crypto.randomUUID();
    expect((await bulk([id, unknown], 'publish')).status).toBe(404);
    expect((await bulk([id, id], 'publish')).status).toBe(422);
    expect((await bulk([id], 'schedule')).status).toBe(422);
    expect((await bulk([id], 'schedule', soon(-1))).status).toBe(422);
    expect(errorsOf(await bulk([id], 'activate', soon(60)))).toEqual([
      422,
      'publishedAt: Only cards that are scheduled take a time',
    ]);
    expect(errorsOf(await bulk([id], 'move'))).toEqual([422, 'sectionId: Choose a section']);
    expect(errorsOf(await bulk([id], 'publish', undefined, { sectionId: section.id }))).toEqual([
      422,
      'sectionId: Only cards that are moved take a section',
    ]);
    expect(await tree()).toEqual(before);
  });
});

describe('a copy', () => {
  const copy = (list: string, { id }: { id: string }, parentId?: string) =>
    staff.post(`${at}/${list}/${id}/duplicate`, parentId === undefined ? {} : { parentId });

  test('of a card stands after it, as a draft', async () => {
    const { section } = await newTree();
    const card = await newCard(section.id, { publishStatus: 'published', citations: ['WHO'], richContent: '<p>x</p>' });
    await newCard(section.id, { title: 'Two' });
    const answer = await copy('cards', card);
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      title: 'One (copy)',
      citations: ['WHO'],
      richContent: '<p>x</p>',
      publishStatus: 'draft',
      publishedAt: null,
      version: 1,
    });
    expect(await outline()).toEqual([['Basics', [['First', ['One', 'One (copy)', 'Two']]]]]);
    expect((await tree())[0]?.sections[0]?.cards[1]?.id).toBe((answer.json as Card).id);
    await doneBy(staff.undo(String(answer.headers['operation-id'])));
    expect(await outline()).toEqual([['Basics', [['First', ['One', 'Two']]]]]);
  });

  test('of a category has all its sections and cards, also in another mode, and is one operation', async () => {
    const { category, section } = await newTree();
    const second = await newSection(category.id, { title: 'Second', displayOrder: 1 });
    for (const title of ['A', 'B']) await newCard(section.id, { title, publishStatus: 'published' });
    await newCard(second.id, { title: 'C', displayOrder: 1 });
    const answer = await copy('categories', category, 'PCOS');
    const children = [
      ['Second', ['C']],
      ['First', ['A', 'B']],
    ];
    expect(await outline('?trackingMode=PCOS')).toEqual([['Basics', children]]);
    expect(await outline(`?trackingMode=${mode}`)).toEqual([['Basics', children]]);
    expect(await titlesShown('PCOS')).toEqual([]);
    const [operation] = (await staff.operations()).operations;
    expect(operation).toMatchObject({
      action: 'copy',
      kind: 'category',
      entityId: (answer.json as Category).id,
      label: 'Basics',
      details: 'with 2 sections and 3 cards',
    });
    await doneBy(staff.undo(operation?.id ?? ''));
    expect(await outline('?trackingMode=PCOS')).toEqual([]);
  });

  test('is called (copy) where its name is taken, also when that fills the field, and a copy of that is numbered', async () => {
    const { category, section } = await newTree();
    const title = 'ẹ̀'.repeat(100);
    const long = await newSection(category.id, { title });
    await newCard(section.id);
    const first = expectDone(await copy('sections', section)) as Section;
    await copy('sections', first);
    await copy('sections', long);
    const marked = `${'ẹ̀'.repeat(96)} (copy)`;
    expect((await tree())[0]?.sections.map((one) => one.title)).toEqual([
      'First',
      'First (copy)',
      'First (copy 2)',
      title.normalize('NFC'),
      marked.normalize('NFC'),
    ]);
    const { operations } = await staff.operations('?limit=3');
    expect(operations[2]).toMatchObject({ action: 'copy', label: 'First', details: 'with 1 card' });
  });

  test('of a section goes to the end of another category; to one that is gone is 409', async () => {
    const { category, section } = await newTree();
    const other = await newCategory({ name: 'Other' });
    await newSection(other.id, { title: 'There' });
    await newCard(section.id);
    expect((await copy('sections', section, other.id)).status).toBe(201);
    expect(await outline()).toEqual([
      ['Basics', [['First', ['One']]]],
      [
        'Other',
        [
          ['There', []],
          ['First', ['One']],
        ],
      ],
    ]);
    expect(problemOf(await copy('sections', section, crypto.randomUUID())).code).toBe('parent_missing');
    expect((await copy('sections', category)).status).toBe(404);
  });
});

describe('the default content', () => {
  const create = (trackingMode: string) => staff.post(`${at}/default-content`, { trackingMode });

  test.each([
    ['TRACK_PERIOD', [4, 3]],
    ['TRACK_PREGNANCY', [3, 6, 4]],
    ['TRYING_TO_CONCEIVE', [3]],
    ['PCOS', [3]],
  ])('of %s has its sections and cards, all drafts with citations', async (of, counts) => {
    const answer = await create(of);
    expect(answer.status).toBe(201);
    const { categories } = answer.json as { categories: CategoryTree[] };
    expect(categories).toEqual(await tree(`?trackingMode=${of}`));
    expect(categories.map(({ sections }) => sections.map(({ cards }) => cards.length))).toEqual([counts]);
    const cards = categories.flatMap(({ sections }) => sections.flatMap((one) => one.cards));
    for (const card of cards) {
      expect(card.citations.length, card.title).toBeGreaterThan(0);
      expect(card).toMatchObject({ publishStatus: 'draft', isActive: true });
      // It is stored as written, and can be saved again.
      expect((await update(card, { richContent: card.richContent })).headers['operation-id']).toBeUndefined();
    }
    // The urgent instructions come first, with the place to go to.
    expect(cards[0]?.richContent).toMatch(
      /^<p><strong>Go to hospital now, day or night<\/strong>.* call \{emergency\}\./,
    );
    await doneBy(staff.undo(String(answer.headers['operation-id'])));
    expect(await tree()).toEqual([]);
  });

  test('asked for by twenty at once is created once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('TRACK_PERIOD')));
    const others = answers.filter(({ status }) => status !== 201);
    expect(others.map((answer) => [answer.status, problemOf(answer).detail])).toEqual(
      Array.from({ length: 19 }, () => [409, 'Category already exists for Period Tracker']),
    );
    expect(await outline()).toHaveLength(1);
  });

  test('of a mode that does not exist is 404', async () => {
    const answer = await create('MENOPAUSE');
    expect([answer.status, problemOf(answer).detail]).toEqual([
      404,
      'No default content structure found for this mode',
    ]);
  });
});

describe('the app', () => {
  test('gets the active, published cards with their sections and categories; the preview has the same body', async () => {
    const { category, section } = await newTree();
    await newSection(category.id, { title: 'Empty' });
    await newCategory({ name: 'Without a card' });
    const published = { publishStatus: 'published' };
    const headerImageAlt = 'A woman reads in the shade';
    const card = await newCard(section.id, { ...published, citations: ['WHO'], headerImageAlt });
    await newCard(section.id, { ...published, title: 'Inactive', isActive: false });
    await newCard(section.id, { title: 'Draft' });
    await newCard(section.id, { title: 'Scheduled', publishStatus: 'scheduled', publishedAt: soon(60) });
    const { id, title, description, backgroundColor, imageAssetName, content, richContent, headerImageUrl } = card;
    const shownCard = { id, sectionId: section.id, title, description, backgroundColor, imageAssetName, content };
    expect(await shown()).toEqual({
      trackingMode: mode,
      categories: [
        {
          id: category.id,
          name: 'Basics',
          description: '',
          trackingMode: mode,
          headerImageUrl: '',
          headerImageAlt: '',
          updatedAt: category.updatedAt,
          sections: [
            {
              id: section.id,
              categoryId: category.id,
              title: 'First',
              description: '',
              updatedAt: section.updatedAt,
              cards: [
                {
                  ...shownCard,
                  richContent,
                  headerImageUrl,
                  headerImageAlt,
                  citations: ['WHO'],
                  publishedAt: card.publishedAt,
                  updatedAt: card.updatedAt,
                  reviewedOn: null,
                  reviewedBy: null,
                },
              ],
            },
          ],
        },
      ],
    });
    expect((await staff.get(`${at}/preview/${mode}`)).text).toBe(
      (await send(app.url, `/content/v1/lady-due/${mode}`)).text,
    );
    expect((await send(app.url, '/content/v1/lady-due/NONE')).status).toBe(404);
  });
});

type Analytics = Output<typeof ladyDueApi.ladyDue.analytics>;
const analytics = async (query = '') => expectDone(await staff.get(`${at}/analytics${query}`)) as Analytics;

test('the analytics count all content and the content of the app, and list the latest changes', async () => {
  const { section } = await newTree();
  await newCategory({ trackingMode: 'PCOS' });
  await newCard(section.id);
  await newCard(section.id, { publishStatus: 'published' });
  const passed = await newCard(section.id, { publishStatus: 'scheduled', publishedAt: soon(3600) });
  await passTime(passed, 3600);
  await newCard(section.id, { publishStatus: 'scheduled', publishedAt: soon(3600) });
  const card = await newCard(section.id, { title: 'Two', isActive: false, publishStatus: 'published' });
  const { totals, modes, inApp, contentPerformance } = await analytics();
  const none = { TRACK_PREGNANCY: 0, TRYING_TO_CONCEIVE: 0, PCOS: 0 };
  expect([modes, inApp]).toEqual([
    { ...none, TRACK_PERIOD: 5 },
    { ...none, TRACK_PERIOD: 2 },
  ]);
  expect([totals, contentPerformance.statusDistribution, contentPerformance.publishDistribution]).toEqual([
    { categories: 2, sections: 1, cards: 5, activeCards: 4 },
    { active: 4, inactive: 1 },
    { published: 2, scheduled: 1, ended: 0, draft: 1, inactive: 1 },
  ]);
  expect(contentPerformance.recentActivity[0]).toEqual({
    action: 'create',
    timestamp: card.createdAt,
    operationId: expect.any(String),
    actor: { id: expect.any(String), name: expect.any(String) },
    kind: 'card',
    entityId: card.id,
    label: 'Two',
    details: '',
    count: 1,
    undoes: null,
  });
  const ofPcos = await analytics('?trackingMode=PCOS');
  expect([ofPcos.totals, ofPcos.modes.TRACK_PERIOD]).toEqual([
    { categories: 1, sections: 0, cards: 0, activeCards: 0 },
    5,
  ]);
});

test('the analytics name the cards that are published next, themselves or with new words', async () => {
  const { section } = await newTree();
  const next = [];
  for (const [title, seconds, isActive] of [
    ['Late', 300, true],
    ['Soon', 100, true],
    ['Hidden', 50, false],
    ['Then', 200, true],
    ['Last', 400, true],
  ] as const) {
    const scheduled = { title, isActive, publishStatus: 'scheduled', publishedAt: soon(seconds) };
    const { id, publishedAt } = await newCard(section.id, scheduled);
    next.push({ id, title, trackingMode: mode, publishedAt, newWords: false });
  }
  const shown = await newCard(section.id, { title: 'Shown', publishStatus: 'published' });
  const showFrom = soon(150);
  expectDone(await staff.post(`${at}/cards/${shown.id}/publish`, { showFrom, words: { title: 'Reworded' } }));
  const reworded = { id: shown.id, title: 'Reworded', trackingMode: mode, publishedAt: showFrom, newWords: true };
  const named = (await analytics()).contentPerformance.scheduledNext;
  expect(named).toEqual([next[1], reworded, next[3]]);
  expect((await analytics('?trackingMode=PCOS')).contentPerformance.scheduledNext).toEqual([]);
});

test('the latest changes of a mode are its own, also of records that were moved, copied, imported or deleted since', async () => {
  const { category, section } = await newTree();
  const cards = [await newCard(section.id), await newCard(section.id, { title: 'Two' })];
  const other = await newCategory({ name: 'Weeks', trackingMode: 'TRACK_PREGNANCY' });
  await doneBy(staff.put(`${at}/order`, { parentId: section.id, ids: cards.map(({ id }) => id).toReversed() }));
  await staff.remove(`${at}/cards/${cards[0]?.id}`);
  await doneBy(staff.put(`${at}/categories/${other.id}`, { trackingMode: 'PCOS' }));
  const done = async (of: string) =>
    (await analytics(`?trackingMode=${of}`)).contentPerformance.recentActivity.map(({ action, label }) =>
      [action, label].join(' '),
    );
  const ofPeriod = ['delete One', 'reorder Two', 'create Two', 'create One', 'create First', 'create Basics'];
  expect((await done(mode)).slice(0, 6)).toEqual(ofPeriod);
  expect((await done('PCOS'))[0]).toBe('move Weeks');
  expect((await done('TRACK_PREGNANCY')).slice(0, 2)).toEqual(['move Weeks', 'create Weeks']);
  await staff.remove(`${at}/sections/${section.id}`);
  await staff.remove(`${at}/categories/${category.id}`);
  expect((await done(mode)).slice(0, 8)).toEqual(['delete Basics', 'delete First', ...ofPeriod]);
});

test('a bulk call tells how many it changed, how many were so already, and how many stay hidden and why', async () => {
  const { section } = await newTree();
  const fields = [{}, { publishStatus: 'published' }, { isActive: false }];
  const ids: string[] = [];
  for (const one of fields) ids.push((await newCard(section.id, one)).id);
  const bulk = async (action: string, more: object = {}) =>
    expectDone(await staff.post(`${at}/cards/bulk`, { ids, action, ...more }));
  const hidden = { inactive: 0, draft: 0, scheduled: 0, ended: 0 };
  expect(await bulk('publish')).toEqual({ count: 2, unchanged: 1, hidden: { ...hidden, inactive: 1 } });
  expect((await staff.operations('?limit=1')).operations[0]).toMatchObject({
    action: 'publish',
    count: 2,
    entityId: null,
    details: 'in Period Tracker',
  });
  expect(await bulk('publish')).toEqual({ count: 0, unchanged: 3, hidden: { ...hidden, inactive: 1 } });
  expect(await bulk('draft')).toEqual({
    count: 3,
    unchanged: 0,
    hidden: { inactive: 1, draft: 3, scheduled: 0, ended: 0 },
  });
  expect(await bulk('activate')).toEqual({ count: 1, unchanged: 2, hidden: { ...hidden, draft: 3 } });
  const later = { publishedAt: soon(600) };
  expect(await bulk('schedule', later)).toEqual({ count: 3, unchanged: 0, hidden: { ...hidden, scheduled: 3 } });
  expect(await bulk('delete')).toEqual({ count: 3, unchanged: 0, hidden });
});

test('the log names the action, the cards and the place', async () => {
  const { category, section } = await newTree();
  const second = await newSection(category.id, { title: 'Second' });
  const cards: Card[] = [];
  for (const title of ['A', 'B', 'C']) cards.push(await newCard(section.id, { title }));
  const [a, b, c] = cards as [Card, Card, Card];
  const last = async () => {
    const [one] = (await staff.operations('?limit=1')).operations;
    return [one?.action, one?.label, one?.details, one?.count];
  };
  const order = (ids: string[], movedId?: string) =>
    doneBy(staff.put(`${at}/order`, { parentId: section.id, ids, ...(movedId && { movedId }) }));
  await order([c.id, a.id, b.id]);
  expect(await last()).toEqual(['reorder', 'C', 'to place 1 in “First”', 1]);
  // Two neighbours swap places: the log names the one that was moved.
  const swap = await order([a.id, c.id, b.id], c.id);
  expect(await last()).toEqual(['reorder', 'C', 'to place 2 in “First”', 1]);
  await doneBy(staff.undo(swap));
  expect(await last()).toEqual(['undo', 'C', 'to place 2 in “First”', 1]);
  await order([b.id, a.id, c.id]);
  expect(await last()).toEqual(['reorder', '', 'in “First”', 2]);
  await doneBy(update(a, { displayOrder: 1 }));
  expect(await last()).toEqual(['move', 'A', 'to place 1 in “First”', 1]);
  await doneBy(update(a, { sectionId: second.id }));
  expect(await last()).toEqual(['move', 'A', 'to place 1 in “Second”', 1]);
  await doneBy(staff.post(`${at}/cards/bulk`, { ids: [b.id, c.id], action: 'move', sectionId: second.id }));
  expect(await last()).toEqual(['move', '', 'to “Second”', 2]);
  await doneBy(staff.put(`${at}/categories/${category.id}`, { trackingMode: 'PCOS' }));
  expect(await last()).toEqual(['move', 'Basics', 'to place 1 in PCOS', 1]);
  for (const [fields, action] of [
    [{ publishStatus: 'published' }, 'publish'],
    [{ publishStatus: 'scheduled', publishedAt: soon(600) }, 'schedule'],
    [{ publishStatus: 'draft' }, 'draft'],
    [{ publishStatus: 'published', title: 'D' }, 'update'],
  ] as const) {
    await doneBy(update(a, fields));
    expect((await last())[0]).toBe(action);
  }
});

test('each entry of the log has the place of its record, and the time that it scheduled', async () => {
  const { category, section } = await newTree();
  const card = await newCard(section.id, { title: 'A' });
  const last = async () => {
    const [one] = (await staff.operations('?limit=1')).operations;
    return [one?.action, one?.place, one?.scheduledFor];
  };
  expect(await last()).toEqual(['create', 'in “First”', null]);
  const from = soon(600);
  await doneBy(update(card, { publishStatus: 'scheduled', publishedAt: from }));
  expect(await last()).toEqual(['schedule', 'in “First”', from]);
  const review = { kind: 'card', records: [{ id: card.id, version: 2 }] };
  expectDone(await staff.post(`${at}/approvals/exempt`, { ...review, reason: 'A picture alone' }));
  expect(await last()).toEqual(['exempt', 'in “First”', null]);
  const other = await newSection(category.id, { title: 'Second' });
  await doneBy(update(card, { sectionId: other.id }));
  expect(await last()).toEqual(['move', '', null]);
  await staff.remove(`${at}/cards/${card.id}`);
  expect(await last()).toEqual(['delete', 'in “Second”', null]);
  await staff.remove(`${at}/sections/${other.id}`);
  expect(await last()).toEqual(['delete', 'in “Basics”', null]);
  await staff.remove(`${at}/categories/${category.id}`);
  expect(await last()).toEqual(['delete', 'in Period Tracker', null]);
  // The places of records whose parents are gone.
  const { operations } = await staff.operations('?limit=7');
  const places = operations.toReversed().map(({ place }) => place);
  expect(places).toEqual([
    'in “First”',
    'in “Second”',
    'in “Basics”',
    '',
    'in “Second”',
    'in “Basics”',
    'in Period Tracker',
  ]);
});

test('a search counts the cards that it finds in each mode, by names, texts and words without marks', async () => {
  const { section } = await newTree();
  const other = await newCategory({ name: 'Ìrora', trackingMode: 'PCOS' });
  const children = await newSection(other.id);
  const published = { publishStatus: 'published' };
  await newCard(children.id, { ...published, isActive: false });
  await newCard(children.id, published);
  await newCard(section.id, { richContent: '<p>It <em>is</em> iro<strong>ra</strong></p><p>nígbà &amp; rest</p>' });
  await newCard(section.id, { citations: ['WHO: 100 % of them_'] });
  const found = async (search: string, more = '') => {
    const answer = await staff.get(`${at}/search?search=${encodeURIComponent(search)}${more}`);
    const { modes } = expectDone(answer) as Output<typeof ladyDueApi.ladyDue.search>;
    return [modes.TRACK_PERIOD, modes.PCOS];
  };
  expect(await found(' IRORA ')).toEqual([1, 2]);
  expect(await found('irora', '&status=active')).toEqual([1, 1]);
  expect(await found('irora', '&publish=draft')).toEqual([1, 0]);
  expect(await found('irora nigba & rest')).toEqual([1, 0]);
  expect(await found('em>')).toEqual([0, 0]);
  expect(await found('100 % of them_')).toEqual([1, 0]);
  expect(await found('nothing of it')).toEqual([0, 0]);
});

test('an export is the content of a mode as it can be imported, with the time of the database', async () => {
  const { section } = await newTree();
  await newCard(section.id);
  const exported = expectDone(await staff.get(`${at}/export/${mode}`)) as Output<typeof ladyDueApi.ladyDue.export>;
  const { rows } = await app.database.pool.query<{ now: string }>('SELECT now()');
  expect(exported).toEqual({
    version: '1.0',
    exportedAt: expect.any(String),
    trackingMode: mode,
    categories: await tree(),
  });
  expect(Math.abs(Date.parse(exported.exportedAt) - Date.parse(rows[0]?.now ?? ''))).toBeLessThan(60_000);
  expect((await staff.get(`${at}/export/NONE`)).status).toBe(404);
});
