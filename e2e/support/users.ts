import type { Page } from '@playwright/test';

/** The parts of the users screen. */
export const usersScreen = (page: Page) => ({
  search: page.getByRole('searchbox', { name: 'Search users' }),
  /** Without the header and the notes under the rows. */
  rows: page
    .getByRole('table', { name: 'Users' })
    .getByRole('row')
    .filter({ has: page.getByRole('time') }),
  row: (text: string) => page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: text }),
  dialog: page.getByRole('dialog'),
  previous: page.getByRole('button', { name: 'Previous' }),
  next: page.getByRole('button', { name: 'Next' }),
});

export const usersPath = '/admin/desk/users';

/** The address of the users that a search finds. */
export const found = (mark: string, page?: number) => `${usersPath}?search=${mark}${page ? `&page=${page}` : ''}`;
