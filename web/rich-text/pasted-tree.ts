/** A node of HTML: a text, or an element. */
export type PastedNode = string | Tag;

export type Tag = {
  /** In lower case. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly PastedNode[];
};

const textBlocks = new Set(['p', 'h1', 'h2', 'h3', 'h4']);
const blocks = new Set([...textBlocks, 'div', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'img']);

export const tag = (name: string, children: readonly PastedNode[], attributes: Tag['attributes'] = {}): Tag => ({
  name,
  attributes,
  children,
});

export const isTag = (part: PastedNode): part is Tag => typeof part !== 'string';

/** Whether it is a block, which inline emphasis cannot contain. */
export const isBlock = (part: PastedNode): part is Tag => isTag(part) && blocks.has(part.name);

/** Whether it shows nothing. Only elements that show something have been kept inside it. */
export const isBlank = (parts: readonly PastedNode[]) =>
  parts.every((part) => (isTag(part) ? part.name === 'br' : !/\S/.test(part)));

/** Wraps inline parts in an element; in text blocks, the element goes inside each block. */
export function wrap(
  name: string,
  parts: readonly PastedNode[],
  attributes: Tag['attributes'] = {},
): readonly PastedNode[] {
  if (isBlank(parts)) return parts;
  if (!parts.some(isBlock)) return [tag(name, parts, attributes)];
  return parts.flatMap((part): readonly PastedNode[] => {
    if (!isBlock(part)) return wrap(name, [part], attributes);
    return [textBlocks.has(part.name) ? { ...part, children: wrap(name, part.children, attributes) } : part];
  });
}

/** The text of parts, in one line. */
export function textOf(parts: readonly PastedNode[]): string {
  const read = (some: readonly PastedNode[]): string =>
    some.map((part) => (isTag(part) ? (part.name === 'br' ? ' ' : read(part.children)) : part)).join('');
  return read(parts).replaceAll(/\s+/g, ' ').trim();
}

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escaped[sign] ?? sign);
const empty = new Set(['br', 'hr', 'img']);

export const htmlOf = (parts: readonly PastedNode[]): string =>
  parts
    .map((part) => {
      if (!isTag(part)) return escape(part);
      const attributes = Object.entries(part.attributes).map(([name, value]) => ` ${name}="${escape(value)}"`);
      const start = `<${part.name}${attributes.join('')}>`;
      return empty.has(part.name) ? start : `${start}${htmlOf(part.children)}</${part.name}>`;
    })
    .join('');
