import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entity } from '#contract/entity.ts';
import { entityRoutes, publishedRoute } from '#contract/entity-routes.ts';
import { parentField, positionField, textField } from '#contract/fields.ts';
import { type Card, cardFields, sectionFields } from '#contract/lady-due.ts';
import { crud } from '#server/history/crud.ts';
import { type EntityKind, entityKind } from '#server/records/kind.ts';
import { entityColumns } from '#server/log/tables.ts';
import { cardKind, sectionKind } from '#server/lady-due/kinds.ts';
import type { Caller } from '#tests/desk/caller.ts';
import { type TestDesk, logOf, testDesk } from '#tests/desk/test-desk.ts';
import { createTree, treeOf } from '#tests/records/lady-due.ts';

let desk: TestDesk;
let ada: Caller;
beforeAll(async () => {
  desk = await testDesk();
  ada = desk.staff;
});
afterAll(() => desk.close());

/**
 * The lists of a kind, of staff and of the app. No route serves those of the kinds of Lady Due, which are read as a
 * tree.
 */
function listsOf(kind: EntityKind) {
  const { list, published } = crud(logOf(desk).history, kind, { publicUrl: '' });
  type Records = Record<string, { id: string; title: string }[]>;
  const records = (answer: unknown) => Object.values(answer as Records)[0] ?? [];
  return {
    list: async (filter: object = {}) => records(await list.options.read(filter as never)),
    published: async () => records(await published.options.read({})),
  };
}
const titles = (all: { title: string }[]) => all.map(({ title }) => title);

test('the children of a parent are listed in their order', async () => {
  const { basics, phases, cards: planted } = await createTree(ada);
  const { list } = listsOf(cardKind);
  const under = (one: { id: string }) => list({ sectionId: one.id });
  expect([titles(await under(basics)), titles(await under(phases))]).toEqual([['One', 'Three'], ['Two']]);
  await ada.put(`/admin/lady-due/cards/${planted[0].id}`, { sectionId: phases.id });
  expect([titles(await under(basics)), titles(await under(phases))]).toEqual([['Three'], ['Two', 'One']]);
  const all = new Set((await list()).map(({ id }) => id));
  expect(planted.filter(({ id }) => !all.has(id))).toEqual([]);
  expect(await list({ sectionId: '00000000-0000-7000-8000-000000000000' })).toEqual([]);
  const { input } = entityRoutes(cardFields).list;
  const accepted = [{ sectionId: basics.id }, {}, { sectionId: 'x' }, { title: 'One' }];
  expect(accepted.map((asked) => input?.safeParse(asked).success)).toEqual([true, true, false, false]);
});

test('a kind without an active field is published whole, without the fields that only staff need', async () => {
  const { basics, phases } = await createTree(ada);
  await ada.remove(`/admin/lady-due/sections/${basics.id}`);
  const answer = publishedRoute(sectionFields).output?.parse({
    sections: await listsOf(sectionKind).published(),
  });
  const { version, createdBy, displayOrder, ...rest } = phases;
  expect([version, createdBy?.id.length, displayOrder]).toEqual([1, 36, 0]);
  expect(answer?.sections.find(({ id }) => id === rest.id)).toEqual(rest);
  expect(answer?.sections.filter(({ id }) => id === basics.id)).toEqual([]);
});

test('the app gets nothing within an inactive parent', async () => {
  const leaflets = pgTable('leaflets', {
    ...entityColumns(),
    doctorId: uuid('doctor_id').notNull(),
    title: text('title').notNull(),
    displayOrder: integer('display_order').notNull(),
  });
  await desk.database.pool.query('CREATE TABLE leaflets (LIKE sections INCLUDING DEFAULTS)');
  await desk.database.pool.query('ALTER TABLE leaflets RENAME category_id TO doctor_id');
  const leaflet = entityKind(
    // A made-up use of a kind: none of the real parents can be inactive.
    entity('topic', {
      doctorId: parentField('doctor'),
      title: textField('Title', { min: 1, max: 200 }),
      displayOrder: positionField('Position'),
    }),
    leaflets,
    { label: ({ title }) => title },
  );
  const doctors: { id: string }[] = [];
  for (const name of ['Ada', 'Bola']) {
    const doctor = await ada.make<{ id: string }>('/api/doctors', { name, specialty: 'Midwifery' });
    doctors.push(doctor);
    await desk.database.pool.query(
      `INSERT INTO leaflets (id, doctor_id, title, description, display_order)
       SELECT gen_random_uuid(), $1, $2 || n, '', n FROM generate_series(1, 2) n`,
      [doctor.id, name],
    );
  }
  const { list, published } = listsOf(leaflet);
  expect(titles(await published())).toEqual(['Ada1', 'Ada2', 'Bola1', 'Bola2']);
  await ada.put(`/api/doctors/${doctors[0]?.id}`, { isActive: false });
  expect(titles(await published())).toEqual(['Bola1', 'Bola2']);
  // Staff can still edit inactive records.
  expect(titles(await list({ doctorId: doctors[0]?.id }))).toEqual(['Ada1', 'Ada2']);
  await ada.put(`/api/doctors/${doctors[0]?.id}`, { isActive: true });
  expect((await published()).length).toBe(4);
});

test('all records of a kind are sorted by their parents first, for staff and for the app', async () => {
  const first = await createTree(ada);
  const second = await createTree(ada);
  for (const { basics, cards } of [first, second]) {
    await ada.put('/admin/lady-due/order', { parentId: basics.id, ids: [cards[2].id, cards[0].id] });
  }
  const { rows } = await desk.database.pool.query<{ id: string }>(
    'SELECT id FROM categories ORDER BY id = ANY ($1), id = $2',
    [[first.category.id, second.category.id], first.category.id],
  );
  await ada.put('/admin/lady-due/order', { parentId: 'TRACK_PERIOD', ids: rows.map(({ id }) => id) });
  const ids = [second, first].flatMap(({ cards: [one, two, three] }) => [three, one, two].map((of: Card) => of.id));
  const { list, published } = listsOf(cardKind);
  for (const all of [await published(), await list()]) {
    expect(all.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids);
  }
});

test('a bulk action that nothing explains fails, and nothing is changed', async () => {
  const { category, basics } = await createTree(ada);
  const before = await treeOf(ada, category);
  const { history } = logOf(desk);
  const { bulk } = crud(history, sectionKind, { publicUrl: '' });
  await expect(bulk({ ids: [basics.id], action: 'unknown' }, { staff: {} } as never)).rejects.toThrow(
    'Nothing says what unknown changes in a section',
  );
  expect(await treeOf(ada, category)).toEqual(before);
});
