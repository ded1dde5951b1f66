import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** A search starts after this many milliseconds without a keystroke. */
const pause = 150;

/**
 * The text of a search box whose search is in the address. Typed text reaches the address after a pause. Going back or
 * opening a link changes the text, but never while the user is typing.
 */
export function useSearchText(search: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(search);
  const typing = useRef(false);
  const settle = useDebouncedCallback((settled: string) => {
    typing.current = false;
    onSearch(settled);
  }, pause);
  useEffect(() => {
    if (!typing.current) setText(search);
  }, [search]);
  const change = (next: string) => {
    typing.current = true;
    setText(next);
    settle(next);
  };
  return [text, change] as const;
}
