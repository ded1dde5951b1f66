import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Card, Category, CategoryTree, ImportReport, Section, TrackingMode } from '#contract/lady-due.ts';
import { type ladyDueApi, maxImportBytes } from '#contract/lady-due.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { exportName } from '#contract/lady-due-file.ts';
import type { Output } from '#contract/route.ts';
import { type Answer, problemOf, send } from '#tests/desk/send.ts';
import { type Caller, doneBy, expectDone, operationOf } from '#tests/desk/caller.ts';
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
type Asked = { trackingMode?: TrackingMode; strategy?: 'add' | 'replace'; dryRun?: boolean };
const importFile = (file: unknown, asked: Asked = {}) =>
  staff.post(`${at}/import`, { file, trackingMode: mode, ...asked });
const treeOf = async (of: string) =>
  (expectDone(await staff.get(`${at}/categories?trackingMode=${of}`)) as { categories: CategoryTree[] }).categories;
const exported = async (of: TrackingMode = mode) =>
  expectDone(await staff.get(`${at}/export/${of}`)) as Output<typeof ladyDueApi.ladyDue.export>;

/** The content of a file, without ids, times and authors. */
const contentOf = (categories: unknown) =>
  JSON.parse(
    JSON.stringify(categories, (name, value: unknown) =>
      /^(id|version|createdAt|updatedAt|createdBy|categoryId|sectionId|trackingMode|displayOrder)$/.test(name)
        ? undefined
        : value,
    ),
  ) as unknown;

const countsOf = (report: ImportReport) =>
  Object.fromEntries(
    Object.entries(report).map(([what, of]) => [what, Object.values(of).map(({ count }) => count)] as const),
  );

const cards = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, index) => ({ title: `Card ${index}`, ...fields }));
const fileOf = (categories: unknown[], trackingMode: string = mode) => ({ version: '1.0', trackingMode, categories });
const wrong = (answer: Answer) => [
  answer.status,
  problemOf(answer).detail,
  (problemOf(answer).errors ?? []).map(({ path }) => path),
];

/** A mode with the default content, some of it published, scheduled and inactive. */
async function fill() {
  const { categories } = await staff.make<{ categories: CategoryTree[] }>(`${at}/default-content`, {
    trackingMode: mode,
  });
  const all = categories.flatMap(({ sections }) => sections.flatMap((one) => one.cards));
  const [first, second, third] = all as [Card, Card, Card];
  const later = new Date(Date.now() + 86_400_000).toISOString();
  await staff.put(`${at}/cards/${first.id}`, { publishStatus: 'published', content: 'Ẹ kú àárọ̀ 😀' });
  await staff.put(`${at}/cards/${second.id}`, { publishStatus: 'scheduled', publishedAt: later });
  await staff.put(`${at}/cards/${third.id}`, { isActive: false, backgroundColor: '' });
  return { category: categories[0] as CategoryTree, all };
}

test('an export that is imported into an empty mode is the same content, under new ids', async () => {
  await fill();
  const file = await exported();
  expect(exportName(mode, '2026-11-21T10:00:00.000Z')).toBe('lady-due-content-TRACK_PERIOD-2026-11-21.json');
  const answer = await importFile(file, { trackingMode: 'PCOS' });
  expect(answer.status).toBe(200);
  expect(countsOf(answer.json as ImportReport)).toEqual({
    create: [1, 2, 7],
    update: [0, 0, 0],
    remove: [0, 0, 0],
    unchanged: [0, 0, 0],
  });
  const copy = await treeOf('PCOS');
  expect(contentOf(copy)).toEqual(contentOf(file.categories));
  expect(copy[0]?.id).not.toBe(file.categories[0]?.id);
  expect((await staff.operations()).operations[0]).toMatchObject({
    action: 'import',
    kind: 'card',
    count: 7,
    details: 'into PCOS: 7 added',
  });
  await doneBy(staff.undo(operationOf(answer) ?? ''));
  expect(await treeOf('PCOS')).toEqual([]);
});

test('added content comes after the existing content', async () => {
  const there = await staff.make<Category>(`${at}/categories`, { name: 'There', trackingMode: mode, displayOrder: 3 });
  await importFile(fileOf([{ name: 'A', sections: [{ title: 'S', cards: cards(3) }] }, { name: 'B' }]));
  const tree = await treeOf(mode);
  expect(tree.map(({ name }) => name)).toEqual(['There', 'A', 'B']);
  expect(tree[0]?.version).toBe(there.version);
  expect(tree[1]?.sections[0]?.cards.map(({ title }) => title)).toEqual(['Card 0', 'Card 1', 'Card 2']);
});

describe('replacing', () => {
  test('with an export gives a card that was published again since the time of the export', async () => {
    const { all } = await fill();
    const file = await exported();
    const [first] = all;
    for (const publishStatus of ['draft', 'published']) await staff.put(`${at}/cards/${first?.id}`, { publishStatus });
    await doneBy(importFile(file, { strategy: 'replace' }));
    expect(contentOf(await treeOf(mode))).toEqual(contentOf(file.categories));
  });

  test('with the existing content changes nothing', async () => {
    await fill();
    const answer = await importFile(await exported(), { strategy: 'replace' });
    expect(countsOf(answer.json as ImportReport)).toEqual({
      create: [0, 0, 0],
      update: [0, 0, 0],
      remove: [0, 0, 0],
      unchanged: [1, 2, 7],
    });
    expect(operationOf(answer)).toBeUndefined();
  });

  test('changes, moves, adds and deletes, as one operation that is undone as one', async () => {
    const { category } = await fill();
    const before = await treeOf(mode);
    const file = await exported();
    const [kept, gone] = file.categories[0]?.sections ?? [];
    const [first, second, ...rest] = kept?.cards ?? [];
    const moved = gone?.cards[0];
    file.categories = [
      { name: 'New', sections: [] } as unknown as CategoryTree,
      {
        ...(file.categories[0] as CategoryTree),
        name: 'Renamed',
        sections: [
          {
            ...(kept as Section),
            cards: [second, { title: 'Between' }, moved, first, ...rest.slice(1)] as Card[],
          },
        ],
      },
    ];
    const answer = await importFile(file, { strategy: 'replace' });
    const report = answer.json as ImportReport;
    expect(report.create).toEqual({
      categories: { count: 1, names: ['New'] },
      sections: { count: 0, names: [] },
      cards: { count: 1, names: ['Between'] },
    });
    expect(report.remove.sections).toEqual({ count: 1, names: [gone?.title] });
    expect(report.remove.cards).toEqual({
      count: 3,
      names: expect.arrayContaining([rest[0]?.title, gone?.cards[1]?.title]) as unknown,
    });
    const after = await treeOf(mode);
    expect(after.map(({ name }) => name)).toEqual(['New', 'Renamed']);
    expect(after[1]?.id).toBe(category.id);
    expect(after[1]?.sections.map(({ cards: children }) => children.map(({ title }) => title))).toEqual([
      [second?.title, 'Between', moved?.title, first?.title, ...rest.slice(1).map(({ title }) => title)],
    ]);
    // Cards that were deleted with their section are restored with it.
    expect((await staff.bin()).items.map(({ kind, contains }) => [kind, contains])).toEqual(
      expect.arrayContaining([
        ['section', [{ kind: 'card', count: 2 }]],
        ['card', []],
      ]),
    );
    await doneBy(staff.undo(operationOf(answer) ?? ''));
    const back = await treeOf(mode);
    expect(contentOf(back)).toEqual(contentOf(before));
    expect(back[0]?.sections.map(({ id }) => id)).toEqual(before[0]?.sections.map(({ id }) => id));
  });

  test('with the file of another mode makes everything new there, and leaves the other as it is', async () => {
    await fill();
    const before = await treeOf(mode);
    const answer = await importFile(await exported(), { trackingMode: 'PCOS', strategy: 'replace' });
    expect(countsOf(answer.json as ImportReport).create).toEqual([1, 2, 7]);
    expect(await treeOf(mode)).toEqual(before);
  });
});

describe('a file', () => {
  test.each([
    ['is no object', 'text', ['']],
    ['is missing', undefined, ['']],
    ['has no categories', { trackingMode: mode }, ['categories']],
    ['has no mode', { categories: [] }, ['trackingMode']],
    ['has an unknown mode', fileOf([], 'NONE'), ['trackingMode']],
    ['is of another version', { ...fileOf([]), version: '2.0' }, ['version']],
    ['has an unknown field', { ...fileOf([]), extra: 1 }, ['extra']],
    ['has a category that is no object', fileOf([null]), ['categories.0.']],
    ['has a section without a title', fileOf([{ name: 'A', sections: [{}] }]), ['categories.0.sections.0.title']],
    [
      'has cards that are no list',
      fileOf([{ name: 'A', sections: [{ title: 'S', cards: {} }] }]),
      ['categories.0.sections.0.cards'],
    ],
    [
      'has an unknown field in a card',
      fileOf([{ name: 'A', sections: [{ title: 'S', cards: [{ title: 'C', x: 1 }] }] }]),
      ['categories.0.sections.0.cards.0.x'],
    ],
    [
      'has times that do not fit',
      fileOf([
        {
          name: 'A',
          sections: [
            {
              title: 'S',
              cards: [
                { title: 'C', publishStatus: 'scheduled' },
                { title: 'D', publishStatus: 'scheduled', publishedAt: '2020-01-01' },
              ],
            },
          ],
        },
      ]),
      ['categories.0.sections.0.cards.0.publishedAt', 'categories.0.sections.0.cards.1.publishedAt'],
    ],
    [
      'names images that are not kept',
      fileOf([
        {
          name: 'A',
          headerImageUrl: `/images/lady-due-images/${'a'.repeat(32)}.webp`,
          sections: [
            {
              title: 'S',
              cards: [{ title: 'C', richContent: `<img src="/images/lady-due-images/${'b'.repeat(32)}.webp">` }],
            },
          ],
        },
      ]),
      ['categories.0.headerImageUrl', 'categories.0.sections.0.cards.0.richContent'],
    ],
  ])('that %s is refused, dry and for real', async (_, file, paths) => {
    for (const dryRun of [true, false]) {
      expect(wrong(await importFile(file, { dryRun }))).toEqual([422, 'Invalid import file format', paths]);
    }
    expect(await treeOf(mode)).toEqual([]);
  });

  test('with one bad card of 500 is refused whole, with the path of that card', async () => {
    const all = cards(500);
    all[321] = { title: '' };
    const file = fileOf([{ name: 'A', sections: [{ title: 'S', cards: all }] }]);
    expect(wrong(await importFile(file))).toEqual([
      422,
      'Invalid import file format',
      ['categories.0.sections.0.cards.321.title'],
    ]);
    expect(await treeOf(mode)).toEqual([]);
  });

  test('with an id that is there twice is refused where ids count', async () => {
    const { category } = await fill();
    const file = fileOf([
      { id: category.id, name: 'A' },
      { id: category.id, name: 'B' },
    ]);
    expect(wrong(await importFile(file, { strategy: 'replace' }))[2]).toEqual(['categories.1.id']);
    expect((await importFile(file)).status).toBe(200);
  });

  test('is taken as it was exported, and its texts are sanitised', async () => {
    const unsafe = { title: 'C', richContent: '<p onclick="x()">a<script>alert(1)</script></p>' };
    await importFile(fileOf([{ name: 'A', sections: [{ title: 'S', cards: [unsafe] }] }]));
    expect((await treeOf(mode))[0]?.sections[0]?.cards[0]?.richContent).toBe('<p>a</p>');
  });

  test('of a scheduled card whose time has passed since is published at that time', async () => {
    const publishedAt = '2026-01-01T08:00:00.000Z';
    const one = { title: 'C', publishStatus: 'scheduled', publishedAt };
    await importFile(fileOf([{ name: 'A', sections: [{ title: 'S', cards: [one] }] }]));
    expect((await treeOf(mode))[0]?.sections[0]?.cards[0]).toMatchObject({ publishStatus: 'published', publishedAt });
  });

  test('of a card that was published by a clock that was ahead is published now', async () => {
    const one = { title: 'C', publishStatus: 'published', publishedAt: '2099-01-01T00:00:00.000Z' };
    await importFile(fileOf([{ name: 'A', sections: [{ title: 'S', cards: [one] }] }]));
    const [card] = (await treeOf(mode))[0]?.sections[0]?.cards ?? [];
    expect(card?.publishStatus).toBe('published');
    const before = Date.parse(card?.createdAt ?? '') - Date.parse(card?.publishedAt ?? '');
    expect(before).toBeGreaterThanOrEqual(0);
    expect(before).toBeLessThan(60_000);
  });

  test('of 20 MB is imported', async () => {
    const text = `<p>${'A text of some length. '.repeat(440)}</p>`;
    const all = cards(2000, { richContent: text });
    const file = fileOf([{ name: 'A', sections: [{ title: 'S', cards: all }] }]);
    const body = { file, trackingMode: mode };
    const size = Buffer.byteLength(JSON.stringify(body));
    expect(size / maxImportBytes).toBeGreaterThan(0.95);
    expect(size).toBeLessThan(maxImportBytes);
    const answer = await send(app.url, `${at}/import`, { method: 'POST', bearer: app.bearer, body });
    expect(countsOf(answer.json as ImportReport).create).toEqual([1, 1, 2000]);
  });
});

/** Mostly valid files, with invalid values in some places. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('', ' ', 'A', '\u0000', 'x'.repeat(201)),
);
const times = fc.constantFrom(null, '2020-01-01T00:00:00Z', '2098-01-01T00:00:00.000Z', 'soon', undefined);
const ids = fc.constantFrom(undefined, 'x', '01890a5d-ac96-774b-bcce-b302099a8057', 'known');
const aCard = fc.record(
  {
    id: ids,
    title: text,
    publishStatus: fc.constantFrom('draft', 'published', 'scheduled', 'other'),
    publishedAt: times,
    citations: fc.array(text, { maxLength: 2 }),
    richContent: fc.constantFrom(
      '',
      '<p>a</p>',
      '<script>x</script>',
      `<img src="/images/lady-due-images/${'c'.repeat(32)}.webp">`,
    ),
    backgroundColor: fc.constantFrom('', '#FFF0F3', 'pink'),
  },
  { requiredKeys: ['title'] },
);
const aSection = fc.record(
  { id: ids, title: text, cards: fc.array(aCard, { maxLength: 3 }) },
  { requiredKeys: ['title'] },
);
const aCategory = fc.record(
  { id: ids, name: text, sections: fc.array(aSection, { maxLength: 2 }) },
  { requiredKeys: ['name'] },
);

test('a dry run and the real run accept the same files, with the same response, and refuse the same ones', async () => {
  const seen = { accepted: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(aCategory, { maxLength: 3 }),
      fc.constantFrom('add' as const, 'replace' as const),
      fc.constantFrom(...(Object.keys(trackingModes) as TrackingMode[])),
      async (categories, strategy, trackingMode) => {
        const known = (await treeOf(mode))[0]?.id;
        const file = JSON.parse(JSON.stringify(fileOf(categories)).replaceAll('"known"', `"${known}"`)) as unknown;
        const before = await treeOf(trackingMode);
        const dry = await importFile(file, { strategy, trackingMode, dryRun: true });
        expect(operationOf(dry)).toBeUndefined();
        expect(await treeOf(trackingMode)).toEqual(before);
        const real = await importFile(file, { strategy, trackingMode });
        expect([dry.status, real.status]).toEqual([real.status, dry.status]);
        expect([200, 422]).toContain(real.status);
        seen[real.status === 200 ? 'accepted' : 'refused'] += 1;
        if (real.status === 200) expect(real.json).toEqual(dry.json);
        else expect(problemOf(real).errors).toEqual(problemOf(dry).errors);
      },
    ),
    { numRuns: 60, seed: 12 },
  );
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(5);
});
