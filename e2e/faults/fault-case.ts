import type { Locator, Page } from '@playwright/test';
import type { Route } from '#contract/route.ts';
import type { Call } from '#e2e/support/calls.ts';
import type { Desk } from '#e2e/support/desk.ts';

export type Fixtures = {
  page: Page;
  desk: Desk;
  api: Call;
  addAppUsers: (people: { name: string }[]) => Promise<string>;
};

type Steps = {
  /** Where the failure must be visible. */
  beside: Locator;
  /** Makes the call for the first time, and again while it fails. */
  act: () => Promise<unknown>;
  again?: () => Promise<unknown>;
  /** What was typed is still there. */
  kept?: () => Promise<unknown>;
  /** After the last try, which nothing disturbs. */
  done: () => Promise<unknown>;
  /** What a fault says here, where it is not the call's own sentence. */
  says?: RegExp;
  /** The failure's name here, where it is not the call's. */
  failure?: string;
};

/** Which screen makes a call, by what action, and where its failure is seen. */
export type FaultCase = { route: Route; where: string; arrange: (fixtures: Fixtures) => Promise<Steps> };

export const retryIn = (beside: Locator) => () => beside.getByRole('button', { name: 'Retry' }).click();
