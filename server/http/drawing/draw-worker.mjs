// @ts-check
// Draws pages of the desk as HTML, one at a time, in a thread of its own: new Worker('draw-worker.mjs', { workerData:
// FILE }), FILE being the dashboard as built for the server (`web/draw.tsx`). Each message is a page, and its answer the
// HTML or an error. Plain JavaScript, so that it starts at once in the sources too.
import { parentPort, workerData } from 'node:worker_threads';

/** @param {string} query a query about the width of the window; each other one does not match */
function matchMedia(query) {
  const [, bound, em] = /\((min|max)-width: ([\d.]+)em\)/.exec(query) ?? [];
  const [width, pixels] = [globalThis.innerWidth, Number(em) * 16];
  return {
    matches: bound === 'min' ? width >= pixels : bound === 'max' && width <= pixels,
    addEventListener: nothing,
    removeEventListener: nothing,
  };
}

const nothing = () => null;
const storage = { getItem: nothing, setItem: nothing, removeItem: nothing };

/** The parts of a browser that code of the dashboard reads while it is loaded and rendered. Nothing is kept there. */
const browser = {
  matchMedia,
  localStorage: storage,
  sessionStorage: storage,
  location: new URL('http://desk/'),
  isDrawing: true,
  navigator: {},
  scrollX: 0,
  scrollY: 0,
  getComputedStyle: () => ({ fontSize: '16px' }),
  addEventListener: nothing,
  removeEventListener: nothing,
  // Tabs of a browser talk over it; threads of this process must not.
  BroadcastChannel: undefined,
};
for (const [name, value] of Object.entries(browser)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
const { draw } = await import(workerData);
// Only now, because packages recognise by their absence that they run on a server. Each page has just been opened.
Object.assign(globalThis, {
  window: globalThis,
  document: {
    querySelector: nothing,
    addEventListener: nothing,
    documentElement: { hasAttribute: () => false },
    cookie: '',
  },
});
Object.defineProperty(performance, 'now', { value: () => 0 });

/** @param {{ id: number, page: { width: number, height: number } }} message */
async function answer({ id, page }) {
  try {
    Object.assign(globalThis, { innerWidth: page.width, innerHeight: page.height });
    parentPort?.postMessage({ id, html: await draw(page) });
  } catch (error) {
    parentPort?.postMessage({ id, error });
  }
}

let turn = Promise.resolve();
parentPort?.on('message', (message) => {
  turn = turn.then(() => answer(message));
});
parentPort?.postMessage('ready');
