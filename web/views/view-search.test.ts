import { expect, test } from 'vitest';
import { viewPageNames, viewPages } from '#contract/saved-views.ts';
import { accountPages, areas, rolesOf, tabs } from '#web/app/areas.ts';
import { existingFilters, filtersIn, lostWords, sameFilters, viewPageAt } from '#web/views/view-search.ts';

test.each(viewPageNames)('the page %s is a page of the desk with these filters and roles', (name) => {
  const page = [...areas, ...tabs, ...accountPages].find(({ to }) => to === `/admin/desk/${name}`);
  if (!page) throw new Error(`no page ${name}`);
  expect([...('area' in page ? rolesOf(page) : page.roles)].toSorted()).toEqual([...viewPages[name].roles].toSorted());
  expect(Object.keys(page.search.shape)).toEqual(expect.arrayContaining(Object.keys(viewPages[name].parameters)));
});

test('only lists can have views', () => {
  expect(viewPageAt('/admin/desk/awa/posts')).toBe('awa/posts');
  expect(viewPageAt('/admin/desk/account')).toBeUndefined();
});

test('a view keeps the filters of a list, not the open record, the page or a search for people', () => {
  const search = { user: 'x', page: 2, search: 'Amina', status: 'verified', from: undefined };
  expect(filtersIn('users', search)).toEqual({ status: 'verified' });
  expect(sameFilters(filtersIn('doctors', { active: 'yes', search: 'a' }), { search: 'a', active: 'yes' })).toBe(true);
});

test.each([
  ['all exist', { status: 'verified' }, { status: 'verified' }, [], { status: 'verified' }, []],
  ['a value is no longer allowed', { status: 'new', sort: 'name' }, { sort: 'name' }, [], { sort: 'name' }, ['status']],
  ['the page has no such filter', { country: 'NG' }, {}, [], {}, ['country']],
])('of the filters of a view, %s', (_, stored, read, gone, kept, lost) => {
  expect(existingFilters({ page: 'users', stored, read, gone })).toEqual({ kept, lost });
});

test('a filter by a deleted record is left out', () => {
  const stored = { topic: 'a', hidden: true };
  expect(existingFilters({ page: 'awa/posts', stored, read: stored, gone: ['topic'] })).toEqual({
    kept: { hidden: true },
    lost: ['topic'],
  });
});

test('one sentence names the filters that no longer exist', () => {
  expect(lostWords(['topic'])).toBe('This view was saved with a filter that no longer exists: topic.');
  expect(lostWords(['status', 'from'])).toBe(
    'This view was saved with filters that no longer exist: status, first day.',
  );
});
