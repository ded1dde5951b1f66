import { enter } from '#web/api/session.ts';

/** The values of `navigator`; a test may change them. */
export const browser = { onLine: true };

/**
 * Provides the browser globals that calls need, with a signed-in account. `answer` stands in for the network.
 */
export function openBrowser(answer: (url: string, sent: RequestInit) => Promise<Response>) {
  browser.onLine = true;
  const parts = { window: {}, navigator: browser, addEventListener() {}, removeEventListener() {}, fetch: answer };
  for (const [name, value] of Object.entries(parts)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  enter({
    token: 'bearer',
    expiresAt: new Date(Date.now() + 900_000).toISOString(),
    admin: { id: 'one', email: 'staff@example.org', name: 'Staff', role: 'administrator', qualification: '' },
    placeholders: { emergency: '112', helpline: '' },
  });
}
