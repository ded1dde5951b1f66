import { expect, test } from 'vitest';
import type { Role } from '#contract/roles.ts';
import { accountPages, areasFor, firstPageOf } from '#web/app/areas.ts';

const everything = ['users', 'cycle', 'lady-due', 'awa', 'moderation', 'doctors', 'announcements'];
const own = ['Activity', 'Bin', 'My account'];

test.each<[role: Role, areas: string[], pages: string[], home: string]>([
  ['administrator', everything, ['Calendar', 'Review', ...own, 'Staff'], '/admin/desk/users'],
  [
    'editor',
    ['cycle', 'lady-due', 'moderation', 'doctors', 'announcements'],
    ['Calendar', 'Review', ...own],
    '/admin/desk/cycle',
  ],
  ['reviewer', ['cycle', 'lady-due'], ['Calendar', 'Review', ...own], '/admin/desk/cycle'],
  ['moderator', ['users', 'awa', 'moderation'], own, '/admin/desk/awa/posts'],
  ['support', everything.filter((area) => area !== 'moderation'), ['Calendar', ...own], '/admin/desk/users'],
])('the menus of the role %s contain the pages that it may view', (role, areas, pages, home) => {
  expect(areasFor(role).map(({ area }) => area)).toEqual(areas);
  expect(accountPages.filter(({ roles }) => roles.includes(role)).map(({ label }) => label)).toEqual(pages);
  expect(firstPageOf(role).to).toBe(home);
});
