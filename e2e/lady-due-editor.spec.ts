import { readFile } from 'node:fs/promises';
import type { Page, Request } from '@playwright/test';
import fc from 'fast-check';
import { ladyDueApi } from '#contract/lady-due.ts';
import { expectAccessibleInBoth } from '#e2e/support/axe.ts';
import { portrait } from '#e2e/support/pictures.ts';
import { watchRequests } from '#e2e/support/requests.ts';
import { expect, test } from '#e2e/support/test.ts';
import { sanitizeRichText } from '#server/rich-text/sanitize.ts';
import { htmlAttacks } from '#tests/attacks/html-attacks.ts';
import { cursorToEnd, addCards, editorOf, ladyDuePath, openCard, saved, storedCard } from '#e2e/support/card-editor.ts';

test('a card is written with headings, lists, a link, a colour and a picture, by keys too', async ({
  signedIn: page,
  api,
}) => {
  const { categoryId } = await addCards(api);
  // The section is closed.
  await page.goto(`${ladyDuePath}?open=${categoryId.slice(-6)}`);
  await page.getByRole('button', { name: 'Add card to Basics' }).click();
  const { title, text, control, panel, face, form } = editorOf(page);
  await expect(title).toBeFocused();
  await title.fill('When it hurts');
  await text.click();
  await page.keyboard.press('Alt+F10');
  await expect(control('Heading 2')).toBeFocused();
  await page.keyboard.press('End');
  await expect(control('More formatting')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(control('Heading 1')).toBeVisible();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(control('Heading 2')).toHaveAttribute('aria-pressed', 'true');
  await text.pressSequentially('Warmth');
  await page.keyboard.press('Enter');
  await control('Bold').click();
  await text.pressSequentially('Rest');
  await control('Bold').click();
  await text.pressSequentially(' and see ');
  await control('Link').click();
  await panel('Link').getByLabel('Web address').fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await expect(panel('Link')).toContainText('Enter a web address');
  await panel('Link').getByLabel('Web address').fill('www.nhs.uk/periods');
  await page.keyboard.press('Enter');
  await expect(panel('Link')).toBeHidden();
  await expect(text).toBeFocused();
  await cursorToEnd(text, 'line');
  await page.keyboard.press('Enter');
  await control('Text colour').click();
  await panel('Text colour').getByRole('button', { name: 'Brick' }).click();
  await panel('Text colour').getByRole('button', { name: 'Done' }).click();
  await expect(text).toBeFocused();
  await text.pressSequentially('Red');
  await control('Align center').click();
  await page.keyboard.press('Enter');
  await control('Bullet list').click();
  await text.pressSequentially('Tea');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await control('Picture').click();
  await expect(panel('Picture').getByLabel(/^Choose an image/)).toBeVisible();
  await expect(panel('Picture').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(panel('Picture')).toBeHidden();
  const cup = await portrait('cup.jpg');
  await text.evaluate((element, base64) => {
    const clipboardData = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    clipboardData.items.add(new File([bytes], 'cup.jpg', { type: 'image/jpeg' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, cup.buffer.toString('base64'));
  await panel('Picture').getByLabel('Alt text').fill('A “cup” & a pad');
  await panel('Picture').getByRole('button', { name: 'Put in the text' }).click();
  await expect(face.getByRole('img', { name: 'A “cup” & a pad' })).toBeVisible();
  await expect(face.getByText('When it hurts')).toBeVisible();
  await expect(form.getByText('After saving: a draft, not in the app')).toBeVisible();
  await expectAccessibleInBoth(page);
  // The contrast of a colour is computed against this background, which axe does not always see.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(text.getByText('Red')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.emulateMedia({ colorScheme: 'light' });
  const { sent, stored } = await saved(page);
  await expect(page.getByRole('link', { name: 'When it hurts', exact: true })).toBeVisible();
  expect(stored).toBe(sent);
  expect(stored).toMatch(
    new RegExp(
      '^<h2>Warmth</h2><p><strong>Rest</strong> and see <a target="_blank" rel="noopener noreferrer nofollow" ' +
        'href="https://www.nhs.uk/periods">https://www.nhs.uk/periods</a></p>' +
        '<p style="text-align: center;"><span style="color: rgb\\(179, 38, 30\\);">Red</span></p>' +
        '<ul><li><p.*>.*Tea.*</p></li></ul>.*<img src="/images/lady-due-images/[\\da-f]{32}.webp" alt="A “cup” &amp; a pad">',
    ),
  );
  const { id = '' } = (await storedCard(api, 'When it hurts')) ?? {};
  await openCard(page, id);
  await expect(text.getByRole('img')).toBeVisible();
  await expect(form.getByText(/not in the desk yet$/)).toBeHidden();
});

test('selected words stay selected while their link is typed, by Ctrl+K too; the word count ignores the link', async ({
  signedIn: page,
  api,
}) => {
  const { first } = await addCards(api);
  await openCard(page, first.id);
  const { text, panel, form, control } = editorOf(page);
  await expect(form.getByText('6 words, 24 characters')).toBeVisible();
  await text.getByText('ginger').dblclick();
  await expect(control('Bold')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Control+k');
  const address = panel('Link').getByLabel('Web address');
  await expect(address).toBeFocused();
  const marked = text.locator('span').filter({ hasText: /^ginger$/ });
  await expect(marked).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await address.fill('https://www.nhs.uk/ginger');
  await page.keyboard.press('Enter');
  await expect(text.getByRole('link', { name: 'ginger' })).toBeVisible();
  await expect(marked).toHaveCount(0);
  await expect(form.getByText('6 words, 24 characters')).toBeVisible();
});

test('the phone follows the cursor to the end of a long text, and back to the title', async ({
  signedIn: page,
  api,
}) => {
  const { sectionId } = await addCards(api);
  const richContent = `<p>First</p>${'<p>Between</p>'.repeat(60)}<ul>${'<li><p>Item</p></li>'.repeat(40)}</ul><p>Last</p>`;
  const { id } = await api(ladyDueApi.cards.create, { sectionId, title: 'Long', richContent });
  await openCard(page, id);
  const { text, face, title } = editorOf(page);
  await expect(face.getByText('Last')).not.toBeInViewport();
  await text.getByText('First').click();
  await cursorToEnd(text);
  await expect(face.getByText('Last')).toBeInViewport();
  await page.keyboard.type(' words');
  await expect(face.getByText('Last words')).toBeInViewport();
  await title.focus();
  await expect(face.getByText('First')).toBeInViewport();
});

for (const width of [1366, 1440]) {
  test(`at ${width} px the tools are one row, and the panel of a picture keeps its button in sight`, async ({
    signedIn: page,
    api,
  }) => {
    await page.setViewportSize({ width, height: 600 });
    const { first } = await addCards(api);
    await openCard(page, first.id);
    const { text, control, panel, form, save } = editorOf(page);
    await text.click();
    const tools = await form.getByRole('toolbar').evaluate((element) => ({
      rows: new Set([...element.querySelectorAll('button')].map((one) => one.offsetTop)).size,
      isCut: [...element.children].some((row) => row.scrollWidth > row.clientWidth),
    }));
    expect(tools).toEqual({ rows: 1, isCut: false });
    const parts = form.getByRole('radiogroup', { name: 'Publishing' }).locator('label');
    const boxes = await parts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
    expect(new Set(boxes.map((box) => Math.round(box.width))).size).toBe(1);
    await control('Picture').click();
    const cup = await portrait('cup.jpg');
    await panel('Picture')
      .getByLabel(/^Choose an image/)
      .setInputFiles(cup);
    const put = panel('Picture').getByRole('button', { name: 'Put in the text' });
    await expect(put).toBeInViewport({ ratio: 1 });
    await panel('Picture').getByLabel('Alt text').fill('A cup');
    await expect(put).toBeInViewport({ ratio: 1 });
    await expect(save).toBeInViewport({ ratio: 1 });
    await put.click();
    await expect(text.getByRole('img', { name: 'A cup' })).toBeVisible();
  });
}

/** Pastes HTML copied from another program into the text. */
const paste = (page: Page, html: string) =>
  editorOf(page).text.evaluate((element, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', copied);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);

const item = (level: number, sign: string, words: string) =>
  `<p class=MsoListParagraph style='margin-left:.5in;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
  `<span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span>&nbsp;&nbsp; </span></span></span><![endif]>${words}</p>`;

test('text from Word and Google Docs keeps headings, lists, links and emphasis, but not its styles', async ({
  signedIn: page,
  api,
}) => {
  const { second } = await addCards(api);
  await openCard(page, second.id);
  await editorOf(page).text.click();
  await paste(
    page,
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {color:red}</style></head><body>
    <h1 style='color:#2F5496;text-align:center'>Period pain<o:p></o:p></h1><p class=MsoNormal><b>Warm</b> and <i>calm</i>
    <a href="https://www.nhs.uk/a"><span style='color:blue'>NHS</span></a></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>
    ${item(1, '·', 'Tea')}${item(2, 'o', 'Ginger')}${item(1, '·', 'Rest')}<p class=MsoNormal>Then</p>${item(1, '1.', 'Call')}${item(1, '2.', 'Go')}</body></html>`,
  );
  // Leaves the list.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await paste(
    page,
    `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h5 dir="ltr"><span style="font-size:13pt;color:#666666">Small</span></h5><p dir="ltr" onclick="go()" style="text-align:right"><span style="font-weight:700;color:#000000">Strong</span><span style="font-style:italic"> soft</span>
    <span style="text-decoration:underline">low</span></p><ul><li dir="ltr" style="color:#000"><p role="presentation">One</p></li><ul><li><p>Two</p></li></ul></ul><img src="https://lh7.example/picture.png"></b>`,
  );
  const { sent, stored } = await saved(page);
  expect(stored).toBe(sent);
  const link = '<a target="_blank" rel="noopener noreferrer nofollow" href="https://www.nhs.uk/a">NHS</a>';
  expect(stored.replaceAll(/\s+/g, ' ')).toBe(
    `<h1>Period pain</h1><p><strong>Warm</strong> and <em>calm</em> ${link}</p>` +
      '<ul><li><p>Tea</p><ul><li><p>Ginger</p></li></ul></li><li><p>Rest</p></li></ul><p>Then</p>' +
      '<ol><li><p>Call</p></li><li><p>Go</p></li></ol><h4>Small</h4>' +
      '<p><strong>Strong</strong><em> soft</em> <u>low</u></p><ul><li><p>One</p><ul><li><p>Two</p></li></ul></li></ul>',
  );
});

test('a pasted table becomes a list, and a line names the changes and omissions', async ({ signedIn: page, api }) => {
  const { second } = await addCards(api);
  await openCard(page, second.id);
  const { text, form } = editorOf(page);
  await text.click();
  await paste(page, await readFile('web/rich-text/clipboards/google-docs-table.txt', 'utf8'));
  const note = form.getByText('A table was pasted as a list. 1 picture was left out.');
  await expect(note).toBeVisible();
  await expect(text.getByRole('listitem')).toHaveText(['Week 12: Scan']);
  await expectAccessibleInBoth(page);
  // Leaves the list.
  await text.press('Enter');
  await text.press('Enter');
  await paste(page, '<p>A line more</p>');
  await expect(note).toBeHidden();
  // Pasted in the middle of a word, whose parts do not join the values.
  await text.press('ArrowLeft');
  // The editor learns of the caret's move from an event of its own.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  await paste(page, await readFile('web/rich-text/clipboards/word-table.txt', 'utf8'));
  await form.getByRole('button', { name: 'Close the note' }).click();
  const { sent, stored } = await saved(page);
  expect(stored).toBe(sent);
  expect(stored).toContain('<p><strong>Week: Test</strong></p><ul><li><p>Week 12: Scan</p></li></ul>');
  expect(stored).toContain('<li><p>Week 20:</p><p>Scan and <em>bloods</em></p><p>Bring your card</p></li>');
  expect(stored).toContain('<p>A line mor</p><h1>Antenatal visits</h1>');
  expect(stored).toMatch(/<p>e<\/p>$/);
});

/** Fragments that the editor reads, between random edits. */
const piece = fc.oneof(
  fc.constantFrom(
    '<ol start="0"><li>a</li></ol>',
    '<ol start="7" type="a"><li>b</li></ol>',
    '<pre><code class="language-js">a &lt; b &amp;&amp; "c"\n\n  d</code></pre>',
    '<p style="text-align: justify; color: #0a0">x<br>&nbsp; y</p><blockquote>q<ul><li>r<ol><li>s</li></ol></li></ul></blockquote>',
    '<a href=" https://a.example/?x=1&amp;y=<b> " title="t" class="c">l</a><a href="mailto:a@b.c">m</a>',
    '<span style="color: rgba(0,0,0,.5)">n</span><span style="color: #ABCDEF"><b><i><u><s>o</s></u></i></b></span>',
    '<h1>1</h1><h6>6</h6><hr><table><tr><td>t</td></tr></table>',
  ),
  fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => `<p>${text.replaceAll('<', '&lt;')}</p>`),
);
const work = fc.record({
  html: piece,
  /** The selection, as fractions of the text. */
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  to: fc.double({ min: 0, max: 1, noNaN: true }),
  control: fc.constantFrom(
    'Heading 1',
    'Heading 4',
    'Bold',
    'Italic',
    'Underline',
    'Strike',
    'Code',
    'Bullet list',
    'Numbered list',
    'Quote',
    'Code block',
    'Horizontal line',
    'Align left',
    'Align center',
    'Align right',
    'Justify',
    'Clear formatting',
  ),
});

test('any output of the editor is stored to the letter; none of it runs or fetches', async ({
  signedIn: page,
  api,
  guard,
}) => {
  // The browser reports pasted code that it refuses to run.
  guard.expectErrors(/Content Security Policy|CSP violation/);
  const { first } = await addCards(api);
  await openCard(page, first.id);
  const { text } = editorOf(page);
  await cursorToEnd(text);
  await editorOf(page).control('More formatting').click();
  const requests = watchRequests(page);
  // A picture that does not exist would be refused.
  const attacks = htmlAttacks.map((html) => html.replaceAll('/images/', '/picture/'));
  const ran = await text.evaluate(
    (element, { attacks: all, works }) => {
      type Own = {
        commands: { insertContentAt: (at: number, html: string) => void; setTextSelection: (to: object) => void };
        state: { doc: { content: { size: number } } };
      };
      const { editor } = element as unknown as { editor: Own };
      const size = () => editor.state.doc.content.size;
      for (const html of all) {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', html);
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }
      for (const { html, from, to, control } of works) {
        editor.commands.insertContentAt(size(), html);
        const [start = 0, end = 0] = [from, to].map((share) => Math.floor(share * size())).sort((a, b) => a - b);
        editor.commands.setTextSelection({ from: start, to: end });
        document.querySelector<HTMLElement>(`[role="toolbar"] [aria-label="${control}"]`)?.click();
      }
      return 'ran' in window;
    },
    { attacks, works: fc.sample(work, { numRuns: 120, seed: 7 }) },
  );
  expect(ran).toBe(false);
  const { sent, stored } = await saved(page);
  expect(sent.length).toBeGreaterThan(5000);
  expect(stored).toBe(sent);
  expect(sanitizeRichText(sent)).toBe(sent);
  // The page still loads its own code in idle time.
  const isOwn = (request: Request) =>
    request.resourceType() === 'fetch' || new URL(request.url()).pathname.startsWith('/assets/');
  const fetched = requests.filter((request) => !isOwn(request));
  expect(fetched.map((request) => request.url())).toEqual([]);
});

test('a key in a text of 88,000 characters costs only its paragraph', async ({ signedIn: page, api }) => {
  const { sectionId } = await addCards(api);
  const richContent = `<h2>Long</h2>${'<p>Some <strong>words</strong> of it.</p><ul><li><p>One</p></li></ul>'.repeat(1375)}`;
  const { id } = await api(ladyDueApi.cards.create, { sectionId, title: 'Long', richContent });
  await openCard(page, id);
  const { text, face, form, leave } = editorOf(page);
  await text.getByRole('heading').click();
  await cursorToEnd(text, 'line');
  await face.evaluate((element) => {
    const work = { parsed: 0, made: 0 };
    Object.assign(window, { work });
    window.DOMParser = class extends DOMParser {
      override parseFromString(html: string, type: DOMParserSupportedType) {
        work.parsed += html.length;
        return super.parseFromString(html, type);
      }
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) work.made += addedNodes.length;
    }).observe(element, { childList: true, subtree: true });
  });
  for (const key of '0123456789') await page.keyboard.press(key);
  await expect(face.getByRole('heading', { name: 'Long0123456789' })).toBeVisible();
  const { parsed, made } = await page.evaluate(() => (window as unknown as { work: Work }).work);
  expect(parsed).toBeLessThan(1000);
  expect(made).toBeLessThanOrEqual(10);
  // The accessibility scan at the end would read the whole text.
  await page.keyboard.press('Escape');
  await leave.getByRole('button', { name: 'Leave' }).click();
  await expect(form).toBeHidden();
});
type Work = { parsed: number; made: number };
