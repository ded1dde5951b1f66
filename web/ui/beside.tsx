import { useImperativeHandle, type Ref, type RefObject } from 'react';

type BesideProps = { target: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement | null> };

/**
 * The target of a menu or other layer, in place of its button: the button is rendered before the layer's code has
 * loaded, and stays the same element afterwards.
 */
export function Beside({ target, ref }: BesideProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => target.current, [target]);
  return null;
}
