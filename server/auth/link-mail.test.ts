import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { linkMail } from '#server/auth/link-mail.ts';
import { createLog } from '#server/http/log.ts';
import { mailServer } from '#server/testing/mail-server.ts';

const letter = { to: 'ife@example.org', name: 'Ife Bello', token: 'the-token', isNew: true, hours: 72 };
const lines: string[] = [];

beforeEach(() => {
  lines.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A desk with a mail server of its own, which refuses the first letters with these lines. */
async function openMail({ refusals = [] as string[], host = '127.0.0.1', query = '' }) {
  const server = await mailServer(refusals, host);
  onTestFinished(() => server.close());
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const settings = {
    smtpUrl: `${server.url}${query}`,
    from: 'desk@example.org',
    publicUrl: 'https://desk.example.org',
  };
  return { letters: server.letters, send: linkMail({ ...settings, log }) };
}
const said = () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);

test('a letter says who sends it, and that a program does', async () => {
  const { send, letters } = await openMail({});
  expect(await send(letter)).toBe(true);
  expect(letters[0]).toContain('From: Awa Desk <desk@example.org>');
  expect(letters[0]).toContain('Auto-Submitted: auto-generated');
});

test('a letter keeps a name on its line, also one that was stored with line breaks', async () => {
  const { send, letters } = await openMail({});
  await send({ ...letter, name: 'Ife\r\nYour password is over: http://example.com\u2028Bello' });
  const body = letters[0]?.replaceAll('=\n', '').replaceAll('=3D', '=') ?? '';
  expect(body).toContain('Hello Ife Your password is over: http://example.com Bello,');
});

test('a letter that a server does not take at first is tried again, with longer and longer pauses', async () => {
  const { send, letters } = await openMail({ refusals: ['451 greylisted', '451 greylisted'] });
  expect(await send(letter)).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(() => expect(said()).toHaveLength(2));
  expect(letters).toEqual([]);
  await vi.advanceTimersByTimeAsync(120_000);
  await vi.waitFor(() => expect(letters).toHaveLength(1));
  await vi.waitFor(() => expect(said().at(-1)).toBe('a letter with a link was sent at a later try'));
  expect(lines.join()).not.toContain('the-token');
});

test('after an hour, and for an address that the server does not know, a letter is given up', async () => {
  const gone = await openMail({ refusals: ['550 no such person'] });
  expect(await gone.send(letter)).toBe(false);
  await vi.advanceTimersByTimeAsync(2 * 3_600_000);
  expect([said(), gone.letters]).toEqual([['a letter with a link was not sent'], []]);

  const busy = await openMail({ refusals: Array.from({ length: 50 }, () => '451 later') });
  expect(await busy.send(letter)).toBe(false);
  const start = performance.now();
  await vi.waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(60_000);
      expect(said().at(-1)).toBe('a letter with a link was given up');
    },
    { timeout: 10_000_000 },
  );
  // The first tries are after 1, 3, 7 and 15 minutes, the later ones a quarter of an hour apart.
  expect(performance.now() - start).toBeGreaterThan(3_600_000);
  expect(lines.length).toBeLessThan(12);
});

test('a server elsewhere without STARTTLS gets nothing, unless the address allows that', async () => {
  const strict = await openMail({ host: '0.0.0.0' });
  expect([await strict.send(letter), strict.letters]).toEqual([false, []]);
  expect(lines.join()).toContain('ETLS');
  const told = await openMail({ host: '0.0.0.0', query: '/?ignoreTLS=true' });
  expect(await told.send(letter)).toBe(true);
});
