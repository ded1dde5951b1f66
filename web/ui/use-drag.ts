import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from 'react';
import { scrollAtEdge } from '#web/lib/scroll-at-edge.ts';

/**
 * The callbacks of a list while one of its rows is dragged. `middle` is the centre of the row, in pixels of the window.
 */
export type Drag = {
  onStart: (id: string) => void;
  onDrag: (id: string, middle: number) => void;
  onDrop: (id: string, middle: number) => void;
  onCancel: () => void;
};

/** Pixels that a press must move before it drags. */
const least = 4;

/** The top of a row in the window while it is not dragged. */
const restingTop = (row: HTMLElement) => (row.offsetParent?.getBoundingClientRect().top ?? 0) + row.offsetTop;

/**
 * Drags a row up and down by its handle; Escape cancels. Returns the ref of the row, the listener of the handle, and
 * the current offset of the row in pixels.
 */
export function useDrag(id: string, { onStart, onDrag, onDrop, onCancel }: Drag) {
  const ref = useRef<HTMLLIElement>(null);
  const [press, setPress] = useState<{ handle: Element; pointerId: number; y: number }>();
  const [offset, setOffset] = useState<number>();
  const started = useEffectEvent(() => onStart(id));
  const moved = useEffectEvent((middle: number) => onDrag(id, middle));
  const dropped = useEffectEvent((middle: number) => onDrop(id, middle));
  const cancelled = useEffectEvent(onCancel);
  useEffect(() => {
    const row = ref.current;
    if (!press || !row) return undefined;
    const { handle, pointerId, y } = press;
    const grabbed = y - restingTop(row);
    const pointer = { y, heading: 0 };
    const listeners = new AbortController();
    const { signal } = listeners;
    let endScrolling: (() => void) | undefined;
    const middle = () => pointer.y - grabbed + row.offsetHeight / 2;
    const follow = () => {
      if (!endScrolling) return;
      setOffset(pointer.y - grabbed - restingTop(row));
      moved(middle());
    };
    const end = (act: () => void) => {
      const isDragged = endScrolling !== undefined;
      endScrolling?.();
      endScrolling = undefined;
      listeners.abort();
      setPress(undefined);
      setOffset(undefined);
      if (isDragged) act();
    };
    const cancel = () => end(cancelled);
    const onMove = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      pointer.heading = Math.sign(event.clientY - pointer.y) || pointer.heading;
      pointer.y = event.clientY;
      if (!endScrolling && Math.abs(pointer.y - y) >= least) {
        endScrolling = scrollAtEdge(row, pointer);
        started();
      }
      follow();
    };
    const onUp = (event: globalThis.PointerEvent) => event.pointerId === pointerId && end(() => dropped(middle()));
    handle.setPointerCapture(pointerId);
    addEventListener('pointermove', onMove, { signal });
    addEventListener('pointerup', onUp, { signal });
    addEventListener('pointercancel', cancel, { signal });
    addEventListener('keydown', ({ key }) => key === 'Escape' && cancel(), { signal });
    const { innerWidth: width, innerHeight: height } = window;
    const onResize = () => (innerWidth === width && innerHeight === height ? undefined : cancel());
    addEventListener('resize', onResize, { signal });
    addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    addEventListener('scroll', follow, { capture: true, signal });
    return () => end(cancelled);
  }, [press]);
  const onPointerDown = ({ isPrimary, button, currentTarget: handle, pointerId, clientY: y }: PointerEvent) => {
    if (isPrimary && button === 0) setPress({ handle, pointerId, y });
  };
  return { ref, onPointerDown, offset };
}
