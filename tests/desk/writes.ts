import { randomUUID } from 'node:crypto';

const json = { 'content-type': 'application/json' };

/** Signs in over HTTP and returns the bearer. */
export async function signIn(url: string, password: string, email = 'admin@awa.local'): Promise<string> {
  const body = JSON.stringify({ email, password });
  const answer = await fetch(`${url}/auth/login`, { method: 'POST', headers: json, body });
  if (!answer.ok) throw new Error(`Signing in failed: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { token: string }).token;
}

/**
 * Four writers that add announcements until the server refuses or is gone, and record each message only when its 201
 * arrived. `stopped` resolves when all have ended; `read` returns every message of a server.
 */
export function writeAnnouncements(url: string, token: string, acknowledged: string[]) {
  const write = async () => {
    for (;;) {
      const message = randomUUID();
      const headers = { ...json, authorization: `Bearer ${token}` };
      try {
        const body = JSON.stringify({ message });
        const answer = await fetch(`${url}/admin/announcements`, { method: 'POST', headers, body });
        if (answer.status !== 201) return;
        acknowledged.push(message);
      } catch {
        return;
      }
    }
  };
  const stopped = Promise.all(Array.from({ length: 4 }, write)).then(() => undefined);
  const read = async (from: string, bearer: string): Promise<string[]> => {
    const answer = await fetch(`${from}/admin/announcements`, { headers: { authorization: `Bearer ${bearer}` } });
    const { announcements } = (await answer.json()) as { announcements: { message: string }[] };
    return announcements.map((announcement) => announcement.message);
  };
  return { stopped, read };
}
