import type { Locator, Page } from '@playwright/test';
import type { Route } from '#contract/route.ts';
import type { NewAppUser } from '#e2e/support/app-users.ts';
import type { Call } from '#e2e/support/calls.ts';
import type { Desk } from '#e2e/support/desk.ts';

export type Fixtures = {
  page: Page;
  desk: Desk;
  api: Call;
  addAppUsers: (people: NewAppUser[]) => Promise<string>;
};

export type Steps = {
  /** The place where the failure must be visible. */
  beside: Locator;
  /** Makes the call for the first time, and again while it fails. */
  act: () => Promise<unknown>;
  again?: () => Promise<unknown>;
  /** Expects that the typed values are still there. */
  kept?: () => Promise<unknown>;
  /** Checks the screen after the last try, which succeeds. */
  done: () => Promise<unknown>;
  /** The text of a fault here, where it differs from the call's own message. */
  says?: RegExp;
  /** The failure's message here, where it differs from the call's. */
  failure?: string;
};

/** How a screen makes a call, and where it shows the call's failure. */
export type FaultCase = {
  route: Route;
  where: string;
  /** Goes on where the case before it ended, on its screen and with its records: opening a page costs most. */
  stays?: true;
  arrange: (fixtures: Fixtures) => Steps | Promise<Steps>;
};

export const retryIn = (beside: Locator) => () => beside.getByRole('button', { name: 'Retry' }).click();
