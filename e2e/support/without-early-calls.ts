import type { Page } from '@playwright/test';
import { switchedOff } from '#web/start/early-calls.ts';

/** The pages opened from now on make their first calls themselves, so that a test can answer them. */
export const withoutEarlyCalls = (page: Page) =>
  page.addInitScript((item) => localStorage.setItem(item, ''), switchedOff);
