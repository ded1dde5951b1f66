import { renderToString } from 'react-dom/server';
import { createMemoryHistory } from '@tanstack/react-router';
import { open } from '#web/api/session.ts';
import { App } from '#web/app/app.tsx';
import { router } from '#web/app/router.tsx';

/** Draws a page as HTML. */
export async function draw(path: string): Promise<string> {
  await open();
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  return renderToString(<App />);
}
