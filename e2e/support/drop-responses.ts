import type { Page, Request } from '@playwright/test';

/**
 * Lets the first `times` calls through to the server but drops their answers, as a connection does that breaks at the
 * wrong moment. Returns the list of these calls, which grows.
 */
export async function dropResponses(page: Page, url: string, times: number) {
  const asked: Request[] = [];
  await page.route(
    url,
    async (route) => {
      asked.push(route.request());
      await route.fetch();
      await route.abort('connectionfailed');
    },
    { times },
  );
  return asked;
}
