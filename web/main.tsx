import '#web/app/theme.css';
import { StrictMode, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { drawnId } from '#contract/opened-page.ts';
import { earlyListSettled } from '#web/start/early-calls.ts';
import { open, shownAdmin } from '#web/api/session.ts';
import { App } from '#web/app/app.tsx';
import { isHome } from '#web/app/areas.ts';
import { router } from '#web/app/router.tsx';
import { keepFocus } from '#web/lib/focus.ts';
import { isTooOld } from '#web/lib/needed-features.ts';
import { watchForNewVersion } from '#web/lib/new-version.ts';
import { watchTyping } from '#web/lib/typing.ts';

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root');

/** Milliseconds that the first render waits for the data it shows. */
const maxWait = 100;

/** The page as the server has drawn it, which is on screen until the first render. */
const drawn = document.querySelector(`#${drawnId}`);

/** Takes the place of the drawn page, in the same frame. */
function Desk() {
  useLayoutEffect(() => {
    drawn?.remove();
    delete document.documentElement.dataset.drawn;
  }, []);
  return <App />;
}

/** The session, the code of the page and its first list: most of it has loaded before this script runs. */
async function load() {
  const page = router.load();
  await open();
  if (shownAdmin() === null) return;
  const { pathname } = location;
  await Promise.all([page.then(() => (isHome(pathname) ? router.load() : undefined)), earlyListSettled()]);
}

if (!isTooOld()) {
  watchTyping();
  keepFocus();
  watchForNewVersion();
  // With everything loaded, the page is rendered once, without a skeleton first.
  const loaded = drawn ? load() : Promise.race([load(), new Promise((resolve) => setTimeout(resolve, maxWait))]);
  const desk = createRoot(root);
  // With their effects in the same task, rows that are on screen take keys.
  const render = () =>
    flushSync(() =>
      desk.render(
        <StrictMode>
          <Desk />
        </StrictMode>,
      ),
    );
  void loaded.finally(render);
}
