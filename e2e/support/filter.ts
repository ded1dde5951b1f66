import { type Locator, expect } from '@playwright/test';

/** The choices of a filter (`web/ui/filter-field.tsx`), which is opened for that. */
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
