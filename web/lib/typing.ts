import { useEffect, useState } from 'react';

/** Milliseconds after the last key for which somebody is taken to be typing. */
const pause = 2_000;

/** Matches the fields that take keys. */
export const typedFields = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';

/** When the last key of the text came, in milliseconds of `performance.now()`. */
let last = -Infinity;
/** Something was pressed since that key, so that an answer to it is expected. */
let pressed = true;
const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

const isField = (element: EventTarget | null) => element instanceof Element && element.closest(typedFields) !== null;
const isRecent = () => performance.now() - last < pause;

/** Whether somebody is typing, so that nothing may take the focus from the field by itself. */
export const isTyping = () => !pressed && isRecent();

/** Does what waited, unless somebody is typing. Call it when a press wants what may be waiting. */
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
 * Does the work at once, or, while somebody is typing, two seconds after the last key: whatever takes the focus by itself
 * has to wait for that. Call the returned function to cancel it.
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

/** Whether something that opens by itself may be open. It never opens while somebody is typing. */
export function useAfterTyping(wanted: boolean) {
  const [ready, setReady] = useState(false);
  // It answers a press in the same render: one that came later would move the focus from the button to which Tab has led.
  const now = wanted && (ready || !isTyping());
  if (now !== ready) setReady(now);
  useEffect(() => (wanted && !ready ? afterTyping(() => setReady(true)) : undefined), [wanted, ready]);
  return now;
}

/** Notes the keys of this page from now on. */
export function watchTyping() {
  const options = { capture: true, passive: true };
  addEventListener(
    'keydown',
    ({ target, key }) => {
      // A field may have gone in mid-word.
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
      // The tools of an editor leave the focus in the text.
      pressed ||= !isField(document.activeElement) || (target as Element).closest('[type="submit"]') !== null;
    },
    options,
  );
  // Back and Forward of the browser.
  addEventListener('popstate', () => (pressed = true));
}
