import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { entity } from '#contract/entity.ts';
import { entityRoutes } from '#contract/entity-routes.ts';
import { textField } from '#contract/fields.ts';
import { historyRoutes } from '#contract/history.ts';
import { createQueryClient, query } from '#web/api/query.ts';
import { openBrowser } from '#web/api/testing/browser.ts';

openBrowser(() => new Promise(() => undefined));
const { defineEntity } = await import('#web/entity/define/define-entity.tsx');
const { EntityName } = await import('#web/entity/define/entity-name.tsx');

const contract = entity('category', { title: textField('Title', { min: 1, max: 200 }) });
const routes = entityRoutes(contract);
const definition = { contract, routes, title: ({ title }: { title: string }) => title };

/** The text shown for a record's id, given this API response. */
function nameOf(id: string, { tree }: { tree: boolean }) {
  const client = createQueryClient();
  client.setQueryData(query(routes.list, {}).queryKey, { categories: [{ id: 'here', title: 'Listed' }] } as never);
  const revisions = [{ data: null }, { data: { title: 'Last known' } }];
  client.setQueryData(query(historyRoutes.revisions, { kind: 'category', id: 'known' }).queryKey, {
    revisions,
  } as never);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <EntityName entity={defineEntity({ ...definition, tree }) as never} id={id} />
    </QueryClientProvider>,
  );
}

test('a record known only by its id gets its name from its list, or else from its history', () => {
  expect(nameOf('here', { tree: false })).toBe('Listed');
  expect(nameOf('known', { tree: false })).toBe('Last known');
  expect(nameOf('known', { tree: true })).toBe('Last known');
  expect(nameOf('asked', { tree: true })).toBe('…');
});
