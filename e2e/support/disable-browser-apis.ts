import type { Page } from '@playwright/test';

/** Makes a browser whose tabs cannot communicate. Call it before the page opens. */
export const disableBroadcastChannel = (page: Page) =>
  page.addInitScript(() => {
    class Silence extends EventTarget {
      postMessage() {}
      close() {}
    }
    Object.assign(window, { BroadcastChannel: Silence });
  });

/**
 * Makes a browser without locks between tabs, as on a page that is not served securely. Call it before the page opens.
 */
export const disableLocks = (page: Page) =>
  page.addInitScript(() => delete (Navigator.prototype as { locks?: object }).locks);

/**
 * Makes a browser with storage switched off: even reading it fails, as do channels between tabs. Call it before the
 * page opens.
 */
export const disableStorage = (page: Page) =>
  page.addInitScript(() => {
    function refuse(): never {
      throw new DOMException('Switched off', 'SecurityError');
    }
    Object.defineProperty(window, 'localStorage', { get: refuse });
    Object.defineProperty(window, 'sessionStorage', { get: refuse });
    Object.defineProperty(window, 'indexedDB', { get: refuse });
    Object.assign(window, { BroadcastChannel: refuse });
  });

/** Makes a browser that is never idle, so that nothing is fetched ahead. Call it before the page opens. */
export const disableIdleCallback = (page: Page) =>
  page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));

/**
 * Makes a page that never asks again by itself, which it does every 20 seconds while a thing is open: it does not learn that its
 * session has ended, however long a test takes. Call it before the page opens.
 */
export const disableIntervals = (page: Page) =>
  page.addInitScript(() => Object.assign(window, { setInterval: () => 0 }));

/** A browser whose IndexedDB never answers. Before the page opens. */
export const stallStorage = (page: Page) =>
  page.addInitScript(() => {
    const stalled = () => new EventTarget();
    Object.assign(IDBFactory.prototype, { open: stalled });
  });
