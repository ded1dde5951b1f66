import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** A search starts when no key was pressed for this many milliseconds. */
const pause = 250;

/**
 * The text of a search box whose search is in the address. Typed text goes to the address after a pause. Going back or
 * opening a link changes the text, but never while someone types.
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
