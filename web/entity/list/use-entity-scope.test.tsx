import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { entity } from '#contract/entity.ts';
import { entityRoutes } from '#contract/entity-routes.ts';
import { choiceField, parentField, positionField, textField } from '#contract/fields.ts';
import { historyRoutes } from '#contract/history.ts';
import { createQueryClient, query } from '#web/api/query.ts';
import { openBrowser } from '#web/api/testing/browser.ts';

openBrowser(() => new Promise(() => undefined));
const { defineEntity } = await import('#web/entity/define/define-entity.tsx');
const { filterFor } = await import('#web/entity/define/use-entity-list.ts');
const { useEntityScope } = await import('#web/entity/list/use-entity-scope.ts');

const title = textField('Title', { min: 1, max: 200 });
const categoryContract = entity('category', { title });
const sectionContract = entity('section', { categoryId: parentField('category'), title });
const activityContract = entity('activity', {
  phase: choiceField('Phase', { menstrual: 'Menstrual', luteal: 'Luteal' }),
  displayOrder: positionField('Place', 'phase'),
});
const category = defineEntity({
  contract: categoryContract,
  routes: entityRoutes(categoryContract),
  title: (record) => record.title,
});
const section = defineEntity({
  contract: sectionContract,
  routes: entityRoutes(sectionContract),
  parent: category,
  title: (record) => record.title,
});
const everySection = defineEntity({
  contract: sectionContract,
  routes: entityRoutes(sectionContract),
  parent: category,
  scope: null,
  title: (record) => record.title,
});
const activity = defineEntity({
  contract: activityContract,
  routes: entityRoutes(activityContract, {}, '/activities'),
  title: () => '',
});

const categories = [
  { id: 'A', title: 'Track' },
  { id: 'B', title: 'Learn' },
];
const sections = [
  { id: 'one', categoryId: 'A', title: 'Basics' },
  { id: 'two', categoryId: 'B', title: 'Phases' },
];

type Known = { parents?: typeof categories; log?: { data: object | null }[] };

/** The scope of a page at an address, given these API responses. */
async function scopeAt(address: string, { parents = categories, log = [] }: Known, kind: object = section) {
  const client = createQueryClient();
  client.setQueryData(query(section.routes.list, {}).queryKey, { sections });
  client.setQueryData(query(category.routes.list, {}).queryKey, { categories: parents });
  for (const { id } of [...categories, { id: 'C' }]) {
    const of = sections.filter(({ categoryId }) => categoryId === id);
    client.setQueryData(query(section.routes.list, { categoryId: id }).queryKey, { sections: of });
  }
  for (const id of ['one', 'two', 'gone']) {
    client.setQueryData(query(historyRoutes.revisions, { kind: 'section', id }).queryKey, { revisions: log } as never);
  }
  const scope = vi.fn();
  const Page = () => {
    scope(useEntityScope(kind as typeof section));
    return null;
  };
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await router.load();
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return scope.mock.lastCall?.[0] as unknown;
}

test('a page lists the records of the parent in the address, or else of the first one', async () => {
  expect(await scopeAt('/?category=B', {})).toMatchObject({ id: 'B', given: { categoryId: 'B' } });
  expect(await scopeAt('/', {})).toMatchObject({ id: 'A', noun: 'category', missing: undefined });
  expect(await scopeAt('/?category=A&section=one', {})).toMatchObject({ id: 'A' });
});

test('a record or a history in the address is found with its parent, whichever that is', async () => {
  const log = [{ data: null }, { data: { categoryId: 'B' } }];
  for (const address of ['/?section=two', '/?history=two', '/?category=A&section=two', '/?category=A&history=gone']) {
    expect(await scopeAt(address, { log })).toMatchObject({ id: 'B', missing: undefined });
  }
  // The log has no entries for it.
  expect(await scopeAt('/?category=A&section=gone', {})).toMatchObject({ id: 'A' });
});

test('a page says that there is no parent, or not the one in the address', async () => {
  expect(await scopeAt('/', { parents: [] })).toMatchObject({ id: undefined, missing: 'none', given: {} });
  expect(await scopeAt('/?category=C', {})).toMatchObject({ id: 'C', missing: 'gone' });
});

test('records in one common list are not listed by parent, even if the address names one', async () => {
  expect(await scopeAt('/?category=B', {}, everySection)).toBeUndefined();
  expect(filterFor(everySection, { categoryId: 'B' })).toEqual({});
});

test('records ordered within a choice are listed by it', async () => {
  const choices = [
    { value: 'menstrual', label: 'Menstrual' },
    { value: 'luteal', label: 'Luteal' },
  ];
  expect(await scopeAt('/', {}, activity)).toMatchObject({ id: 'menstrual', noun: 'phase', choices });
  expect(await scopeAt('/?phase=luteal', {}, activity)).toMatchObject({ given: { phase: 'luteal' } });
  expect(await scopeAt('/', {}, category)).toBeUndefined();
});
