const rows = 'li, tr, form, [role="group"]';

/** The element to keep in place: the row or form with the focus, else the first row in view of a scrolled list. */
function heldPlace() {
  const focused = document.activeElement?.closest(`main :is(${rows})`);
  if (focused) return focused;
  return [...document.querySelectorAll('main :is(li, tr)')].find((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > 0 && top >= 0 && (scrollerOf(row)?.scrollTop ?? 0) > 0;
  });
}

function scrollerOf(element: Element): Element | null {
  for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
    if (one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  }
  return document.scrollingElement;
}

/** Milliseconds after `work` during which the page may still render its results. */
const settles = 100;

/** Keeps the content being read or edited in place on screen while `work` adds or removes rows above it. */
export async function keepPlace(work: () => Promise<unknown>) {
  const held = heldPlace();
  const scroller = held && scrollerOf(held);
  if (!held || !scroller) return void (await work());
  const topOf = () => held.getBoundingClientRect().top;
  let top = topOf();
  const observer = new MutationObserver(() => {
    const moved = held.isConnected ? topOf() - top : 0;
    if (moved !== 0) scroller.scrollTop += moved;
  });
  // After the user scrolls, the new position is the one to keep.
  const onScroll = () => (top = topOf());
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['style'] });
  addEventListener('scroll', onScroll, { capture: true, passive: true });
  try {
    await work();
    await new Promise((resolve) => setTimeout(resolve, settles));
  } finally {
    observer.disconnect();
    removeEventListener('scroll', onScroll, { capture: true });
  }
  return undefined;
}
