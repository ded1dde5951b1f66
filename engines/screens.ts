import { inject } from 'vitest';
import type { Screen } from '#e2e/controls/parts.ts';
import { shownBy } from '#engines/addresses.ts';
import { coveredControls } from '#engines/covered-controls.ts';
import { desktop } from '#engines/browser.ts';
import type { Setting } from '#engines/flow.ts';

const { width: wide } = desktop;
const phone = 390;
const widths = [wide, 820, phone];

/** Opens each screen at each width, and says which of them did not come and which controls are not in reach. */
export async function tryScreens({ page, account }: Setting, screens: readonly Screen[]): Promise<string[]> {
  const wrong: string[] = [];
  await page.countCalls();
  for (const screen of screens) {
    const address = screen.path(inject('seeded'));
    const own = screen.onPhone ? phone : wide;
    for (const width of [own, ...widths.filter((one) => one !== own)]) {
      try {
        await page.resize({ ...desktop, width });
        if (width === own) {
          if (screen.before) {
            await screen.before(account);
            await page.open(address);
            await page.countCalls();
          } else {
            await page.go(address);
          }
          await shownBy(screen, page).see();
        }
        await page.settled();
        const covered = await page.browser.evaluate(coveredControls, null);
        wrong.push(...covered.map((one) => `${address} at ${width} px: ${one}`));
      } catch (error) {
        wrong.push(`${address} at ${width} px: ${String(error)}`);
      }
    }
  }
  return wrong;
}
