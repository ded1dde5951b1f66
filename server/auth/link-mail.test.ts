import { readFileSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { linkMail, unsentLetters } from '#server/auth/link-mail.ts';
import { createLog } from '#server/http/log/log.ts';
import { newCa } from '#tests/database/certificates.ts';
import { mailServer } from '#tests/desk/mail-server.ts';
import { newFolder } from '#tests/desk/server-process.ts';

const letter = { to: 'ife@example.org', name: 'Ife Bello', token: 'the-token', isNew: true, hours: 72 };
const lines: string[] = [];

beforeEach(() => {
  lines.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts a desk with its own mail server, which refuses the first letters with these lines. */
async function openMail({ query = '', ...options }: Parameters<typeof mailServer>[0] & { query?: string }) {
  const server = await mailServer(options);
  onTestFinished(() => server.close());
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const settings = {
    smtpUrl: `${server.url}${query}`,
    from: 'desk@example.org',
    publicUrl: 'https://desk.example.org',
  };
  return { letters: server.letters, encrypted: server.encrypted, send: linkMail({ ...settings, log }) };
}
/** The decoded parts of a letter, by type. */
function partsOf(letter: string) {
  const boundary = /boundary="(.+)"/.exec(letter)?.[1] ?? '';
  const parts = letter.split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    parts.map((part) => {
      const [head = '', ...body] = part.trim().split('\n\n');
      const text = body.join('\n\n').replaceAll('=\n', '');
      return [/Content-Type: ([^;]+)/.exec(head)?.[1], text.replaceAll('=3D', '=')];
    }),
  ) as Record<string, string>;
}
const said = () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);

test('a letter names its sender, and that it is automatic', async () => {
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

test('a letter is text, and the same as a page whose link can be clicked', async () => {
  const { send, letters } = await openMail({});
  await send({ ...letter, name: 'Ife <b>Bello</b> & Co' });
  const parts = partsOf(letters[0] ?? '');
  expect(Object.keys(parts)).toEqual(['text/plain', 'text/html']);
  const link = 'https://desk.example.org/admin/desk/invitation#the-token';
  expect(parts['text/plain']).toContain(`Hello Ife <b>Bello</b> & Co,\n\n`);
  expect(parts['text/plain']).toContain(`\n${link}\n`);
  expect(parts['text/html']).toContain('<p>Hello Ife &lt;b&gt;Bello&lt;/b&gt; &amp; Co,</p>');
  expect(parts['text/html']).toContain(`<a href="${link}">${link}</a>`);
});

test('the log has the words of the server, without the address of the letter and its link', async () => {
  const said550 =
    '550 5.7.1 <ife@example.org>: message with https://desk.example.org/admin/desk/invitation#the-token refused';
  const { send } = await openMail({ refusals: [said550] });
  expect(await send(letter)).toBe(false);
  expect(lines.join()).toContain('5.7.1 <…>: message with https://desk.example.org/admin/desk/invitation#… refused');
  expect(lines.join()).not.toMatch(/ife@example|the-token/);
});

test('letters that wait and those given up are counted', async () => {
  const before = unsentLetters();
  const { send } = await openMail({ refusals: ['451 greylisted', '550 no such person'] });
  await send(letter);
  await send(letter);
  expect(unsentLetters()).toEqual({ waiting: before.waiting + 1, given_up: before.given_up + 1 });
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(() => expect(unsentLetters().waiting).toBe(before.waiting));
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

test('the server of this machine may have a certificate that it made itself, one elsewhere may not', async () => {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const issued = newCa(folder, 'mail').issue('localhost');
  const certificate = { key: readFileSync(issued.key, 'utf8'), cert: readFileSync(issued.certificate, 'utf8') };
  const local = await openMail({ certificate });
  expect([await local.send(letter), local.encrypted()]).toEqual([true, 1]);
  const elsewhere = await openMail({ certificate, host: '0.0.0.0' });
  expect([await elsewhere.send(letter), elsewhere.letters]).toEqual([false, []]);
  expect(lines.join()).toContain('certificate');
});
