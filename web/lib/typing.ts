import { useEffect, useState } from 'react';

/** Milliseconds after the last keystroke during which the user counts as typing. */
const pause = 2_000;

/** Matches the fields that take keystrokes. */
export const typedFields = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';

/** The time of the last keystroke in a field, in milliseconds of `performance.now()`. */
let last = -Infinity;
/** There was a press since that keystroke, so a response to it is expected. */
let pressed = true;
const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

const isField = (element: EventTarget | null) => element instanceof Element && element.closest(typedFields) !== null;
const isRecent = () => performance.now() - last < pause;

/** Whether the user is typing, so that the focus must not leave the field automatically. */
export const isTyping = () => !pressed && isRecent();

/** Runs the waiting work, unless the user is typing. Call it when a press may expect that work. */
export function endWaiting() {
  if (isTyping()) return;
  clearTimeout(timer);
  timer = undefined;
  const works = [...waiting];
  waiting.clear();
  for (const work of works) work();
}

function look() {
  timer = undefined;
  if (isRecent()) timer = setTimeout(look, last + pause - performance.now());
  else endWaiting();
}

/**
 * Runs `work` at once or, while the user is typing, two seconds after the last keystroke: anything that takes the focus
 * automatically has to wait for that. Call the returned function to cancel it.
 */
export function afterTyping(work: () => void): () => void {
  if (!isTyping()) {
    work();
    return () => undefined;
  }
  waiting.add(work);
  timer ??= setTimeout(look, pause);
  return () => void waiting.delete(work);
}

/** Whether a layer that opens automatically may be open. It never opens while the user is typing. */
export function useAfterTyping(wanted: boolean) {
  const [ready, setReady] = useState(false);
  // A press is answered in the same render: later, the layer would move the focus away from the element that Tab had
  // reached.
  const now = wanted && (ready || !isTyping());
  if (now !== ready) setReady(now);
  useEffect(() => (wanted && !ready ? afterTyping(() => setReady(true)) : undefined), [wanted, ready]);
  return now;
}

/** Records keystrokes on this page from now on. */
export function watchTyping() {
  const options = { capture: true, passive: true };
  addEventListener(
    'keydown',
    ({ target, key }) => {
      // A field may have been removed in mid-word.
      if (isField(target) || isTyping()) last = performance.now();
      if (isField(target)) pressed = key === 'Escape';
    },
    options,
  );
  addEventListener('input', ({ target }) => isField(target) && (last = performance.now()), options);
  addEventListener(
    'click',
    ({ target }) => {
      if (isRecent()) last = performance.now();
      // The controls of an editor leave the focus in the text.
      pressed ||= !isField(document.activeElement) || (target as Element).closest('[type="submit"]') !== null;
    },
    options,
  );
  // Back and Forward of the browser.
  addEventListener('popstate', () => (pressed = true));
}
