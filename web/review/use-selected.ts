import { type RefObject, useEffect, useState } from 'react';
import type { Selected } from '#web/entity/remarks/remark-dialog.tsx';

/** Milliseconds for which a selection counts that a tap on a button has just removed. */
const afterglow = 500;

/** The number of characters in an element before the start, or the end, of a range in it. */
function charactersTo(element: Element, container: Node, offset: number) {
  const range = document.createRange();
  range.selectNodeContents(element);
  range.setEnd(container, offset);
  return range.toString().length;
}

/** The words of one field in a selection; undefined without any. `textOf` is the text of a field. */
function selectedIn(root: Element, textOf: (field: string) => string | null): Selected | undefined {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const pieces = [...root.querySelectorAll<HTMLElement>('[data-at]')].filter((piece) => range.intersectsNode(piece));
  const [first] = pieces;
  const field = first?.closest<HTMLElement>('[data-field]');
  const last = pieces.findLast((piece) => field?.contains(piece));
  const name = field?.dataset['field'] ?? '';
  const text = textOf(name);
  if (!first || !last || text === null) return undefined;
  const from = first.contains(range.startContainer) ? charactersTo(first, range.startContainer, range.startOffset) : 0;
  const to = last.contains(range.endContainer)
    ? charactersTo(last, range.endContainer, range.endOffset)
    : (last.textContent?.length ?? 0);
  const chosen = text.slice(Number(first.dataset['at']) + from, Number(last.dataset['at']) + to);
  const quote = chosen.trim();
  const start = Number(first.dataset['at']) + from + chosen.indexOf(quote);
  return quote === '' ? undefined : { field: name, quote, start };
}

/** The words that are selected in a text, until the selection is gone. */
export function useSelected(root: RefObject<Element | null>, textOf: (field: string) => string | null) {
  const [selected, setSelected] = useState<Selected>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const now = root.current ? selectedIn(root.current, textOf) : undefined;
      if (now) setSelected(now);
      else timer = setTimeout(() => setSelected(undefined), afterglow);
    };
    document.addEventListener('selectionchange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', look);
    };
  }, [root, textOf]);
  return selected;
}
