import type { Page, Request } from '@playwright/test';

/** The icon of the desk. A whole Chromium asks for it at any moment, one without windows never: it counts nowhere. */
export const isIcon = (request: Request) => new URL(request.url()).pathname === '/favicon.svg';

/** The requests that a page makes from now on. */
export function watchRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (!isIcon(request)) requests.push(request);
  });
  return requests;
}
