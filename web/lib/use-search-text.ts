import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** Milliseconds without a key after which a search starts. */
const pause = 250;

/**
 * The text of a search box whose search stands in the address: typing is taken over after a pause, and going back or
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
