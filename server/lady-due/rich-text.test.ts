import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Card, Category, Section } from '#contract/lady-due.ts';
import { imagesIn, withPublicImages } from '#contract/rich-text.ts';
import { sanitizeRichText } from '#server/rich-text/sanitize.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { htmlAttacks } from '#tests/attacks/html-attacks.ts';
import { countAsUnused, plainPicture, upload } from '#tests/records/pictures.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';

let app: TestApp;
let bearer: string;
let staff: Caller;
let card: Card;
beforeAll(async () => {
  app = await testApp();
  bearer = await newBearer(app);
  staff = caller(app.url, bearer);
  const at = '/admin/lady-due';
  const category = await staff.make<Category>(`${at}/categories`, { name: 'A', trackingMode: 'PCOS' });
  const section = await staff.make<Section>(`${at}/sections`, { categoryId: category.id, title: 'B' });
  card = await staff.make<Card>(`${at}/cards`, { sectionId: section.id, title: 'C', publishStatus: 'published' });
});
afterAll(() => app.close());

const save = (richContent: string) => staff.put(`/admin/lady-due/cards/${card.id}`, { richContent });
const saved = async (html: string) => (expectDone(await save(html)) as Card).richContent;
const shown = async () => (await send(app.url, '/content/v1/lady-due/PCOS')).text;

const image = `/images/lady-due-images/${'a'.repeat(32)}.webp`;

/** The output of the editor, one sample of each control. */
const made = [
  '<h1>A</h1><h2>B</h2><h3>C</h3><h4>D</h4>',
  '<p><strong>a</strong> <em>b</em> <u>c</u> <s>d</s> <code>e</code></p>',
  '<p><strong><em><u><s>all</s></u></em></strong></p>',
  '<ul><li><p>a</p></li><li><p>b</p><ul><li><p>c</p></li></ul></li></ul>',
  '<ol><li><p>a</p></li></ol><ol start="3"><li><p>b</p></li></ol>',
  '<blockquote><p>a</p><p>b</p></blockquote>',
  '<pre><code>if (a &lt; b &amp;&amp; c &gt; d) {\n  e();\n}</code></pre>',
  '<p><a target="_blank" rel="noopener noreferrer nofollow" href="https://www.who.int/x?a=1&amp;b=2#c">WHO</a></p>',
  `<img src="${image}" alt=""><img src="${image}" alt="A “cup” &amp; a pad">`,
  '<p style="text-align: center;">a</p><h2 style="text-align: right">b</h2><p style="text-align: justify;">c</p>',
  '<p><span style="color: rgb(194, 24, 91);">a</span><span style="color: #c2185b">b</span></p>',
  '<p>a<br>b</p><hr><p>two&nbsp;&nbsp;spaces, Ẹ kú àárọ̀, مرحبا, 👩🏾‍⚕️</p>',
  '<p></p><p>a</p><p></p>',
];

test.each(made)('the output of the editor stays unchanged: %s', (html) => {
  expect(sanitizeRichText(html)).toBe(html);
});

test.each([
  [
    'bold, italic and struck text of other editors',
    '<b>a</b><i>b</i><del>c</del><strike>d</strike>',
    '<strong>a</strong><em>b</em><s>c</s><s>d</s>',
  ],
  ['small headings', '<h5>a</h5><h6>b</h6>', '<h4>a</h4><h4>b</h4>'],
  ['elements that are not known', '<div><font color="red">a</font></div><section><p>b</p></section>', 'a<p>b</p>'],
  ['classes and ids', '<p class="MsoNormal" id="a" data-b="c">a</p>', '<p>a</p>'],
  [
    'styles but colour and alignment',
    '<p style="margin:0;TEXT-ALIGN:center">a</p>',
    '<p style="text-align: center;">a</p>',
  ],
  [
    'an alignment of a span, a colour of a paragraph',
    '<p style="color: #fff"><span style="text-align: left">a</span></p>',
    '<p>a</p>',
  ],
  ['a link to a script', '<a href="javascript:alert(1)">a</a>', 'a'],
  ['a link to a mailbox', '<a href="mailto:a@example.org">a</a>', 'a'],
  ['pictures of others', '<p>a<img src="https://a.example/b.png"></p>', '<p>a</p>'],
  ['the size of a picture', `<img src="${image}" width="1" height="1">`, `<img src="${image}" alt="">`],
  ['a text without anything to see', '<p> &nbsp;<br></p><hr>', ''],
  ['what is deeper than forty levels', `${'<em>'.repeat(60)}a`, `${'<em>'.repeat(40)}a${'</em>'.repeat(40)}`],
])('of %s only what is allowed is kept', (_, html, kept) => {
  expect(sanitizeRichText(html)).toBe(kept);
});

const attribute = '[^"<>]*';
/** Matches the tags that a sanitised text can have. Their attributes have only these values. */
const keptTag = new RegExp(
  [
    '</?(?:p|h[1-4]|strong|em|u|s|code|pre|blockquote|ul|ol|li|span|a)>',
    '<(?:br|hr)>',
    '<(?:p|h[1-4]) style="text-align: (?:left|center|right|justify);?">',
    String.raw`<span style="color: (?:#[\da-fA-F]{3,6}|rgb\(\d+, \d+, \d+\));?">`,
    String.raw`<ol start="\d+">`,
    `<a target="_blank" rel="noopener noreferrer nofollow" href="https?://${attribute}">`,
    String.raw`<img src="/images/lady-due-images/[\da-f]{32}\.webp" alt="${attribute}">`,
  ].join('|'),
  'g',
);
const rest = (html: string) => html.replaceAll(keptTag, '').match(/[<>]/g);

describe('attacks', () => {
  test('are 150 and more, all different', () => {
    expect(new Set(htmlAttacks).size).toBe(htmlAttacks.length);
    expect(htmlAttacks.length).toBeGreaterThanOrEqual(150);
  });

  test('leave nothing but the allowed elements, for staff and for the app', async () => {
    for (const attack of htmlAttacks) {
      // An image that does not exist is refused.
      const answer = await save(attack);
      if (answer.status === 422) {
        expect([attack, problemOf(answer).errors?.[0]?.path]).toEqual([attack, 'richContent']);
        continue;
      }
      const { richContent: kept } = expectDone(answer) as Card;
      expect([attack, rest(kept)]).toEqual([attack, null]);
      expect([attack, await saved(kept)]).toEqual([attack, kept]);
      expect(await shown()).toContain(JSON.stringify(kept).slice(1, -1));
    }
  });
});

const piece = fc.oneof(
  fc.constantFrom(...made, ...htmlAttacks),
  fc.constantFrom(
    '<p>',
    '</p>',
    '<b>',
    '</em>',
    '<ul><li>',
    '<span style="color:#fff">',
    '<a href="https://a.b">',
    '<!--',
    '-->',
    '"',
    "'",
    '>',
    '<',
    '&',
    '&lt;',
    '&nbsp;',
    '\u00a0',
    ' />',
    '</',
    'x',
  ),
  fc.string({ unit: 'binary', maxLength: 10 }),
);

test('sanitising twice changes nothing, and leaves only allowed elements', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const kept = sanitizeRichText(pieces.join(''));
      expect(rest(kept)).toBeNull();
      expect(sanitizeRichText(kept)).toBe(kept);
    }),
    { numRuns: 2000, seed: 20_261_121 },
  );
});

test('pictures in a text are kept, refused once they are gone, and have whole addresses for the app', async () => {
  const stored = await upload(app, bearer, await plainPicture('png'), { path: '/admin/lady-due/upload-image' });
  const { imageUrl } = expectDone(stored) as { imageUrl: string };
  const html = `<p>a</p><img src="${imageUrl}" alt="A cup">`;
  expect(await saved(html)).toBe(html);
  expect(imagesIn(html)).toEqual([imageUrl]);
  const public_ = withPublicImages(html, 'https://desk.example.org');
  expect(public_).toBe(`<p>a</p><img src="https://desk.example.org${imageUrl}" alt="A cup">`);
  await countAsUnused(app, 8);
  await app.sweepImages();
  expect((await send(app.url, imageUrl)).status).toBe(200);
  const gone = await save(`<img src="${image}" alt="">`);
  expect([gone.status, problemOf(gone).errors?.[0]?.path]).toEqual([422, 'richContent']);
});
