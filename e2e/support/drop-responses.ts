import type { Page, Request } from '@playwright/test';

/**
 * Passes the first `times` calls to the server but drops their responses, like a connection that breaks at the wrong
 * moment. Returns the growing list of these calls.
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
