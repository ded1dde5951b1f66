import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import type { OpenedPage } from '#contract/opened-page.ts';
import { leave, show } from '#web/api/session.ts';
import { App } from '#web/app/app.tsx';
import { router } from '#web/app/router.tsx';
import { crisisCount } from '#web/features/moderation/crisis-count.ts';
import { offerList } from '#web/start/early-calls.ts';

/**
 * `path` is the address with its query, `data` the data of the page as JSON, and `inDanger` the number of people in
 * danger that the browser showed last.
 */
type Page = { path: string; data: string; inDanger: number };

/**
 * The HTML of a page, as the browser would render it first. The server runs it (`server/http/drawing/draw-worker.mjs`),
 * one page at a time: nothing of a page remains for the next one.
 */
export async function draw({ path, data, inDanger }: Page): Promise<string> {
  const { list, ...account } = JSON.parse(data) as OpenedPage;
  try {
    show(account);
    offerList(list, account.admin.id);
    crisisCount.set(inDanger);
    router.update({
      ...router.options,
      history: createMemoryHistory({ initialEntries: [path] }),
      scrollRestoration: false,
    });
    await router.load();
    return renderToString(<App />);
  } finally {
    offerList(null, account.admin.id);
    leave();
  }
}
