import { announcementRoutes } from '#contract/announcements.ts';
import type { Call } from '#e2e/support/calls.ts';
import type { DeskPage } from '#engines/page.ts';

/** A message that no other engine writes. */
export const unique = (message: string) => `${message} ${crypto.randomUUID().slice(0, 8)}`;

/** The announcements with this message, as they are stored. */
export const storedAs = async (api: Call, text: string) =>
  (await api(announcementRoutes.list, {})).announcements.filter(({ message }) => message === text);

/** The parts of the screen of announcements. */
export const announcementsScreen = (page: DeskPage) => ({
  row: (text: string) =>
    page.getByRole('list', { name: 'Announcements' }).getByRole('listitem').filter({ hasText: text }),
  field: page.getByRole('textbox', { name: 'New announcement' }),
  active: page.getByRole('switch', { name: 'Active' }),
  create: page.getByRole('button', { name: 'Create announcement' }),
  message: page.getByRole('form', { name: 'Edit announcement' }).getByRole('textbox', { name: 'Message' }),
  save: page.getByRole('button', { name: 'Save Changes' }),
});
