/** What waits for the end of a press; undefined while nothing is pressed. */
let waiting: (() => void)[] | undefined;

addEventListener('mousedown', ({ button }) => button === 0 && (waiting ??= []), { capture: true });

for (const end of ['mouseup', 'dragend']) {
  addEventListener(
    end,
    () => {
      const works = waiting ?? [];
      waiting = undefined;
      // The click comes in the same task, after this event.
      setTimeout(() => works.forEach((work) => work()));
    },
    { capture: true },
  );
}

/**
 * Does the work now, or after the click while the mouse or a finger presses something. For what a field shows when it is
 * left: if it moved the page under the press, the click would miss.
 */
export function afterPress(work: () => void) {
  if (waiting) waiting.push(work);
  else work();
}
