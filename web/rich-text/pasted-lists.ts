import { isListStart } from '#contract/rich-text.ts';
import { type PastedNode, type Tag, isBlock, isTag, tag, textOf } from '#web/rich-text/pasted-tree.ts';

/** An item of a list, as written by programs without nested lists. */
type Item = { level: number; ordered: boolean; start: string | undefined; children: readonly PastedNode[] };

/** Matches the style of a paragraph that is a list item in Word, with its level. */
const wordItem = /mso-list:\s*l\d+\s+level(\d+)/i;

/** Matches the style of the bullet or number that Word puts before such an item. */
export const wordSign = /mso-list:\s*ignore/i;

function signOf(parts: readonly PastedNode[]): string | undefined {
  for (const part of parts) {
    if (!isTag(part)) continue;
    const sign = wordSign.test(part.attributes.style ?? '') ? textOf(part.children) : signOf(part.children);
    if (sign !== undefined) return sign;
  }
  return undefined;
}

/**
 * The list items in an element of Word, or of Word for the web, which wraps each item in a list and a box of its own.
 */
export function itemsOf(part: PastedNode | undefined): readonly Item[] {
  if (part === undefined || !isTag(part)) return [];
  const level = part.name === 'p' && wordItem.exec(part.attributes.style ?? '')?.[1];
  if (level) {
    const sign = signOf(part.children) ?? '';
    const ordered = /^\W?[\da-z]{1,4}[.)]/i.test(sign);
    return [{ level: Number(level), ordered, start: /^\W?(\d+)/.exec(sign)?.[1], children: part.children }];
  }
  if (!part.attributes.class?.includes('ListContainerWrapper')) return [];
  return part.children.filter(isTag).flatMap((list) =>
    list.children.filter(isTag).map(({ attributes, children }) => ({
      level: Number(attributes['data-aria-level'] ?? attributes['aria-level'] ?? 1),
      ordered: list.name === 'ol',
      start: list.attributes.start,
      children,
    })),
  );
}

/** The start number of a list, unless it is the first one. */
const startOf = (ordered: boolean, start = ''): Tag['attributes'] => (ordered && isListStart(start) ? { start } : {});

/** Nested lists, made from consecutive items. */
export function nested(
  items: readonly Item[],
  read: (parts: readonly PastedNode[]) => readonly PastedNode[],
): readonly PastedNode[] {
  const lists: PastedNode[] = [];
  /** The open lists, each inside the last item of the previous one. */
  const open: { level: number; ordered: boolean; items: PastedNode[]; last: PastedNode[] }[] = [];
  for (const { level, ordered, start, children } of items) {
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    if (open.at(-1)?.level === level && open.at(-1)?.ordered !== ordered) open.pop();
    if (open.at(-1)?.level !== level) {
      const made: PastedNode[] = [];
      (open.at(-1)?.last ?? lists).push(tag(ordered ? 'ol' : 'ul', made, startOf(ordered, start)));
      open.push({ level, ordered, items: made, last: made });
    }
    const list = open.at(-1);
    const words = read(children);
    const last = words.some(isBlock) ? [...words] : [tag('p', words)];
    list?.items.push(tag('li', last));
    if (list) list.last = last;
  }
  return lists;
}

/** A list in which each child is an item. Google Docs puts a nested list beside its item instead of inside it. */
export function readList(list: Tag, read: (parts: readonly PastedNode[]) => readonly PastedNode[]): Tag {
  const items: PastedNode[][] = [];
  for (const child of list.children) {
    if (isTag(child) && child.name === 'li') items.push([...read(child.children)]);
    else if (isTag(child) || /\S/.test(child)) {
      const parts = read([child]);
      const last = items.at(-1);
      if (last) last.push(...parts);
      else if (parts.length > 0) items.push([...parts]);
    }
  }
  return tag(
    list.name,
    items.map((children) => tag('li', children)),
    startOf(list.name === 'ol', list.attributes.start),
  );
}
