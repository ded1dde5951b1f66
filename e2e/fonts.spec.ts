import type { Page } from '@playwright/test';
import { staffRoutes } from '#contract/staff.ts';
import { expect, test } from '#e2e/support/test.ts';

/** Every letter of Yoruba, Igbo and Hausa that English lacks, in both cases, with its tone marks. */
const name = 'Ẹ́ẹ̀Ọ́ọ̀Ṣṣ Ńǹ Ḿ Ị́ị̀Ụ́ụ̀Ṅṅ ÀáÈéÌíÒóÙúĀāĒēĪīŌōŪū ƁɓƊɗƘƙƳƴ ʼYar’adua';

/** The fonts that draw the text of an element, and whether each was served by the desk. */
async function fontsOf(page: Page, selector: string) {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts.map(({ familyName, isCustomFont }) => `${familyName}${isCustomFont ? '' : ' of the system'}`).sort();
}

test('letters of Yoruba, Igbo and Hausa come from the fonts of the desk, also in a title', async ({
  signedIn: page,
  api,
  addAppUsers,
}) => {
  const search = await addAppUsers([{ name }]);
  await page.goto(`/admin/desk/users?search=${search}`);
  const cell = page.getByRole('row').filter({ hasText: search });
  await expect(cell).toContainText(name.normalize('NFC'));
  await expect.poll(() => fontsOf(page, 'tbody tr')).toEqual(['Inter']);

  const { link } = await api(staffRoutes.invite, {
    email: `fonts.${Date.now()}@awa.example`,
    name,
    role: 'editor',
  });
  await page.goto(`/admin/desk/invitation#${link.token}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${name.normalize('NFC')}`);
  await expect.poll(() => fontsOf(page, 'h1')).toEqual(['Fraunces', 'Inter']);
});
