import { ownImage } from '#contract/images.ts';

/** The maximum length of a rich text, in characters of its HTML. */
export const maxRichText = 100_000;

/** The maximum number of tags in a rich text. Each open tag makes parsing the next one slower. */
export const maxTags = 20_000;

/** The heading levels of a text: the editor offers these, and `<h1>` to `<h4>` are kept. */
export const headingLevels = [1, 2, 3, 4] as const;

/** The alignments of paragraphs and headings; the default is left. */
export const alignments = ['left', 'center', 'right', 'justify'] as const;

const blocks = ['p', ...headingLevels.map((level) => `h${level}`)];

/**
 * All elements that a rich text can contain, each with its attributes. The editor is built from this list, and the
 * server removes everything else. Colour and alignment are the only styles.
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

/** A link opens in a new tab and sends no referrer. */
export const linkAttributes = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const;

const channel = String.raw`(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-5])`;
const colour = String.raw`#(?:[\da-f]{3}|[\da-f]{6})|rgb\(${channel}, ${channel}, ${channel}\)`;

/** Whether a list can begin with this number. */
export const isListStart = (start: string) => /^[1-9]\d{0,3}$/.test(start) && start !== '1';

/** Whether stored HTML shows a visible character or a picture. */
export const showsSomething = (html: string) =>
  /<img /.test(html) || /[^\s]/.test(html.replaceAll(/<[^>]*(?:>|$)|&nbsp;/g, ''));

/** Matches one allowed declaration of a style, by the elements that can have it. */
const declarations = {
  inline: new RegExp(String.raw`^color: (?:${colour})$`, 'i'),
  block: new RegExp(`^text-align: (?:${alignments.join('|')})$`),
};

/**
 * The allowed part of a style; `''` when there is none. Styles from an editor or a browser stay unchanged: `color:
 * #c2185b`, `text-align: center;`.
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

/** Stored attributes contain no `<`. A pattern without this limit would scan from each `<img ` to the end. */
const pictures = /<img [^<>]*?src="([^"]*)"/g;

/** The addresses of the pictures in a stored rich text. */
export const imagesIn = (html: unknown): string[] =>
  [...String(html).matchAll(pictures)].map(([, address = '']) => address);

/** A rich text for readers outside this desk, with absolute addresses of its pictures. */
export const withPublicImages = (html: string, publicUrl: string) =>
  publicUrl === ''
    ? html
    : html.replaceAll(pictures, (tag, address: string) =>
        ownImage.test(address) ? tag.replace(`src="${address}"`, () => `src="${publicUrl}${address}"`) : tag,
      );
