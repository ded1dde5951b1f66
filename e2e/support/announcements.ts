import type { Page } from '@playwright/test';

/** A message that no other test writes. */
export const unique = (message: string) => `${message} ${crypto.randomUUID().slice(0, 8)}`;

/** The parts of the screen where announcements are written. */
export function announcementsScreen(page: Page) {
  const editor = page.getByRole('form', { name: 'Edit announcement' });
  const dialog = page.getByRole('dialog');
  const create = page.getByRole('button', { name: 'Create announcement' });
  const active = page.getByRole('switch', { name: 'Active' });
  const field = page.getByRole('textbox', { name: 'New announcement' });
  return {
    path: '/admin/desk/announcements',
    field,
    /** Writes an inactive announcement, which is created without a confirmation. */
    write: async (text: string) => {
      await active.uncheck();
      await field.fill(text);
    },
    create,
    /** Creates an active announcement, and confirms. */
    publish: async () => {
      await create.click();
      await dialog.getByRole('button', { name: 'Show it now' }).click();
    },
    /** Whether the new announcement is active. An inactive one is created without a confirmation. */
    active,
    preview: page.getByRole('complementary', { name: 'As people will see it' }),
    /** The row of a stored announcement, not the unsaved text in an editor. */
    row: (message: string) =>
      page
        .getByRole('list', { name: 'Announcements' })
        .getByRole('listitem')
        .filter({ hasText: message, hasNot: page.getByRole('form') }),
    editor,
    message: editor.getByRole('textbox', { name: 'Message' }),
    save: editor.getByRole('button', { name: 'Save Changes' }),
    cancel: editor.getByRole('button', { name: 'Cancel' }),
    kept: page.getByText(/^Kept on this device, \d{1,2}:\d{2} · not in the desk yet$/),
    offer: page.getByText(/^Unsaved draft/),
    goOn: page.getByRole('button', { name: 'Continue editing' }),
    discard: page.getByRole('button', { name: 'Discard' }),
    undo: page.getByRole('button', { name: 'Undo' }),
    line: page.getByText('Connection lost. Retrying…'),
    alert: page.getByRole('alert'),
    /** The failure of the form; the list may show its own. */
    refused: page.getByRole('main').locator('form').getByRole('alert'),
    queued: page.getByText('No connection. This will be sent when the connection is back.'),
    cancelQueued: page.getByRole('button', { name: 'Don’t send' }),
    dialog,
    choice: (name: string | RegExp) => dialog.getByRole('radio', { name }),
    saveThis: dialog.getByRole('button', { name: 'Save this version' }),
  };
}
