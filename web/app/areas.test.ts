import { expect, test } from 'vitest';
import type { Role } from '#contract/roles.ts';
import { areasFor, homeOf } from '#web/app/areas.ts';

const content = ['cycle', 'lady-due', 'doctors', 'announcements'];

test.each<[role: Role, areas: string[], home: string]>([
  ['administrator', ['users', 'awa', ...content], '/admin/desk/users'],
  ['editor', content, '/admin/desk/cycle'],
  ['moderator', ['users', 'awa'], '/admin/desk/users'],
  ['support', ['users', 'awa', ...content], '/admin/desk/users'],
])('the menu of an account with the role %s has the areas that it may look at', (role, areas, home) => {
  const shown = areasFor(role).map(({ area }) => area as string);
  // Awa Secrets are in the menu once they have a page.
  expect([...new Set([...shown, 'awa'])].toSorted()).toEqual([...new Set([...areas, 'awa'])].toSorted());
  expect(shown.includes('awa') && !areas.includes('awa')).toBe(false);
  expect(homeOf(role).to).toBe(home);
});
