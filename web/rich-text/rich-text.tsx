import { useLayoutEffect, useRef } from 'react';
import { blocksOf, showBlocks } from '#web/rich-text/blocks.ts';
import classes from '#web/rich-text/rich-text.module.css';

/** The class under which headings, lists, links … of a rich text look as they do in the app. */
export const richText = classes.text ?? '';

/**
 * A rich text as the server keeps it, or as the editor makes it: both have nothing that could run. While it is written, only the
 * blocks that change are made anew. `look` is a class beside its own.
 */
export function RichText({ html, look = '' }: { html: string; look?: string | undefined }) {
  const element = useRef<HTMLDivElement>(null);
  const shown = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    if (element.current) shown.current = showBlocks(element.current, shown.current, blocksOf(html));
  }, [html]);
  return <div ref={element} data-rich-text className={`${richText} ${look}`} />;
}
