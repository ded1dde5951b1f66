import type { Page, Request } from '@playwright/test';

/**
 * The icon of the desk, which no test counts: Chromium with windows requests it at any time, the headless shell never.
 */
export const isIcon = (request: Request) => new URL(request.url()).pathname === '/favicon.svg';

/** The requests that a page makes from now on. */
export function watchRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (!isIcon(request)) requests.push(request);
  });
  return requests;
}
