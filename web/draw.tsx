import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import type { OpenedPage } from '#contract/opened-page.ts';
import { leave, show } from '#web/api/session.ts';
import { App } from '#web/app/app.tsx';
import { router } from '#web/app/router.tsx';
import { offerList } from '#web/start/early-calls.ts';

/** `path` is the address with its query, `data` the data of the page as JSON. */
type Page = { path: string; data: string };

/**
 * The HTML of a page, as the browser would render it first. The server runs it (`server/http/drawing/draw-worker.mjs`),
 * one page at a time: nothing of a page remains for the next one.
 */
export async function draw({ path, data }: Page): Promise<string> {
  const { list, ...account } = JSON.parse(data) as OpenedPage;
  try {
    show(account);
    offerList(list, account.admin.id);
    router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }), scrollRestoration: false });
    await router.load();
    return renderToString(<App />);
  } finally {
    offerList(null, account.admin.id);
    leave();
  }
}
