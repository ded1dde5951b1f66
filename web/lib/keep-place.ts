const rows = 'li, tr, form, [role="group"]';

/** What must stay where it is: the row or form with the focus, else, in a list that was scrolled, its first row in sight. */
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

/** Milliseconds after the work for which the page may still render what it brought. */
const settles = 100;

/** Keeps what is read or typed where it is on the screen while `work` adds or removes rows above it. */
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
  // Where the person has scrolled meanwhile is the place to keep.
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
