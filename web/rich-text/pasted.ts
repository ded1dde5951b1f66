import { isWebUrl } from '#contract/common.ts';
import { ownImage } from '#contract/images.ts';
import { counted } from '#web/lib/numbers.ts';
import { itemsOf, nested, readList, wordSign } from '#web/rich-text/pasted-lists.ts';
import { readTable } from '#web/rich-text/pasted-tables.ts';
import { type PastedNode, type Tag, isBlank, isBlock, isTag, tag, textOf, wrap } from '#web/rich-text/pasted-tree.ts';

/** The changes that a paste made to the text. */
export type PasteChanges = {
  /** Tables turned into lists. */
  tables: number;
  /** Headings deeper than the deepest supported level. */
  headings: number;
  pictures: number;
  /** Videos and embedded pages. */
  embeds: number;
  /** Links without a web address. */
  links: number;
  /** Comments of colleagues in Word. */
  comments: number;
};

/** The changes in words: `A table was pasted as a list. 1 picture was left out.` Empty without changes. */
export function pasteChangesInWords({ tables, headings, pictures, embeds, links, comments }: PasteChanges) {
  const leftOut = (count: number, one: string, note = '') =>
    count > 0 && `${counted(count, one)} ${count === 1 ? 'was' : 'were'} left out${note}.`;
  return [
    tables > 0 &&
      (tables === 1 ? 'A table was pasted as a list.' : `${counted(tables, 'table')} were pasted as lists.`),
    headings > 0 && `${counted(headings, 'heading')} became Heading 4.`,
    leftOut(pictures, 'picture'),
    leftOut(embeds, 'embedded item'),
    leftOut(links, 'link', ': only web addresses are kept'),
    leftOut(comments, 'comment'),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The context of a part. */
type Around = {
  changes: PasteChanges;
  /** The active emphasis, and whether it is inside a link. */
  on: ReadonlySet<string>;
};

const named = (names: string) => new Set(names.split(' '));

const dropped = named('head title style script meta link base xml template noscript select input svg colgroup col');
const embeds = named('iframe video audio embed object canvas');
const boxes = named(
  'div section article aside header footer main nav figure figcaption details summary address center dl dt dd fieldset ' +
    'form legend caption body',
);
const emphasis: Readonly<Record<string, string>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  cite: 'em',
  dfn: 'em',
  u: 'u',
  s: 's',
  del: 's',
  strike: 's',
  code: 'code',
  kbd: 'code',
  samp: 'code',
};

const declaration = (style: string, name: string) =>
  new RegExp(String.raw`(?:^|;)\s*${name}\s*:\s*([^;]*)`, 'i').exec(style)?.[1]?.toLowerCase() ?? '';

/** The emphasis elements equivalent to a style. */
function emphasisIn(style: string) {
  if (style === '') return [];
  const line = declaration(style, 'text-decoration(?:-line)?');
  return [
    ...(/^(?:bold|[6-9]00)/.test(declaration(style, 'font-weight')) ? ['strong'] : []),
    ...(/^(?:italic|oblique)/.test(declaration(style, 'font-style')) ? ['em'] : []),
    ...(line.includes('underline') ? ['u'] : []),
    ...(line.includes('line-through') ? ['s'] : []),
  ];
}

const [raisedSigns, loweredSigns] = ['⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'].map(
  (signs) => new Map([...'0123456789+-=()'].map((sign, at) => [sign, [...signs][at] ?? sign])),
);

/** Superscript and subscript numbers stay such: 10⁵ must not become 105. */
function shifted(parts: readonly PastedNode[], signs: ReadonlyMap<string, string> | undefined): readonly PastedNode[] {
  const text = textOf(parts).replaceAll('−', '-');
  return /^[\d+\-=()]+$/.test(text) ? [[...text].map((sign) => signs?.get(sign) ?? sign).join('')] : parts;
}

/** The level of a heading, in the markup of different programs. */
function levelOf({ name, attributes }: Tag) {
  const { class: looks = '', role } = attributes;
  const level =
    /^h([1-6])$/.exec(name)?.[1] ??
    /\bMsoHeading([7-9])\b/.exec(looks)?.[1] ??
    (role === 'heading' ? attributes['aria-level'] : undefined);
  if (level) return Number(level);
  return /\bMsoTitle\b/.test(looks) ? 1 : /\bMsoSubtitle\b/.test(looks) ? 2 : undefined;
}

/**
 * A picture: the desk's own stays, an emoji becomes text, and others are left out. Spacers and checkboxes do not count
 * as pictures.
 */
function readPicture({ attributes }: Tag, { changes }: Around): readonly PastedNode[] {
  const { src = '', alt = '', width, height, role } = attributes;
  if (ownImage.test(src)) return [tag('img', [], { src, alt })];
  if (/^\p{Extended_Pictographic}/u.test(alt) && [...alt].length <= 8) return [alt];
  const isSpacer = [width, height].some((side) => side !== undefined && Number.parseFloat(side) <= 2);
  const isBox = role === 'checkbox' || attributes['aria-roledescription'] === 'checkbox';
  if (!isSpacer && !isBox) changes.pictures += 1;
  return [];
}

function readLink(link: Tag, around: Around): readonly PastedNode[] {
  const href = (link.attributes.href ?? '').trim();
  const parts = readAll(link.children, { ...around, on: new Set([...around.on, 'a', 'u']) });
  if (isWebUrl(href)) return around.on.has('a') ? parts : wrap('a', parts, { href });
  if (href !== '' && !href.startsWith('#')) around.changes.links += 1;
  return parts;
}

/** The content of an element with the emphasis of its name and style, each applied once. */
function emphasised(children: readonly PastedNode[], wanted: readonly string[], around: Around) {
  const fresh = wanted.filter((name) => !around.on.has(name));
  const parts = readAll(children, fresh.length > 0 ? { ...around, on: new Set([...around.on, ...fresh]) } : around);
  return fresh.reduceRight<readonly PastedNode[]>((within, name) => wrap(name, within), parts);
}

function readTag(part: Tag, around: Around): readonly PastedNode[] {
  const { name, attributes, children } = part;
  const { changes } = around;
  const { style = '', class: looks = '' } = attributes;
  if (dropped.has(name) || wordSign.test(style)) return [];
  if (style !== '' && (declaration(style, 'display') === 'none' || /mso-hide:\s*all/i.test(style))) return [];
  if (/mso-element:\s*comment\b(?!-)/i.test(style)) changes.comments += 1;
  if (/mso-element:\s*comment|mso-special-character:\s*comment/i.test(style)) return [];
  if (/\b(?:MsoCommentReference|msocomanchor)\b/.test(looks)) return [];
  if (embeds.has(name)) {
    changes.embeds += 1;
    return [];
  }
  if (name === 'img') return readPicture(part, around);
  if (name === 'br' || name === 'hr') return [tag(name, [])];
  if (name === 'a') return readLink(part, around);
  if (name === 'table') {
    return readTable(part, changes, (parts, bold) => emphasised(parts, bold ? ['strong'] : [], around), emphasisIn);
  }
  if (name === 'ul' || name === 'ol') return [readList(part, (parts) => readAll(parts, around))];
  const styled = emphasisIn(style);
  const level = levelOf(part);
  if (level !== undefined) {
    // A heading is bold already.
    const words = emphasised(children, styled, { ...around, on: new Set([...around.on, 'strong']) });
    if (isBlank(words)) return [];
    if (level > 4) changes.headings += 1;
    return words.some(isBlock) ? words : [tag(`h${Math.min(level, 4)}`, words)];
  }
  if (name === 'pre') return [tag('pre', [tag('code', [preformatted(children)])])];
  if (name === 'p' || name === 'blockquote' || boxes.has(name)) {
    const words = emphasised(children, styled, around);
    if (isBlank(words)) return [];
    return [tag(name === 'p' && !words.some(isBlock) ? 'p' : name === 'blockquote' ? name : 'div', words)];
  }
  if (name === 'li') return [tag('div', emphasised(children, styled, around))];
  const own = emphasis[name];
  // Google Docs wraps all copied content in a `b` element that is not bold.
  const isNone = own === 'strong' && /^(?:normal|[1-5]00)/.test(declaration(style, 'font-weight'));
  const words = emphasised(children, [...(own && !isNone ? [own] : []), ...styled], around);
  const position = style === '' ? '' : declaration(style, 'vertical-align');
  if (name === 'sup' || position === 'super') return shifted(words, raisedSigns);
  return name === 'sub' || position === 'sub' ? shifted(words, loweredSigns) : words;
}

/** The text of a code block, with its line breaks. */
const preformatted = (parts: readonly PastedNode[]): string =>
  parts.map((part) => (isTag(part) ? (part.name === 'br' ? '\n' : preformatted(part.children)) : part)).join('');

const isSpace = (part: PastedNode | undefined) => typeof part === 'string' && !/\S/.test(part);

function readAll(parts: readonly PastedNode[], around: Around): readonly PastedNode[] {
  const all: PastedNode[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? '';
    const items = [...itemsOf(part)];
    if (items.length > 0) {
      for (let next = at + 1; next < parts.length; next += 1) {
        const more = itemsOf(parts[next]);
        items.push(...more);
        if (more.length > 0) at = next;
        else if (!isSpace(parts[next])) break;
      }
      all.push(...nested(items, (some) => readAll(some, around)));
    } else if (isTag(part)) for (const one of readTag(part, around)) all.push(one);
    else all.push(part);
  }
  return all.some(isBlock) ? withoutGaps(all) : all;
}

/** Removes the line breaks that some programs write between blocks, which would become empty paragraphs. */
function withoutGaps(parts: readonly PastedNode[]): readonly PastedNode[] {
  const kept: PastedNode[] = [];
  let line: PastedNode[] = [];
  const end = () => {
    if (!isBlank(line)) kept.push(...line);
    line = [];
  };
  for (const part of parts) {
    if (!isBlock(part)) line.push(part);
    else {
      end();
      kept.push(part);
    }
  }
  end();
  return kept;
}

/**
 * Converts a text of another program, such as Word or Google Docs, to the elements of a rich text: headings, lists,
 * links and emphasis stay, tables become lists, colours and alignment are dropped. Runs in linear time.
 */
export function readPasted(parts: readonly PastedNode[]) {
  const changes: PasteChanges = { tables: 0, headings: 0, pictures: 0, embeds: 0, links: 0, comments: 0 };
  return { parts: readAll(parts, { changes, on: new Set() }), changes };
}
