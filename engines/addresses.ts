import type { Page } from '@playwright/test';
import type { Screen } from '#e2e/controls/parts.ts';
import { screens } from '#e2e/controls/screens.ts';
import type { Seeded } from '#e2e/controls/seed.ts';
import type { DeskPage, Locator } from '#engines/page.ts';

/** Ten screens that stand for all of them: tables, trees, forms, an editor in a dialog, and lists that grow as they are read. */
const few = new Set<string>([
  'users?user=user',
  'staff',
  'cycle/activities?form=edit&activity=activity',
  'lady-due?open=tegoryection',
  'lady-due?form=edit&card=card',
  'awa',
  'awa/posts',
  'doctors?doctor=doctor',
  'announcements',
  'activity',
]);

/** The ids that the table of screens is asked with to tell the addresses apart: each is called as its kind. */
const called = new Proxy({}, { get: (_, kind) => String(kind) }) as Seeded;

const isFew = ({ path, before }: Screen) => !before && few.has(path(called));

/** The screens of the table of controls, each address once, and those last before which something is done with the account. */
export function screensToTry(all: boolean): readonly Screen[] {
  const seen = new Set<string>();
  const chosen = screens.filter((screen) => {
    const key = `${screen.path(called)} ${screen.before?.name ?? ''}`;
    if (seen.has(key) || !(all || isFew(screen))) return false;
    return seen.add(key);
  });
  if (!all && chosen.length !== few.size) throw new Error('The table of screens lacks one of the ten');
  return chosen.toSorted((one, other) => Number(one.before !== undefined) - Number(other.before !== undefined));
}

/** An element that a loaded screen shows. The table finds it with the Playwright methods that our page has too. */
export const shownBy = ({ shows }: Screen, page: DeskPage) => shows(page as unknown as Page) as unknown as Locator;
