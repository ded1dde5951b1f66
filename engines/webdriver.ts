import { until } from '#tests/desk/server-process.ts';

/** A command of the session: `send('POST', '/url', { url })`. */
type Send = <T = void>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>;

/** The key under which WebDriver names an element: https://www.w3.org/TR/webdriver2/#elements. */
export const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Rejects with the driver's words when the command fails, and when no answer comes within a minute. */
async function command<T>(url: string, method: string, body?: object): Promise<T> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(60_000),
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  });
  const { value } = (await response.json()) as { value: T | { error: string; message: string } };
  if (response.ok) return value as T;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${method} ${new URL(url).pathname}: ${error} ${message}`);
}

/** Opens a session of WebDriver (https://www.w3.org/TR/webdriver2/) at the address of a driver. */
export async function startWebDriver(driver: string, capabilities: object): Promise<Send> {
  await until(`the driver at ${driver}`, () => command(`${driver}/status`, 'GET'), 30_000);
  const { sessionId } = await command<{ sessionId: string }>(`${driver}/session`, 'POST', {
    capabilities: { alwaysMatch: capabilities },
  });
  return (method, path, body) => command(`${driver}/session/${sessionId}${path}`, method, body);
}
