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
 * Stops the reload that a page makes every 20 seconds while a record is open: the page does not notice that its session
 * has ended, however long a test takes. Call it before the page opens.
 */
export const disableIntervals = (page: Page) =>
  page.addInitScript(() => Object.assign(window, { setInterval: () => 0 }));

/** A browser whose IndexedDB never responds. Call it before the page opens. */
export const stallStorage = (page: Page) =>
  page.addInitScript(() => {
    const stalled = () => new EventTarget();
    Object.assign(IDBFactory.prototype, { open: stalled });
  });

/** Makes a browser like the oldest supported one, by removing newer features. Call it before the page opens. */
export const removeNewerApis = (page: Page) =>
  page.addInitScript(() => {
    const newer: [owner: object, names: string[]][] = [
      [URL, ['canParse', 'parse']],
      [Array.prototype, ['toSpliced', 'toSorted', 'toReversed', 'with']],
      [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
      [Element.prototype, ['checkVisibility']],
      [Intl, ['Segmenter']],
      [AbortSignal, ['timeout', 'any']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [Promise, ['withResolvers', 'try']],
      [Array, ['fromAsync']],
      [window, ['requestIdleCallback', 'cancelIdleCallback', 'scheduler', 'Iterator']],
    ];
    for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner, name);
  });

/** Features that unsupported browsers lack, with the code that removes each. */
export const older = {
  modules: () => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule'),
  ':has()': () => {
    const { supports } = CSS;
    CSS.supports = (...given: string[]) => !given.join(':').includes(':has(') && Reflect.apply(supports, CSS, given);
  },
  dvh: () => {
    const { supports } = CSS;
    CSS.supports = (...given: string[]) => !given.join(':').includes('dvh') && Reflect.apply(supports, CSS, given);
  },
  'container queries': () => {
    const { supports } = CSS;
    CSS.supports = (...given: string[]) =>
      !given.join(':').includes('container') && Reflect.apply(supports, CSS, given);
  },
  'ranges of media queries': () => {
    const match = window.matchMedia.bind(window);
    window.matchMedia = (query) => match(/[<>]/.test(query) ? 'not all' : query);
  },
  findLast: () => Reflect.deleteProperty(Array.prototype, 'findLast'),
  CSS: () => Reflect.deleteProperty(window, 'CSS'),
};
