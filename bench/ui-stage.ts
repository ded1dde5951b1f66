import type { BrowserContextOptions, Page } from '@playwright/test';
import { openAndSignIn } from '#e2e/support/session.ts';

export type Stage = {
  desk: { address: string; email: string; password: string };
  /** A live bearer of the desk. */
  bearer: string;
  users: number;
  /** Opens a page in a new browser without a session. The caller closes it. */
  newPage: (options?: BrowserContextOptions) => Promise<Page>;
  /** The debugging port of a browser, and a page of it, for Lighthouse, which opens its own pages there. */
  shared: { port: number; page: Page };
};

/** One line of the table. Without `must` the figure is only reported. */
export type Line = { what: string; figure: string; must?: string; met?: boolean };

/** NaN of none. */
export const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;

/** The cookies and local storage of a browser that is signed in to the desk. */
export async function signedInState({ desk, newPage }: Pick<Stage, 'desk' | 'newPage'>) {
  const entrance = await newPage();
  await openAndSignIn(entrance, desk);
  const state = await entrance.context().storageState();
  await entrance.context().close();
  return state;
}
