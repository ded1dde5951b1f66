import { ownImage } from '#contract/images.ts';

/** The longest rich text, in characters of its HTML. */
export const maxRichText = 100_000;

/** The most tags in a rich text. Each tag that is still open makes the next one slower to read. */
export const maxTags = 20_000;

/** The levels of headings in a text: the editor has these, and `<h1>` to `<h4>` are kept. */
export const headingLevels = [1, 2, 3, 4] as const;

/** How paragraphs and headings can be aligned; they stand left without it. */
export const alignments = ['left', 'center', 'right', 'justify'] as const;

const blocks = ['p', ...headingLevels.map((level) => `h${level}`)];

/**
 * Everything that a rich text can hold: the attributes of each element. The editor is built from this list, and the server
 * keeps nothing else. Colour and alignment are the only styles.
 */
export const richTextElements: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(blocks.map((block) => [block, ['style']])),
  strong: [],
  em: [],
  u: [],
  s: [],
  code: [],
  pre: [],
  blockquote: [],
  ul: [],
  ol: ['start'],
  li: [],
  br: [],
  hr: [],
  span: ['style'],
  a: ['target', 'rel', 'href'],
  img: ['src', 'alt'],
};

/** A link opens beside the app, and tells nobody where it was followed from. */
export const linkAttributes = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const;

const channel = String.raw`(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-5])`;
const colour = String.raw`#(?:[\da-f]{3}|[\da-f]{6})|rgb\(${channel}, ${channel}, ${channel}\)`;

/** Whether a list can begin with this number. */
export const isListStart = (start: string) => /^[1-9]\d{0,3}$/.test(start) && start !== '1';

/** Whether HTML that was kept shows anything: a visible character or a picture. */
export const showsSomething = (html: string) =>
  /<img /.test(html) || /[^\s]/.test(html.replaceAll(/<[^>]*(?:>|$)|&nbsp;/g, ''));

/** Matches one declaration of a style that is kept, by the elements that can have it. */
const declarations = {
  inline: new RegExp(String.raw`^color: (?:${colour})$`, 'i'),
  block: new RegExp(`^text-align: (?:${alignments.join('|')})$`),
};

/**
 * The part of a style that is kept; `''` where nothing is. What an editor or a browser writes is kept to the letter:
 * `color: #c2185b`, `text-align: center;`.
 */
export function keptStyle(element: string, style: string): string {
  const kept = element === 'span' ? declarations.inline : declarations.block;
  if (kept.test(style.replace(/;$/, ''))) return style;
  const parts = style.split(';').map((part) => {
    const [name = '', ...value] = part.split(':');
    return `${name.trim().toLowerCase()}: ${value.join(':').trim()}`;
  });
  const last = parts.findLast((part) => kept.test(part));
  return last === undefined ? '' : `${last};`;
}

/** Attributes have no `<` in what the server keeps. A pattern that passes it would look from each `<img ` to the end. */
const pictures = /<img [^<>]*?src="([^"]*)"/g;

/** The addresses of the pictures in a rich text that the server has kept. */
export const imagesIn = (html: unknown): string[] =>
  [...String(html).matchAll(pictures)].map(([, address = '']) => address);

/** A rich text for readers outside this desk, whose pictures need a whole address. */
export const withPublicImages = (html: string, publicUrl: string) =>
  publicUrl === ''
    ? html
    : html.replaceAll(pictures, (tag, address: string) =>
        ownImage.test(address) ? tag.replace(`src="${address}"`, () => `src="${publicUrl}${address}"`) : tag,
      );
