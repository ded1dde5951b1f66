/** The share of the height, at each edge, in which the pointer scrolls. */
const zone = 0.15;

/** Pixels per second at the edge itself and beyond. */
const fastest = 1500;

/**
 * The scroll speed while the pointer is at `y`, in pixels per second: faster towards an edge, and 0 between the edge
 * zones.
 */
export function speedAt(y: number, { top, bottom }: { top: number; bottom: number }) {
  const deep = (bottom - top) * zone;
  const above = Math.min(1, (top + deep - y) / deep);
  const below = Math.min(1, (y - bottom + deep) / deep);
  return fastest * (above > 0 ? -above : Math.max(0, below));
}

/** The scroll container of an element: the nearest overflowing one, else the page. */
function scrollerOf(element: Element): Element {
  const { parentElement: parent } = element;
  if (!parent || parent === document.body) return document.documentElement;
  const scrolls = /auto|scroll/.test(getComputedStyle(parent).overflowY) && parent.scrollHeight > parent.clientHeight;
  return scrolls ? parent : scrollerOf(parent);
}

/**
 * Scrolls the container of an element while the dragging pointer is at the edge it last moved towards. Call the
 * returned function to stop.
 */
export function scrollAtEdge(element: Element, pointer: { y: number; heading: number }) {
  const scroller = scrollerOf(element);
  let before = performance.now();
  const step = (now: number) => {
    const { top, bottom } = scroller.getBoundingClientRect();
    const speed = speedAt(pointer.y, { top: Math.max(0, top), bottom: Math.min(innerHeight, bottom) });
    if (speed * pointer.heading > 0) {
      scroller.scrollBy({ top: (speed * Math.min(now - before, 50)) / 1000, behavior: 'instant' });
    }
    before = now;
    frame = requestAnimationFrame(step);
  };
  let frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}
