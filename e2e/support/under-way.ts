import { type BrowserContext, type Page, type Request, expect } from '@playwright/test';

const underWay = new WeakMap<Page, Set<Request>>();

/** Follows the requests of the pages that a context opens. Call the returned function to stop. */
export function followRequests(context: BrowserContext): () => void {
  const follow = (page: Page) => {
    const requests = new Set<Request>();
    underWay.set(page, requests);
    const finish = (request: Request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
        // Of what the document before had asked for, no end is reported.
        for (const earlier of requests) {
          if (earlier === request) break;
          requests.delete(earlier);
        }
      }
      requests.delete(request);
    };
    page
      // A stream of events never ends.
      .on('request', (request) => request.headers().accept === 'text/event-stream' || requests.add(request))
      .on('requestfinished', finish)
      // Of a refusal nobody may read the words, and then its end is not reported.
      .on('response', (response) => response.status() === 401 && requests.delete(response.request()))
      .on('requestfailed', (request) => requests.delete(request));
  };
  context.on('page', follow);
  return () => void context.off('page', follow);
}

/** How many requests of a page have no whole answer yet. */
export const requestsUnderWay = (page: Page) => underWay.get(page)?.size ?? 0;

/** Waits until a page has loaded all that it asks for, but for so many calls that the test holds. */
export const untilLoaded = (page: Page, held = 0) =>
  expect.poll(() => requestsUnderWay(page), { intervals: [20] }).toBeLessThanOrEqual(held);
