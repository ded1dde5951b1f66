import type { Page, Request } from '@playwright/test';

/** Lets calls through to the server but drops the answers, as a link does that breaks at the wrong moment. */
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
