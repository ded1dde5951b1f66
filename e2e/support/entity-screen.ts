import type { Page } from '@playwright/test';
import { type Kind, addressOf, capital, kinds } from '#contract/kinds.ts';

/** The parts of the page of a kind (`web/entity/page/entity-page.tsx`). */
export function entityScreen(page: Page, kind: Kind) {
  const { one, many } = kinds[kind];
  const name = capital(many);
  const list = page.getByRole('list', { name, exact: true });
  const card = page.getByRole('region', { name: new RegExp(`^${name}( \\(|$)`) });
  const link = (title: string) => card.getByRole('link', { name: title, exact: true });
  const form = page.getByRole('form', { name: new RegExp(`^(Add ${one}|Edit .*)$`) });
  const bar = page.getByRole('group', { name: 'Selection' });
  return {
    path: addressOf(kind),
    /** The list with its heading and its failures. */
    card,
    list,
    rows: list.getByRole('listitem'),
    row: (title: string) =>
      card.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) }),
    link,
    /** The titles of the rows, from the first on. */
    names: () => list.getByRole('link').allTextContents(),
    box: (title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true }),
    all: page.getByRole('checkbox', { name: 'Select all that are shown' }),
    bar,
    /** How many are selected. */
    count: bar.getByRole('status'),
    act: (action: string) => bar.getByRole('button', { name: action, exact: true }),
    panel: page.getByRole('region', { name: capital(one), exact: true }),
    heading: (title: string) => page.getByRole('heading', { level: 2, name: title, exact: true }),
    form,
    field: (label: string) =>
      form
        .getByRole('textbox', { name: label, exact: true })
        .or(form.getByRole('combobox', { name: label, exact: true })),
    save: form.getByRole('button', { name: `Save ${one}` }),
    cancel: form.getByRole('button', { name: 'Cancel' }),
    leave: page.getByRole('dialog', { name: 'Leave without saving?' }),
  };
}
