import { useImperativeHandle, type Ref, type RefObject } from 'react';

type BesideProps = { target: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement | null> };

/**
 * Stands for the button of a menu or another layer, as its target: the button is on the page before the code of what it
 * opens, and stays the same one when that arrives.
 */
export function Beside({ target, ref }: BesideProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => target.current, [target]);
  return null;
}
