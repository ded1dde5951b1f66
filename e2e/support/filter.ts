import { type Locator, expect } from '@playwright/test';

/** Opens a filter (`web/ui/filter-field.tsx`) and returns its choices. */
export async function choicesOf(filter: Locator) {
  if ((await filter.getAttribute('aria-expanded')) !== 'true') await filter.click();
  await expect(filter).toHaveAttribute('aria-expanded', 'true');
  return filter.page().getByRole('listbox').getByRole('option');
}

/** Chooses one value of a filter, by its label. */
export async function choose(filter: Locator, label: string) {
  await (await choicesOf(filter)).filter({ hasText: new RegExp(`^${label}$`) }).click();
  await expect(filter).toContainText(label);
}
