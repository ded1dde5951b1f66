import { useEffect, useRef } from 'react';
import { focusIsLost, giveFocus } from '#web/lib/focus.ts';

/**
 * When what the panel showed goes and takes the focus along, the focus is where one goes on: at what the panel shows
 * now, else at the row of who was shown, else at the button that adds one. Both are what the address says.
 */
export function usePanelFocus(doctor: string | undefined, form: string | undefined) {
  const shown = useRef({ doctor, form });
  useEffect(() => {
    const before = shown.current;
    shown.current = { doctor, form };
    // A form takes the focus by itself.
    if (form || (before.doctor === doctor && before.form === form)) return;
    // Once the page is as it will be.
    setTimeout(() => {
      if (!focusIsLost()) return;
      giveFocus(
        document.querySelector('[data-panel-heading]'),
        before.doctor ? document.querySelector(`[data-row="${before.doctor}"] a`) : null,
        document.querySelector('#add-doctor'),
      );
    });
  }, [doctor, form]);
}
