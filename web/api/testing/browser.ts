import { enter } from '#web/api/session.ts';

/** What the browser says of itself; a test may change it. */
export const browser = { onLine: true };

/** Gives the calls what they need of a browser, in which somebody has signed in. `answer` is what is on the network. */
export function openBrowser(answer: (url: string, sent: RequestInit) => Promise<Response>) {
  browser.onLine = true;
  const parts = { window: {}, navigator: browser, addEventListener() {}, removeEventListener() {}, fetch: answer };
  for (const [name, value] of Object.entries(parts)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  enter({
    token: 'bearer',
    expiresAt: new Date(Date.now() + 900_000).toISOString(),
    admin: { id: 'one', email: 'staff@example.org', name: 'Staff', role: 'administrator' },
  });
}
