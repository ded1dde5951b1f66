/** The part of a height, at each edge, in which a pointer scrolls. */
const zone = 0.15;

/** Pixels a second at the edge itself and beyond. */
const fastest = 1500;

/** How fast a list scrolls while the pointer is at `y`, in pixels a second: faster towards an edge, and not between them. */
export function speedAt(y: number, { top, bottom }: { top: number; bottom: number }) {
  const deep = (bottom - top) * zone;
  const above = Math.min(1, (top + deep - y) / deep);
  const below = Math.min(1, (y - bottom + deep) / deep);
  return fastest * (above > 0 ? -above : Math.max(0, below));
}

/** What scrolls an element: the next list around it that has more than it shows, or else the page. */
function scrollerOf(element: Element): Element {
  const { parentElement: parent } = element;
  if (!parent || parent === document.body) return document.documentElement;
  const scrolls = /auto|scroll/.test(getComputedStyle(parent).overflowY) && parent.scrollHeight > parent.clientHeight;
  return scrolls ? parent : scrollerOf(parent);
}

/**
 * Scrolls what an element stands in while a pointer that drags it is at the edge to which it was moved last. Call the returned
 * function to end it.
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
