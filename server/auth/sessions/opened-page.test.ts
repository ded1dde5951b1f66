import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenedPage, openedListName, openedPageId } from '#contract/opened-page.ts';
import type { Role } from '#contract/roles.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { addPerson } from '#tests/desk/people.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { send } from '#tests/desk/send.ts';
import { addAdmin, disableAccount, startSession } from '#tests/desk/staff.ts';
import { webFolder } from '#tests/desk/web-folder.ts';

const web = webFolder();
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ webFolder: web.folder });
});
afterAll(async () => {
  await app.close();
  web.remove();
});

/** The headers of a browser in which a person enters the address. */
const entered = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

async function signIn(role: Role = 'administrator') {
  const account = await addAdmin(app, undefined, 'Ngọzi Adé', role);
  const { session, cookie } = await startSession(app, account);
  return { account, bearer: session.token, cookie: `awa_desk_${app.database.id}=${cookie}` };
}

const openPage = (address: string, headers: Record<string, string>) =>
  send(app.url, address, { headers: { accept: 'text/html', ...headers } });

/** The data in a page; null without. */
function dataIn(html: string) {
  const found = new RegExp(`<script type="application/json" id="${openedPageId}">(.*?)</script></body>`, 's').exec(
    html,
  );
  return found?.[1] === undefined ? null : (JSON.parse(found[1]) as OpenedPage);
}

const listIn = (html: string) => new RegExp(`<head><meta name="${openedListName}" content="(.*?)">`).exec(html)?.[1];

test.each([
  ['/admin/desk/users?search=ada', '/admin/users?limit=10&search=ada'],
  ['/admin/desk/doctors', '/api/doctors'],
  ['/admin/desk/lady-due?mode=PCOS', '/admin/lady-due/categories?trackingMode=PCOS'],
  ['/admin/desk/awa/posts', '/admin/awa/posts?limit=50'],
  ['/admin', '/admin/home'],
])('the page %s contains the account and the answer of %s, and no bearer', async (address, url) => {
  await addPerson(app, { name: 'Ada & Bọ́lá' });
  const { account, bearer, cookie } = await signIn();
  const { text, headers } = await openPage(address, { ...entered, cookie });
  const data = dataIn(text);
  const called = await send(app.url, url, { bearer });
  expect(data).toEqual({
    admin: account,
    placeholders: app.settings.placeholders,
    list: { url, etag: called.headers.etag ?? null, output: called.json },
  });
  expect(listIn(text)).toBe(url.replaceAll('&', '&amp;'));
  expect(headers['cache-control']).toBe('no-store');
  const { rows } = await app.database.pool.query(
    'SELECT count(*)::int AS bearers FROM bearers WHERE session_id = (SELECT session_id FROM bearers ORDER BY expires_at DESC LIMIT 1)',
  );
  expect(rows).toEqual([{ bearers: 1 }]);
});

test.each<[string, Record<string, string>]>([
  [
    'a browser that does not say how the page is opened',
    Object.fromEntries(Object.keys(entered).map((name) => [name, ''])),
  ],
  ['a link on another site', { 'sec-fetch-site': 'cross-site' }],
  ['a link on another host of the same site', { 'sec-fetch-site': 'same-site' }],
  ['a script of the desk', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ['a frame', { 'sec-fetch-dest': 'iframe' }],
  ['a picture', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
  ['a browser without the cookie', { cookie: '' }],
  ['the cookie of another session', { cookie: `awa_desk_${'x'.repeat(43)}` }],
])('%s gets the page without data', async (_, headers) => {
  const { cookie } = await signIn();
  const answer = await openPage('/admin/desk/users', { ...entered, cookie, ...headers });
  expect(answer.text).toContain('Users of Awa Desk');
  expect(answer.text).not.toContain(openedPageId);
  expect(answer.headers['cache-control']).toBe('no-cache');
});

test('a disabled account, an ended session and one that must add a second factor get the page without data', async () => {
  const [disabled, ended, unfinished] = [await signIn(), await signIn(), await signIn()];
  await disableAccount(app, disabled.account.email);
  await send(app.url, '/auth/logout', { method: 'POST', bearer: ended.bearer });
  await app.database.pool.query('UPDATE sessions SET must_add_factor = true WHERE staff_id = $1', [
    unfinished.account.id,
  ]);
  for (const { cookie } of [disabled, ended, unfinished])
    expect((await openPage('/admin/desk/users', { ...entered, cookie })).text).not.toContain(openedPageId);
});

test('a list outside the role, and the work with which every role starts', async () => {
  const [editor, moderator] = [await signIn('editor'), await signIn('moderator')];
  const users = dataIn((await openPage('/admin/desk/users', { ...entered, cookie: editor.cookie })).text);
  expect(users).toMatchObject({ admin: { role: 'editor' }, list: null });
  const start = dataIn((await openPage('/admin', { ...entered, cookie: moderator.cookie })).text);
  expect(start?.list?.url).toBe('/admin/home');
});

test('the number of users per page that this browser keeps', async () => {
  const { cookie } = await signIn();
  const withSize = { ...entered, cookie: `${cookie}; awa-desk-users-limit=25` };
  expect(dataIn((await openPage('/admin/desk/users', withSize)).text)?.list?.url).toBe('/admin/users?limit=25');
});

test('a text that looks like the end of the page, or like a replacement, stays a text', async () => {
  const name = '</script></body><!--<script>$& $`';
  await addPerson(app, { name });
  const { cookie } = await signIn();
  const { text } = await openPage('/admin/desk/users', { ...entered, cookie });
  expect(text.match(/<\/body>/g)).toHaveLength(1);
  expect(JSON.stringify(dataIn(text)?.list?.output)).toContain(JSON.stringify(name));
});

test('a list that takes too long, or is too large, is left to the page', async () => {
  const { cookie } = await signIn();
  await withClient({ connectionString: app.database.url }, async (client) => {
    await client.query('BEGIN; LOCK TABLE users');
    const { text } = await openPage('/admin/desk/users', { ...entered, cookie });
    expect(dataIn(text)).toMatchObject({ admin: { role: 'administrator' }, list: null });
    await client.query('COMMIT');
  });
  await app.database.pool.query(`
    INSERT INTO users (id, email, name) SELECT gen_random_uuid(), 'long@example.org', repeat('x', 100) FROM generate_series(1, 100)`);
  await app.database.pool.query(`
    INSERT INTO posts (id, user_id, content) SELECT gen_random_uuid(), id, repeat('x', 5000) FROM users LIMIT 50`);
  const { text } = await openPage('/admin/desk/awa/posts', { ...entered, cookie });
  expect(dataIn(text)).toMatchObject({ admin: { role: 'administrator' }, list: null });
});

describe('a page that the server draws', () => {
  const drawing = webFolder({
    draw: `export const draw = async ({ path, data, inDanger }) => {
      if (path.includes('broken')) throw new Error('no such component');
      const { admin, list } = JSON.parse(data);
      return ['drawn', path, admin.name, list?.url, innerWidth, inDanger].join('|');
    };`,
  });
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const screen = `awa-desk-screen=1440x900.${zone}`;
  let drawn: TestApp;
  beforeAll(async () => {
    drawn = await testApp({ webFolder: drawing.folder });
  });
  afterAll(async () => {
    await drawn.close();
    drawing.remove();
  });

  /** A browser that is signed in with a new account, and opens pages. */
  async function browserOf(role: Role, name: string) {
    const account = await addAdmin(drawn, undefined, name, role);
    const { cookie } = await startSession(drawn, account);
    const session = `awa_desk_${drawn.database.id}=${cookie}`;
    return async (address: string, cookies: string) =>
      (
        await send(drawn.url, address, {
          headers: { accept: 'text/html', ...entered, cookie: `${session}; ${cookies}` },
        })
      ).text;
  }

  /** Opens pages until the thread that draws them has started. */
  async function whenReady(open: Awaited<ReturnType<typeof browserOf>>) {
    await expect.poll(() => open('/admin/desk/users', screen)).toContain('id="drawn"');
  }

  test('stands before its data, takes no input, and leaves its main script to the start script', async () => {
    const open = await browserOf('administrator', 'Ngọzi Adé');
    await whenReady(open);
    const text = await open('/admin/desk/users?search=a', `${screen}; awa-desk-in-danger=3`);
    const html = 'drawn|/admin/desk/users?search=a|Ngọzi Adé|/admin/users?limit=10&search=a|1440|3';
    expect(text).toContain(
      `<div id="drawn" inert aria-hidden="true">${html}</div><script type="application/json" id="${openedPageId}">`,
    );
    expect(dataIn(text)?.list?.url).toBe('/admin/users?limit=10&search=a');
    expect(text).not.toContain('type="module"');
    expect(text).toContain(
      '<link rel="modulepreload" fetchpriority="low" data-main crossorigin href="/assets/index-abc123.js">',
    );
  });

  test.each([
    ['whose window is unknown', ''],
    ['in another time zone', `awa-desk-screen=1440x900.${zone === 'Asia/Tokyo' ? 'Asia/Seoul' : 'Asia/Tokyo'}`],
    ['with a cookie that is no window', 'awa-desk-screen=<b>x900.UTC'],
  ])('is not sent to a browser %s: it gets the data and runs the main script at once', async (_, cookies) => {
    const open = await browserOf('administrator', 'Ngọzi Adé');
    await whenReady(open);
    const text = await open('/admin/desk/users', cookies);
    expect(dataIn(text)?.list?.url).toBe('/admin/users?limit=10');
    expect(text).not.toContain('id="drawn"');
    expect(text).toContain('<script type="module" crossorigin src="/assets/index-abc123.js">');
  });

  test('is left out when it cannot be drawn, and the start script runs the main one', async () => {
    const open = await browserOf('administrator', 'Ngọzi Adé');
    await whenReady(open);
    const text = await open('/admin/desk/users?search=broken', screen);
    expect(dataIn(text)?.list?.url).toBe('/admin/users?limit=10&search=broken');
    expect(text).not.toContain('id="drawn"');
    expect(text).toContain('data-main crossorigin href="/assets/index-abc123.js"');
  });

  test('has the data of its own account, also when two open pages at the same time', async () => {
    const names = ['Ngọzi Adé', 'Bọ́lá Ige'];
    const open = await Promise.all(names.map((name) => browserOf('administrator', name)));
    await whenReady(open[0] as (typeof open)[number]);
    for (let turn = 0; turn < 10; turn += 1) {
      const texts = await Promise.all(open.map((one) => one('/admin/desk/users', screen)));
      for (const [at, text] of texts.entries()) {
        expect(text).toContain(names[at]);
        expect(text).not.toContain(names[1 - at]);
      }
    }
  });
});
