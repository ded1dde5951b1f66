import { cycleApi as calls } from '#contract/cycle.ts';
import { type FaultCase, type Fixtures, retryIn } from '#e2e/faults/fault-case.ts';
import { entityScreen } from '#e2e/support/entity-screen.ts';
import { expect } from '#e2e/support/test.ts';

const phasesPath = '/admin/desk/cycle';
const weeksPath = '/admin/desk/cycle/pregnancy';

/** Types into the form that is open, and saves. */
function saving({ page }: Fixtures, kind: 'phase' | 'pregnancy-week', label: string, done: () => Promise<unknown>) {
  const { form, field, save } = entityScreen(page, kind);
  const input = field(label);
  return {
    beside: form.getByRole('alert'),
    act: async () => {
      await input.fill('Against all odds');
      await save.click();
    },
    again: () => save.click(),
    kept: () => expect(input).toHaveValue('Against all odds'),
    done,
  };
}

/** The ring and the four phases, which are no `EntityPage`. Nobody deletes a phase. */
export const phaseCases: FaultCase[] = [
  {
    route: calls.phases.list,
    where: 'the phases',
    arrange: ({ page }) => {
      const beside = entityScreen(page, 'phase').card.getByRole('alert');
      return Promise.resolve({
        beside,
        act: () => page.goto(phasesPath),
        again: retryIn(beside),
        done: () => expect(page.getByRole('button', { name: 'Add Luteal phase' })).toBeVisible(),
      });
    },
  },
  {
    route: calls.phases.create,
    where: 'the form of a new phase',
    arrange: async (fixtures) => {
      const { page } = fixtures;
      await page.goto(phasesPath);
      await page.getByRole('button', { name: 'Add Luteal phase' }).click();
      return saving(fixtures, 'phase', 'Title', () =>
        expect(page.getByRole('heading', { name: 'Against all odds' })).toBeVisible(),
      );
    },
  },
  {
    route: calls.phases.update,
    where: 'the form of a phase',
    arrange: async (fixtures) => {
      const { page, api } = fixtures;
      await api(calls.phases.create, { phase: 'luteal', title: 'Slowing down' });
      await page.goto(phasesPath);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      return saving(fixtures, 'phase', 'Title', () =>
        expect(page.getByRole('heading', { name: 'Against all odds' })).toBeVisible(),
      );
    },
  },
  {
    route: calls.cycle.analytics,
    where: 'the figures',
    arrange: ({ page }) => {
      const beside = page.getByRole('main').getByRole('alert');
      return Promise.resolve({
        beside,
        act: () => page.goto(phasesPath),
        again: retryIn(beside),
        done: () => expect(page.getByText('Pregnancy weeks', { exact: true })).toBeVisible(),
      });
    },
  },
  {
    route: calls.cycle.settings,
    where: 'the settings',
    arrange: ({ page }) => {
      const beside = page.getByRole('main').getByRole('alert');
      return Promise.resolve({
        beside,
        act: () => page.goto('/admin/desk/cycle/settings'),
        again: retryIn(beside),
        done: () => expect(page.getByRole('heading', { name: 'Cycle', exact: true })).toBeVisible(),
      });
    },
  },
];

/** Chooses from the menu of week 12. */
async function chooseForWeek({ page, api }: Fixtures, item: string) {
  await api(calls.weeks.create, { weekNumber: 12, babySize: 'A lime' });
  await page.goto(weeksPath);
  await page.getByRole('button', { name: 'Actions for Week 12' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** The grid of weeks, which is no `EntityPage`. */
export const weekCases: FaultCase[] = [
  {
    route: calls.weeks.list,
    where: 'the weeks',
    arrange: ({ page }) => {
      const beside = entityScreen(page, 'pregnancy-week').card.getByRole('alert');
      return Promise.resolve({
        beside,
        act: () => page.goto(weeksPath),
        again: retryIn(beside),
        done: () => expect(page.getByRole('button', { name: 'Add week 42' })).toBeVisible(),
      });
    },
  },
  {
    route: calls.weeks.create,
    where: 'the form of a new week',
    arrange: async (fixtures) => {
      const { page } = fixtures;
      await page.goto(weeksPath);
      await page.getByRole('button', { name: 'Add week 12' }).click();
      return saving(fixtures, 'pregnancy-week', 'Baby size', () =>
        expect(page.getByRole('link', { name: 'Against all odds Week 12' })).toBeVisible(),
      );
    },
  },
  {
    route: calls.weeks.update,
    where: 'the form of a week',
    arrange: async (fixtures) => {
      await chooseForWeek(fixtures, 'Edit');
      return saving(fixtures, 'pregnancy-week', 'Baby size', () =>
        expect(fixtures.page.getByRole('link', { name: 'Against all odds Week 12' })).toBeVisible(),
      );
    },
  },
  {
    route: calls.weeks.update,
    where: 'the menu of a week',
    arrange: async (fixtures) => {
      const { page, api } = fixtures;
      await api(calls.weeks.create, { weekNumber: 12 });
      await page.goto(weeksPath);
      return {
        beside: entityScreen(page, 'pregnancy-week').card.getByRole('alert'),
        act: async () => {
          await page.getByRole('button', { name: 'Actions for Week 12' }).click();
          await page.getByRole('menuitem', { name: 'Deactivate' }).click();
        },
        done: () => expect(page.getByText('Inactive')).toBeVisible(),
      };
    },
  },
  {
    route: calls.weeks.remove,
    where: 'the question before a week is deleted',
    arrange: async (fixtures) => {
      await chooseForWeek(fixtures, 'Delete');
      const dialog = fixtures.page.getByRole('dialog');
      return {
        beside: dialog.getByRole('alert'),
        act: () => dialog.getByRole('button', { name: 'Delete pregnancy week' }).click(),
        done: () => expect(fixtures.page.getByRole('button', { name: 'Add week 12' })).toBeVisible(),
      };
    },
  },
];
