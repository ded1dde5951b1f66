import { browsers } from '#web/lib/browsers.ts';

/**
 * The browser features that the desk requires, each missing in some browser below `browsers`: Firefox before 121 lacks
 * `:has()`, Chrome before 108 lacks `dvh`, Safari before 16.4 lacks ranges in media queries, which all width
 * breakpoints are compiled to.
 */
const needed = [
  () => 'noModule' in HTMLScriptElement.prototype,
  () => CSS.supports('selector(:has(a))'),
  () => CSS.supports('height', '1dvh'),
  () => CSS.supports('container-type', 'inline-size'),
  () => matchMedia('(width >= 0px)').matches,
  () => 'findLast' in Array.prototype,
];

/** Whether this browser has all required features. Called by the first script, which old browsers can parse. */
export function hasNeeded() {
  try {
    return needed.every((has) => has());
  } catch {
    return false;
  }
}

const mark = 'data-too-old';

/** Whether the page says that this browser is too old, so that the app is not rendered. */
export const isTooOld = () => document.documentElement.hasAttribute(mark);

/** Replaces the page with a list of the supported browsers. */
export function sayTooOld() {
  document.documentElement.setAttribute(mark, '');
  addEventListener('DOMContentLoaded', () => {
    const dark = document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark';
    document.body.style.cssText = dark ? 'background:#1b1420;color:#f4eef3' : 'background:#fbf8f7;color:#2b1b2e';
    const main = document.createElement('main');
    main.style.cssText = 'max-width:34em;margin:20vh auto;padding:0 24px;font:18px/1.6 system-ui,sans-serif';
    const title = document.createElement('h1');
    title.textContent = 'Awa Desk';
    title.style.cssText = 'margin:0 0 16px;font-size:28px;line-height:1.2';
    const note = document.createElement('p');
    note.setAttribute('role', 'alert');
    main.append(title, note);
    document.body.appendChild(main);
    const { safari, chrome, firefox } = browsers;
    note.textContent = `This browser is too old for Awa Desk, which needs Safari or iOS ${safari}, Chrome or Edge ${chrome}, Firefox ${firefox}, or a newer version: update it, or use another browser.`;
  });
}
