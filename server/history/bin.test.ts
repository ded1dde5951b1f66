import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import type { PregnancyWeek } from '#contract/cycle.ts';
import type { BinItem } from '#contract/bin.ts';
import { copyToThePast } from '#tests/database/log.ts';
import { problemOf } from '#tests/desk/send.ts';
import { addAdmin, startSession } from '#tests/desk/staff.ts';
import type { Category } from '#contract/lady-due.ts';
import { type Caller, caller, operationOf } from '#tests/desk/caller.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { createTree, treeOf } from '#tests/records/lady-due.ts';

let desk: TestDesk;
let ada: Caller;
beforeAll(async () => {
  desk = await testDesk();
  ada = desk.staff;
});
afterAll(() => desk.close());

const announcements = '/admin/announcements';
const restore = ({ kind, id }: { kind: string; id: string }, key?: string) =>
  ada.post(`/admin/bin/${kind}/${id}/restore`, undefined, key ? { key } : {});

async function deleted(message: string, by = ada) {
  const made = await ada.make<Announcement>(announcements, { message });
  const answer = await by.remove(`${announcements}/${made.id}`);
  return { kind: 'announcement', id: made.id, made, operation: operationOf(answer) ?? '' };
}

/** Reads the whole bin page by page; `between` runs after each page. */
async function walk(query = '', limit = 100, between: () => Promise<unknown> = () => Promise.resolve()) {
  const items: BinItem[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await ada.bin(`?limit=${limit}${query}${cursor && `&cursor=${cursor}`}`);
    items.push(...page.items);
    cursor = page.pagination.nextCursor;
    await between();
  }
  return items;
}

test('the bin lists deleted records with time and actor, newest first, with a total', async () => {
  const { total } = (await ada.bin()).pagination;
  const ben = await addAdmin(desk, 'ben@example.org', 'Ben Eze');
  const first = await deleted('First', caller(desk.url, (await startSession(desk, ben)).session.token));
  const second = await deleted('Second');
  const { items, pagination } = await ada.bin();
  expect(items.slice(0, 2)).toMatchObject([{ id: second.id }, { id: first.id }]);
  expect(items[1]).toEqual({
    kind: 'announcement',
    id: first.id,
    label: 'First',
    deletedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
    deletedBy: { id: ben.id, name: 'Ben Eze' },
    contains: [],
  });
  expect(pagination.total).toBe(total + 2);
});

test('the bin is filtered by kind; an unknown kind, a bad limit and an invalid cursor are 422', async () => {
  const { category, cards } = await createTree(ada);
  const idsOf = async (kind: string) => (await ada.bin(`?limit=100&kind=${kind}`)).items.map(({ id }) => id);
  const before = { card: await idsOf('card'), category: await idsOf('category') };
  await ada.remove(`/admin/lady-due/cards/${cards[0].id}`);
  await ada.remove(`/admin/lady-due/categories/${category.id}`);
  await deleted('Notice');
  for (const [kind, id] of [
    ['card', cards[0].id],
    ['category', category.id],
  ] as const) {
    const { items, pagination } = await ada.bin(`?limit=100&kind=${kind}`);
    expect(items.map((item) => [item.kind, item.id])).toEqual([id, ...before[kind]].map((one) => [kind, one]));
    expect(pagination.total).toBe(items.length);
  }
  expect((await ada.bin('?kind=doctor')).items).toEqual([]);
  for (const query of ['?kind=user', '?kind=', '?limit=0', '?limit=101', '?cursor=x', '?cursor=', '?area=lady-due']) {
    expect([query, (await ada.get(`/admin/bin${query}`)).status]).toEqual([query, 422]);
  }
});

describe('a search', () => {
  const found = async (search: string, more = '') => {
    const { items, pagination } = await ada.bin(`?limit=100&search=${encodeURIComponent(search)}${more}`);
    return { labels: items.map(({ label }) => label), ...pagination };
  };

  test('finds any part of a name, whatever the case and the marks; of one or two letters the beginning of a word', async () => {
    await deleted('Ọjọ́ ìdánwò ọfẹ́ at Clinic 100%');
    await deleted('A quite other notice');
    const [both, first, none] = [
      ['A quite other notice', 'Ọjọ́ ìdánwò ọfẹ́ at Clinic 100%'],
      ['Ọjọ́ ìdánwò ọfẹ́ at Clinic 100%'],
      [],
    ];
    for (const [search, labels] of [
      ['IDANWO', first],
      ['ìdánwò ọfẹ́', first],
      ['linic', first],
      ['ci', none],
      ['cl', first],
      ['o', both],
      ['q', ['A quite other notice']],
      ['100%', first],
      ['1_0', none],
      ['%', none],
      [String.raw`\\`, none],
      ['\u0301', none],
      ['no such', none],
    ] as const) {
      const { labels: seen } = await found(search, '&kind=announcement');
      expect([search, seen.filter((label) => both.includes(label))]).toEqual([search, labels]);
    }
  });

  test('combines with the kind, has pages and a total, and forgets records that have left the bin', async () => {
    const searched = randomUUID();
    const made: Awaited<ReturnType<typeof deleted>>[] = [];
    for (let at = 0; at < 5; at += 1) made.push(await deleted(`${searched} ${at}`));
    expect(await found(searched)).toMatchObject({ total: 5, totalIsCapped: false });
    expect(await found(searched, '&kind=card')).toMatchObject({ labels: [], total: 0 });
    const seen = (await walk(`&search=${searched}`, 2)).map(({ id }) => id);
    expect(seen).toEqual(made.map(({ id }) => id).toReversed());
    await restore(made[0] ?? { kind: '', id: '' });
    expect((await found(searched)).total).toBe(4);
  });

  test('with characters that cannot be typed is 422', async () => {
    for (const search of ['x'.repeat(201), 'a\nb', '\u0000']) {
      expect((await ada.get(`/admin/bin?search=${encodeURIComponent(search)}`)).status).toBe(422);
    }
  });
});

test('its pages neither skip nor repeat records while more are deleted', async () => {
  const there = new Set<string>();
  for (let index = 0; index < 12; index += 1) there.add((await deleted(`Number ${index}`)).id);
  let late = 0;
  const more = async () => {
    await deleted('Meanwhile');
    late += 1;
  };
  const seen = (await walk('', 5, more)).map(({ id }) => id);
  expect(new Set(seen).size).toBe(seen.length);
  expect([...there].filter((id) => !seen.includes(id))).toEqual([]);
  expect(late).toBeGreaterThan(2);
});

describe('a restore', () => {
  test('brings a record back with its id and author, as a new version, and returns the operation', async () => {
    const { made, ...item } = await deleted('Back');
    const answer = await restore(item);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      id: operationOf(answer),
      action: 'restore',
      area: 'announcements',
      kind: 'announcement',
      entityId: made.id,
      label: 'Back',
      count: 1,
      undoable: true,
      undoes: null,
    });
    const all = (await ada.get(announcements)).json as { announcements: Announcement[] };
    expect(all.announcements.find(({ id }) => id === made.id)).toEqual({
      ...made,
      version: 3,
      updatedAt: expect.any(String),
    });
    expect((await walk()).map(({ id }) => id)).not.toContain(made.id);
  });

  test('of a category brings back its sections and cards with their ids, in their order', async () => {
    const { category } = await createTree(ada);
    const before = await treeOf(ada, category);
    const held = [
      { kind: 'section', count: 2 },
      { kind: 'card', count: 3 },
    ];
    expect((await ada.get(`/admin/history/category/${category.id}/contents`)).json).toEqual({ contains: held });
    await ada.remove(`/admin/lady-due/categories/${category.id}`);
    expect((await ada.get(`/admin/history/category/${category.id}/contents`)).json).toEqual({ contains: [] });
    const [item] = (await ada.bin()).items;
    expect(item).toMatchObject({ id: category.id, label: 'Track', contains: held });
    expect((await restore({ kind: 'category', id: category.id })).json).toMatchObject({ count: 6, label: 'Track' });
    const after = await treeOf(ada, category);
    const later = <T extends { version: number }>(one: T) => ({ ...one, version: 3, updatedAt: expect.any(String) });
    expect([after.sections, after.cards]).toEqual([before.sections.map(later), before.cards.map(later)]);
  });

  test('brings back everything deleted with the record, and nothing deleted before', async () => {
    const { category, cards, basics } = await createTree(ada);
    await ada.remove(`/admin/lady-due/cards/${cards[0].id}`);
    await ada.remove(`/admin/lady-due/sections/${basics.id}`);
    await ada.remove(`/admin/lady-due/categories/${category.id}`);
    const held = (await walk()).filter(({ id }) => [category.id, basics.id, cards[0].id].includes(id));
    expect(held).toMatchObject([
      {
        id: category.id,
        contains: [
          { kind: 'section', count: 1 },
          { kind: 'card', count: 1 },
        ],
      },
      { id: basics.id, contains: [{ kind: 'card', count: 1 }] },
      { id: cards[0].id, contains: [] },
    ]);
    const refused = await restore({ kind: 'section', id: basics.id });
    expect([refused.status, problemOf(refused).code]).toEqual([409, 'parent_missing']);
    // It cannot be restored without its parent; it is restored with its category.
    expect(problemOf(await restore({ kind: 'card', id: cards[1].id })).code).toBe('parent_missing');
    for (const item of held) expect((await restore(item)).status).toBe(200);
    expect((await treeOf(ada, category)).cards.length).toBe(3);
  });

  test('is place_taken when a unique value is taken, and the record stays in the bin', async () => {
    const weeks = '/admin/cycle/pregnancy/weeks';
    const first = await ada.make<PregnancyWeek>(weeks, { weekNumber: 7 });
    const item = { kind: 'pregnancy-week', id: first.id };
    await ada.remove(`${weeks}/${first.id}`);
    const other = await ada.make<PregnancyWeek>(weeks, { weekNumber: 7 });
    const answer = await restore(item);
    expect([answer.status, problemOf(answer).code]).toEqual([409, 'place_taken']);
    expect((await ada.bin()).items[0]?.id).toBe(first.id);
    await ada.remove(`${weeks}/${other.id}`);
    expect((await restore(item)).status).toBe(200);
  });

  test('is 422 when today’s rules refuse the record', async () => {
    const id = randomUUID();
    const { pool } = desk.database;
    await pool.query("INSERT INTO announcements (id, message, enabled) VALUES ($1, '   ', true)", [id]);
    await ada.remove(`${announcements}/${id}`);
    const answer = await restore({ kind: 'announcement', id });
    expect([answer.status, problemOf(answer).errors?.[0]]).toEqual([
      422,
      { path: 'message', message: 'Message is required' },
    ]);
    expect((await ada.bin()).items[0]).toMatchObject({ id });
  });

  test('is done once; a second one, also at the same moment, is 404', async () => {
    const { category } = await createTree(ada);
    await ada.remove(`/admin/lady-due/categories/${category.id}`);
    const item = { kind: 'category', id: category.id };
    const statuses = (await Promise.all([restore(item), restore(item), restore(item)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 404, 404]);
    expect((await restore(item)).status).toBe(404);
  });

  test('is 404 for a record that is not in the bin, or is of another or an unknown kind', async () => {
    const { operation, made, ...item } = await deleted('Undone');
    await ada.undo(operation);
    const other = await deleted('Other');
    for (const wanted of [
      item,
      { ...item, id: randomUUID() },
      { ...item, id: 'x' },
      { kind: 'category', id: other.id },
      { kind: 'doctor', id: other.id },
      { kind: 'user', id: other.id },
    ]) {
      expect([wanted, (await restore(wanted)).status]).toEqual([wanted, 404]);
    }
    expect(made.version).toBe(1);
  });

  test('works for a record that an undo of its creation deleted', async () => {
    const answer = await ada.post(announcements, { message: 'Taken back' });
    const { id } = answer.json as Announcement;
    await ada.undo(operationOf(answer) ?? '');
    expect((await restore({ kind: 'announcement', id })).json).toMatchObject({
      action: 'restore',
      label: 'Taken back',
    });
  });

  test('works after a restart of the server', async () => {
    const { made, ...item } = await deleted('Over night');
    const again = await testDesk({ database: desk.database });
    expect((await again.staff.bin()).items[0]).toMatchObject({ id: made.id, label: 'Over night' });
    const answer = await again.staff.post(`/admin/bin/${item.kind}/${item.id}/restore`);
    expect(answer.status).toBe(200);
    await again.close();
  });

  test('lists a record that was deleted, restored and deleted again once, in its last state', async () => {
    const { made, ...item } = await deleted('One');
    await restore(item);
    await ada.put(`${announcements}/${made.id}`, { message: 'Two' });
    await ada.remove(`${announcements}/${made.id}`);
    expect((await walk()).filter(({ id }) => id === made.id)).toMatchObject([{ label: 'Two' }]);
    await restore(item);
    expect((await ada.revisions('announcement', made.id)).map(({ version, action }) => [version, action])).toEqual([
      [6, 'restore'],
      [5, 'delete'],
      [4, 'update'],
      [3, 'restore'],
      [2, 'delete'],
      [1, 'create'],
    ]);
  });
});

test('a record leaves the bin after 30 days; a day earlier it can still be restored', async () => {
  const { pool } = desk.database;
  for (const [days, there] of [
    [31, false],
    [29, true],
  ] as const) {
    const id = randomUUID();
    const template = await ada.make<Announcement>(announcements, { message: `${days} days ago` });
    const operation = operationOf(await ada.remove(`${announcements}/${template.id}`)) ?? '';
    await restore({ kind: 'announcement', id: template.id });
    await copyToThePast(pool, operation, days, id);
    expect((await walk()).some((item) => item.id === id)).toBe(there);
    expect((await restore({ kind: 'announcement', id })).status).toBe(there ? 200 : 404);
  }
});

test('a tree of more records than a statement has parameters is deleted and restored as one', async () => {
  const category = await ada.make<Category>('/admin/lady-due/categories', { name: 'Large', trackingMode: 'PCOS' });
  const section = await ada.make<{ id: string }>('/admin/lady-due/sections', { categoryId: category.id, title: 'All' });
  await desk.database.pool.query(
    `INSERT INTO cards (id, section_id, title, description, background_color, image_asset_name, content, rich_content,
       header_image_url, citations, is_active, publish_status, display_order)
     SELECT gen_random_uuid(), $1, 'Card ' || n, '', '', '', '', '', '', '["a"]', true, 'draft', n
     FROM generate_series(1, 8300) n`,
    [section.id],
  );
  const places = async () => (await treeOf(ada, category)).cards.map(({ id, displayOrder }) => `${displayOrder} ${id}`);
  const before = await places();
  expect((await ada.remove(`/admin/lady-due/categories/${category.id}`)).status).toBe(204);
  expect((await ada.bin()).items[0]?.contains).toEqual([
    { kind: 'section', count: 1 },
    { kind: 'card', count: 8300 },
  ]);
  const back = await restore({ kind: 'category', id: category.id });
  expect(back.json).toMatchObject({ count: 8302 });
  expect(await places()).toEqual(before);
  expect((await ada.undo(operationOf(back) ?? '')).status).toBe(200);
  expect((await ada.bin()).items[0]).toMatchObject({ id: category.id, contains: [{ count: 1 }, { count: 8300 }] });
});
