import { type BrowserContext, type Page, type Request, expect } from '@playwright/test';
import { isIcon } from '#e2e/support/requests.ts';

const followed = new WeakMap<Page, { underWay: Set<Request>; ended: number }>();

/** Follows the requests of the pages that a context opens. Call the returned function to stop. */
export function followRequests(context: BrowserContext): () => void {
  const follow = (page: Page) => {
    const underWay = new Set<Request>();
    const requests = { underWay, ended: 0 };
    followed.set(page, requests);
    const end = (request: Request) => {
      if (underWay.delete(request)) requests.ended += 1;
    };
    const ofWindow = (request: Request) => request.isNavigationRequest() && request.frame() === page.mainFrame();
    let document: Request | undefined;
    page
      // A stream of events never ends.
      .on('request', (request) => {
        if (request.headers().accept !== 'text/event-stream' && !isIcon(request)) underWay.add(request);
      })
      .on('response', (response) => {
        if (ofWindow(response.request())) document = response.request();
      })
      // The end of a request is not reported after its document has been replaced.
      .on('framenavigated', (frame) => {
        if (!document || frame !== page.mainFrame()) return;
        for (const earlier of underWay) if (earlier !== document) end(earlier);
        document = undefined;
      })
      .on('requestfinished', end)
      // The body of a refusal may remain unread, and then its end is not reported.
      .on('response', (response) => response.status() === 401 && end(response.request()))
      .on('requestfailed', end);
  };
  context.on('page', follow);
  return () => void context.off('page', follow);
}

/** The number of a page's requests without a complete response. */
export const requestsUnderWay = (page: Page) => followed.get(page)?.underWay.size ?? 0;

/** Takes a request that the test holds back out of a page's pending ones, so that nothing waits for it. */
export const leaveOut = (page: Page, request: Request) => void followed.get(page)?.underWay.delete(request);

/** The number of a page's requests that have ended, with or without a response. */
export const requestsEnded = (page: Page) => followed.get(page)?.ended ?? 0;

/** Waits until a page has no pending requests, except this many that the test holds back. */
export const untilLoaded = (page: Page, held = 0) =>
  expect.poll(() => requestsUnderWay(page), { intervals: [20] }).toBeLessThanOrEqual(held);
