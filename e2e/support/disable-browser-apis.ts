import type { Page } from '@playwright/test';

/** A browser whose tabs do not hear each other. Before the page opens. */
export const disableBroadcastChannel = (page: Page) =>
  page.addInitScript(() => {
    class Silence extends EventTarget {
      postMessage() {}
    }
    Object.assign(window, { BroadcastChannel: Silence });
  });

/** A browser without locks between tabs, as on a page that is not served securely. Before the page opens. */
export const disableLocks = (page: Page) =>
  page.addInitScript(() => delete (Navigator.prototype as { locks?: object }).locks);

/** A browser with storage switched off: even to look at it fails, as do channels between tabs. Before the page opens. */
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

/** A browser that always has something better to do, so that nothing is fetched ahead. Before the page opens. */
export const disableIdleCallback = (page: Page) =>
  page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
