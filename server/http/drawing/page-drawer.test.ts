import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { pageDrawer } from '#server/http/drawing/page-drawer.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'awa-drawing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const screen = `1440x900.${zone}`;

/** A drawer with this code as the dashboard, whose thread is ready, and the lines that it has logged. */
async function drawerOf(code: string) {
  const file = path.join(folder, `${crypto.randomUUID()}.mjs`);
  writeFileSync(file, code);
  const lines: string[] = [];
  const drawer = pageDrawer(file, { warn: (...words: unknown[]) => void lines.push(JSON.stringify(words)) });
  onTestFinished(() => drawer.close());
  await expect.poll(() => drawer.mayDraw(screen)).toBe(true);
  return {
    drawer,
    lines,
    draw: (data: string) => drawer.draw({ path: '/admin/desk/users', screen, data, inDanger: 0 }),
  };
}

test('a page is drawn for the size of the window, with its data and its address', async () => {
  const { drawer, draw } = await drawerOf(`
    export const draw = async ({ path, data }) =>
      [path, data, innerWidth, innerHeight, matchMedia('(min-width: 64em)').matches, matchMedia('(max-width: 47.99em)').matches].join();`);
  expect(await draw('{}')).toBe('/admin/desk/users,{},1440,900,true,false');
  const phone = { path: '/admin/desk/bin?kind=card', screen: `360x780.${zone}`, data: '1', inDanger: 0 };
  expect(await drawer.draw(phone)).toBe('/admin/desk/bin?kind=card,1,360,780,false,true');
});

test.each([
  ['no cookie', undefined],
  ['a browser in another time zone', `1440x900.${zone === 'Asia/Tokyo' ? 'Asia/Seoul' : 'Asia/Tokyo'}`],
  ['a cookie that is no window', 'wide'],
  ['a window without a height', `1440.${zone}`],
])('%s: the page is left to the browser, and no thread starts', async (_, other) => {
  const drawer = pageDrawer(path.join(folder, 'none.mjs'), { warn: () => undefined });
  expect(drawer.mayDraw(other)).toBe(false);
  expect(await drawer.draw({ path: '/admin/desk/users', screen: other, data: '{}', inDanger: 0 })).toBeNull();
});

test('without the built dashboard every page is left to the browser', async () => {
  const drawer = pageDrawer(path.join(folder, 'none.mjs'), { warn: () => undefined });
  expect(drawer.mayDraw(screen)).toBe(false);
  expect(await drawer.draw({ path: '/admin/desk/users', screen, data: '{}', inDanger: 0 })).toBeNull();
});

test('a page that takes too long is left to the browser, and the next one is drawn', async () => {
  const { draw } = await drawerOf(`
    export const draw = async ({ data }) => {
      if (data === 'slow') await new Promise((resolve) => setTimeout(resolve, 1000));
      return data;
    };`);
  expect(await draw('slow')).toBeNull();
  await expect.poll(() => draw('quick')).toBe('quick');
});

test('a page that cannot be drawn is left to the browser, with a line in the log, and the next one is drawn', async () => {
  const { draw, lines } = await drawerOf(`
    export const draw = async ({ data }) => {
      if (data === 'broken') throw new RangeError('Ngọzi wrote this');
      return data;
    };`);
  expect(await draw('broken')).toBeNull();
  // A message may contain what people wrote.
  expect(lines).toEqual([expect.stringMatching(/^(?!.*Ngọzi).*RangeError.*a page was not drawn/)]);
  expect(await draw('whole')).toBe('whole');
});

test('when the thread fails, its pages are left to the browser, and no thread starts for a while', async () => {
  const { drawer, draw, lines } = await drawerOf(`
    export const draw = ({ data }) => new Promise(() => {
      if (data === 'crash') setTimeout(() => { throw new Error('crashed'); });
    });`);
  expect(await Promise.all([draw('crash'), draw('next')])).toEqual([null, null]);
  await expect.poll(() => lines).toEqual([expect.stringContaining('the thread that draws pages has failed')]);
  await expect.poll(() => drawer.mayDraw(screen)).toBe(false);
});

test('a fourth page does not wait', async () => {
  const { drawer, draw } = await drawerOf('export const draw = () => new Promise(() => undefined);');
  const waiting = [draw('1'), draw('2'), draw('3')];
  expect(drawer.mayDraw(screen)).toBe(false);
  expect(await Promise.all([...waiting, draw('4')])).toEqual([null, null, null, null]);
});

test('the thread has no settings of the desk, and cannot reach other threads or keep anything', async () => {
  process.env.AWA_TEST_SECRET = 'planted';
  onTestFinished(() => void delete process.env.AWA_TEST_SECRET);
  const { draw } = await drawerOf(`
    const atStart = typeof window + typeof document;
    export const draw = async ({ data }) => {
      localStorage.setItem('data', data);
      return JSON.stringify([Object.keys(process.env), typeof BroadcastChannel, localStorage.getItem('data'), atStart]);
    };`);
  expect(await draw('first')).toBe(JSON.stringify([[], 'undefined', null, 'undefinedundefined']));
});
