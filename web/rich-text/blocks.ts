const tag = /<(\/?)([a-z]\w*)(?:"[^"]*"|[^"<>])*>/g;
const empty = new Set(['br', 'hr', 'img']);

/** The top-level blocks of a rich text: paragraphs, lists, pictures … Together they are the text. */
export function blocksOf(html: string): string[] {
  const blocks: string[] = [];
  let depth = 0;
  let from = 0;
  const end = (at: number) => {
    if (at > from) blocks.push(html.slice(from, at));
    from = at;
  };
  for (const { 0: whole, 1: closing, 2: name = '', index } of html.matchAll(tag)) {
    if (depth === 0) end(index);
    if (!empty.has(name)) depth += closing ? -1 : 1;
    if (depth === 0) end(index + whole.length);
  }
  end(html.length);
  return blocks;
}

/**
 * Shows blocks in an element that shows those of `before`: equal blocks at both ends stay as they are. Returns the
 * blocks now shown, to be passed as `before` next time.
 */
export function showBlocks(element: Element, before: readonly string[], blocks: readonly string[]): readonly string[] {
  const most = Math.min(before.length, blocks.length);
  let start = 0;
  while (start < most && before[start] === blocks[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === blocks.at(-1 - end)) end += 1;
  const template = document.createElement('template');
  template.innerHTML = blocks.slice(start, blocks.length - end).join('');
  const nodes = [...element.childNodes];
  for (const node of nodes.slice(start, nodes.length - end)) node.remove();
  element.insertBefore(template.content, nodes[nodes.length - end] ?? null);
  // If the browser parses the blocks differently, the whole text counts as one block.
  return element.childNodes.length === blocks.length ? blocks : [blocks.join('')];
}
