import type { Page } from '@playwright/test';
import { cycleApi } from '#contract/cycle.ts';
import { addressOf } from '#contract/kinds.ts';
import { entityFaults } from '#e2e/faults/entity-faults.ts';
import { type FaultCase, retryIn } from '#e2e/faults/fault-case.ts';
import { entityScreen } from '#e2e/support/entity-screen.ts';
import { expect } from '#e2e/support/test.ts';

/** The ring and the four phases, which have no `EntityPage`. Phases cannot be deleted on screen. */
function phasesScreen(page: Page) {
  const { path, card, form, field, save } = entityScreen(page, 'phase');
  const editing = { form, save, inputs: field('Title') };
  return {
    path,
    card,
    row: (title: string) => page.getByRole('heading', { name: title, exact: true }),
    choose: () => page.getByRole('button', { name: 'Edit', exact: true }).click(),
    empty: page.getByRole('button', { name: 'Add Luteal phase' }),
    adding: { path: `${path}?form=new&name=luteal`, ...editing },
    editing,
  };
}

export const phaseCases: FaultCase[] = [
  ...entityFaults('phase', { screenOf: phasesScreen }),
  {
    route: cycleApi.cycle.analytics,
    where: 'the figures',
    arrange: ({ page }) => {
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto(addressOf('phase')),
        again: retryIn(beside),
        done: () => expect(page.getByText('Pregnancy weeks', { exact: true })).toBeVisible(),
      };
    },
  },
  {
    route: cycleApi.insights.list,
    where: 'the ways from a phase to what belongs to it',
    arrange: async ({ page, api }) => {
      await api(cycleApi.phases.create, { phase: 'menstrual', title: 'Your period' });
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto(addressOf('phase')),
        again: retryIn(beside),
        done: () => expect(page.getByRole('link', { name: 'Insights 0 insights' })).toBeVisible(),
      };
    },
  },
  {
    route: cycleApi.cycle.settings,
    where: 'the settings beside the phases, which stay',
    arrange: async ({ page, api }) => {
      await api(cycleApi.phases.create, { phase: 'luteal', title: 'The second half' });
      const beside = page.getByRole('main').getByRole('alert');
      const phases = page.getByRole('list', { name: 'Phases' });
      return {
        beside,
        act: () => page.goto(addressOf('phase')),
        again: retryIn(beside),
        kept: () => expect(phases.getByRole('link', { name: 'Luteal' })).toBeVisible(),
        done: () => expect(phases).toContainText('13 days'),
      };
    },
  },
  {
    route: cycleApi.cycle.settings,
    where: 'the settings',
    arrange: ({ page }) => {
      const beside = page.getByRole('main').getByRole('alert');
      return {
        beside,
        act: () => page.goto('/admin/desk/cycle/settings'),
        again: retryIn(beside),
        done: () => expect(page.getByRole('heading', { name: 'Cycle', exact: true })).toBeVisible(),
      };
    },
  },
];
