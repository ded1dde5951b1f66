import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Card, Category, Section } from '#contract/lady-due.ts';
import { caller, expectDone } from '#tests/desk/caller.ts';
import { send } from '#tests/desk/send.ts';
import { addAdmin, disableAccount, startSession } from '#tests/desk/staff.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { at } from '#tests/records/lady-due.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await testDesk();
  const { staff } = desk;
  const category = await staff.make<Category>(`${at}/categories`, { name: 'Rest & warmth', trackingMode: 'PCOS' });
  const section = await staff.make<Section>(`${at}/sections`, { categoryId: category.id, title: 'First' });
  const fields = { sectionId: section.id, title: '<b>Tea</b>', publishStatus: 'published' };
  const richContent = '<p>A <strong>warm</strong> cup</p><img src="https://elsewhere.example/a.png" alt="x">';
  await staff.make<Card>(`${at}/cards`, { ...fields, richContent, citations: ['WHO "Sleep" <1>'] });
  await staff.make<Card>(`${at}/cards`, { ...fields, title: 'Unfinished', publishStatus: 'draft' });
  await staff.make<Card>(`${at}/cards`, { ...fields, title: 'Asleep', isActive: false });
});
afterAll(() => desk.close());

const makeLink = async (fields: object = {}) => {
  const body = { trackingMode: 'PCOS', ...fields };
  return expectDone(await desk.staff.post(`${at}/preview-links`, body)) as { path: string; expiresAt: string };
};
const open = (path: string) => send(desk.url, path, { headers: { accept: 'text/html' } });

test('anybody with the link reads the mode as the app shows it, with nothing that runs or loads from elsewhere', async () => {
  const { path, expiresAt } = await makeLink();
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(3_600_000);
  const { status, headers, text } = await open(path);
  expect([status, headers['content-type'], headers['cache-control'], headers['x-robots-tag']]).toEqual([
    200,
    'text/html; charset=utf-8',
    'no-store',
    'noindex',
  ]);
  expect(headers['content-security-policy']).toContain("img-src 'self'");
  expect(text).toContain('<h2>Rest &amp; warmth</h2>');
  expect(text).toContain('<strong>&lt;b&gt;Tea&lt;/b&gt;</strong>');
  expect(text).toContain('<p>A <strong>warm</strong> cup</p>');
  expect(text).toContain('<li>WHO &quot;Sleep&quot; &lt;1&gt;</li>');
  expect(text).not.toMatch(/<script|Unfinished|Asleep/);
  // A browser asks for /favicon.ico, which does not exist, where a page names no icon.
  const [, icon = ''] = /<link rel="icon" href="([^"]+)"/.exec(text) ?? [];
  expect((await send(desk.url, icon)).headers['content-type']).toBe('image/svg+xml');
});

test('a link with drafts shows them too, but nothing inactive', async () => {
  const { text } = await open((await makeLink({ drafts: true })).path);
  expect(text).toContain('PCOS now, with drafts');
  expect(text).toContain('Unfinished');
  expect(text).not.toContain('Asleep');
});

test('a link to another time shows that time', async () => {
  const { path } = await makeLink({ at: new Date(Date.now() - 86_400_000).toISOString() });
  const { text } = await open(path);
  expect(text).toContain('The app has nothing to show here');
  const before = { trackingMode: 'PCOS', at: '2020-01-01T00:00:00.000Z' };
  expect((await desk.staff.post(`${at}/preview-links`, before)).status).toBe(422);
});

test('a link that is over, unknown, or of a disabled account says nothing but that it is over', async () => {
  const editor = await addAdmin(desk, undefined, undefined, 'editor');
  const { session } = await startSession(desk, editor);
  const answer = await caller(desk.url, session.token).post(`${at}/preview-links`, { trackingMode: 'PCOS' });
  const { path } = expectDone(answer) as { path: string };
  const over = async (of: string) => {
    const { status, text } = await open(of);
    return [status, text.includes('This link is over'), text.includes('Tea')];
  };
  const refused = [410, true, false];
  expect(await over('/preview/short')).toEqual(refused);
  expect(await over(`/preview/${'a'.repeat(43)}`)).toEqual(refused);
  await disableAccount(desk, editor.email);
  expect(await over(path)).toEqual(refused);
  await desk.database.pool.query('UPDATE staff SET enabled = true');
  expect((await open(path)).status).toBe(200);
  await desk.database.pool.query('UPDATE preview_links SET expires_at = now()');
  expect(await over(path)).toEqual(refused);
});
