import { chromium } from '@playwright/test';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
async function go(w, h, dark, name, text) {
  const p = await b.newPage({ viewport: { width: w, height: h }, colorScheme: dark ? 'dark' : 'light' });
  p.on('pageerror', (e) => console.log(name, String(e)));
  await p.goto('http://127.0.0.1:4740/admin');
  await p.getByRole('textbox', { name: 'Email' }).fill('ada@awa.local');
  await p.getByLabel('Password', { exact: true }).fill('gentle-harmattan-lantern-27');
  await p.getByRole('button', { name: 'Sign in', exact: true }).click();
  await p.waitForURL(/admin\/desk/);
  await p.getByRole('button', { name: 'Search the desk' }).click();
  const field = p.getByRole('combobox', { name: 'Search the desk' });
  await field.waitFor();
  await p.screenshot({ path: `/tmp/pal-${name}-empty.png` });
  for (const [i, t] of text.entries()) {
    await field.fill(t);
    await p.waitForTimeout(700);
    await p.screenshot({ path: `/tmp/pal-${name}-${i}.png` });
  }
  await p.close();
}
await go(1440, 900, false, 'l1440', ['preg', '@ade', 'zzzz', 'import']);
await go(768, 900, true, 'd768', ['week']);
await go(360, 740, false, 'l360', ['wo', '@a']);
await go(360, 740, true, 'd360', ['wo']);
await b.close();
