import type { Locator, Page } from '@playwright/test';
import { type Kind, addressOf, keptKinds, parentOf } from '#contract/kinds.ts';
import { usersApi } from '#contract/users.ts';
import type { Fixtures } from '#e2e/faults/fault-case.ts';
import { cutTexts } from '#e2e/support/cut-texts.ts';
import { coveredFocus } from '#e2e/support/focus-in-sight.ts';
import { addCards, openCard } from '#e2e/support/card-editor.ts';
import { addPosts } from '#e2e/support/posts.ts';
import { kindsWithCommonPage } from '#e2e/support/records.ts';
import { expect, test } from '#e2e/support/test.ts';
import { untilLoaded } from '#e2e/support/under-way.ts';
import { addRecord } from '#tests/records/kinds.ts';
import { accountPages, areas, tabs } from '#web/app/areas.ts';

/** More records of each kind than fit into a low window. */
const many: Partial<Record<Kind, number>> = { card: 4, doctor: 5, announcement: 2 };

/**
 * Fills the desk, and returns its screens: pages, and their dialogs and panels. Each has an address and an element to
 * wait for.
 */
async function fillDesk({ api, desk, addAppUsers }: Omit<Fixtures, 'page'>) {
  const ids: Partial<Record<Kind, string>> = {};
  for (const kind of keptKinds) {
    const parent = ids[parentOf(kind) ?? kind];
    for (let count = many[kind] ?? 1; count > 0; count -= 1) {
      ids[kind] = await addRecord(api, kind, `${kind} ${count}`, parent);
    }
  }
  await addPosts(
    desk.database,
    ids.secret ?? '',
    Array.from({ length: 4 }, (_, at) => ({ content: `I was late again, ${at} days` })),
  );
  const search = await addAppUsers([{ name: 'Ife Bello' }]);
  const { users } = await api(usersApi.users.list, { search });
  const page = ({ to }: { to: string }) => [to, 'main h1'] as const;
  return {
    'each area': areas.map(page),
    'each tab': tabs.map(page),
    'all else': [
      ...accountPages.map(page),
      [`/admin/desk/users?user=${users[0]?.id}`, '[data-side-panel]'],
      [`/admin/desk/doctors?form=edit&doctor=${ids.doctor}`, 'form'],
      [`/admin/desk/lady-due?form=edit&card=${ids.card}`, 'form [role="toolbar"]'],
    ] as const,
  };
}

async function open(page: Page, path: string, shows: string) {
  await page.goto(path);
  await page.locator(shows).first().waitFor();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await untilLoaded(page);
}

/** A window so low that a few rows fill it, so that the bars at its edges cover content. */
const low = { width: 1280, height: 480 };

/** The narrowest window that WCAG requires. */
const narrow = { width: 320, height: 640 };

/** Pages with the same controls in the same places as others, though with other texts. */
const alike = new Set<string>(kindsWithCommonPage.map(addressOf));

for (const viewport of [low, narrow]) {
  for (const screens of ['each area', 'each tab', 'all else'] as const) {
    test(`${screens}: the focus is in sight, and no text with more space is cut off, ${viewport.width} px`, async ({
      signedIn: page,
      api,
      desk,
      addAppUsers,
    }) => {
      await page.setViewportSize(viewport);
      const filled = await fillDesk({ api, desk, addAppUsers });
      for (const [path, shows] of filled[screens]) {
        await open(page, path, shows);
        if (!alike.has(path)) expect.soft(await coveredFocus(page), path).toEqual([]);
        expect.soft(await cutTexts(page), path).toEqual([]);
      }
    });
  }
}

/** The background of an element, or of its pseudo-element. */
const groundOf = (element: Locator, drawn?: '::before') =>
  element.evaluate((one, part) => getComputedStyle(one, part).backgroundColor, drawn);

test('in forced colours the current choice is visible, in each kind of chooser', async ({ signedIn: page, api }) => {
  const { first } = await addCards(api);
  await page.emulateMedia({ forcedColors: 'active' });
  const different: [string, Locator, Locator, drawn?: '::before'][] = [];
  const look = async () => {
    for (const [name, chosen, other, drawn] of different.splice(0)) {
      await expect.poll(() => groundOf(chosen, drawn), name).not.toBe(await groundOf(other, drawn));
    }
  };
  await page.goto('/admin/desk/cycle/activities');
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  different.push(
    ['area', link('My Cycle'), link('Doctors')],
    ['tab', link('Activities'), link('Insights')],
    ['phase', link('Menstrual'), link('Luteal')],
  );
  await look();
  await page.goto('/admin/desk/users');
  const boxes = page.getByRole('table').getByRole('checkbox');
  await boxes.nth(1).check();
  different.push(['checkbox', boxes.nth(1), boxes.nth(2), '::before']);
  await look();
  await openCard(page, first.id);
  const part = (name: string) => page.locator('label').filter({ has: page.getByRole('radio', { name, exact: true }) });
  const control = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true });
  const active = page.getByRole('switch', { name: 'Active' });
  const track = active.locator('xpath=following-sibling::*[1]');
  await control('More formatting').click();
  different.push(
    ['segment', part('Draft'), part('Published')],
    ['text', control('Align left'), control('Align right')],
  );
  await look();
  const on = await groundOf(track);
  await active.uncheck();
  await expect.poll(() => groundOf(track)).not.toBe(on);
});
