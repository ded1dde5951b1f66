import { useLayoutEffect, useRef } from 'react';
import { blocksOf, showBlocks } from '#web/rich-text/blocks.ts';
import classes from '#web/rich-text/rich-text.module.css';

/** The class that shows headings, lists, links … of a rich text as the app does. */
export const richText = classes.text ?? '';

/**
 * A rich text as the server keeps it, or as the editor produces it: neither contains anything executable. While typing,
 * only the changed blocks are rendered again. `look` is an additional class.
 */
export function RichText({ html, look = '' }: { html: string; look?: string | undefined }) {
  const element = useRef<HTMLDivElement>(null);
  const shown = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    if (element.current) shown.current = showBlocks(element.current, shown.current, blocksOf(html));
  }, [html]);
  return <div ref={element} data-rich-text className={`${richText} ${look}`} />;
}
