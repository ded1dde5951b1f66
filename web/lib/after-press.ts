/** The work waiting for the end of a press; undefined while there is no press. */
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
 * Runs `work` now or, during a mouse or touch press, after its click. For a field's messages on blur: if these moved
 * the page during the press, the click would miss.
 */
export function afterPress(work: () => void) {
  if (waiting) waiting.push(work);
  else work();
}
