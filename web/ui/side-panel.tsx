import { CloseButton, FocusTrap } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { focusIsLost, focused, giveFocus } from '#web/lib/focus.ts';
import classes from '#web/ui/side-panel.module.css';

type SidePanelProps = {
  /** What it shows: `History`. */
  title: string;
  /** Of what: one line under the title, cut where it is too long. */
  line?: string | undefined;
  /** Buttons beside the one that closes it. */
  actions?: ReactNode;
  /** What can be done with what it shows: always in sight at its end. */
  foot?: ReactNode;
  /** The arrow keys, up and down: to what stands before it or after it in the list. */
  onStep?: (by: -1 | 1) => void;
  onClose: () => void;
  children: ReactNode;
};

const steps: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * The heading has the focus when the panel opens. When it goes with the focus in it, that goes back where it was; what
 * opens it from a menu or an address asks for it with `useOpenerFocus`.
 */
function useFocusedHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = focused();
    heading.current?.focus({ preventScroll: true });
    return () => {
      setTimeout(() => {
        if (focusIsLost()) giveFocus(before);
      });
    };
  }, []);
  return heading;
}

/**
 * Stands at the right of a page that stays in use and makes room for it. Under 1,024 px it covers the window and keeps
 * the focus, as a dialog does. Opened by rendering it.
 */
export function SidePanel({ title, line, actions, foot, onStep, onClose, children }: SidePanelProps) {
  const covers = useMediaQuery('(max-width: 63.99em)', false, { getInitialValueInEffect: false });
  const heading = useFocusedHeading();
  const id = useId();
  return (
    <FocusTrap active={covers}>
      {/* Escape is heard for what is in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        role={covers ? 'dialog' : 'complementary'}
        aria-modal={covers || undefined}
        aria-labelledby={`${id}-title ${id}-line`}
        className={classes.panel}
        aria-keyshortcuts={onStep && 'ArrowUp ArrowDown'}
        // Of its own keys only: Escape in the page beside it means something there.
        onKeyDown={(event) => {
          if (event.defaultPrevented) return;
          if (event.key === 'Escape') onClose();
          const by = steps[event.key];
          if (!by || !onStep || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onStep(by);
        }}
      >
        <div className={classes.head}>
          <div className={classes.words}>
            <h2 ref={heading} id={`${id}-title`} className={classes.title} tabIndex={-1} data-autofocus>
              {title}
            </h2>
            {line && (
              <p id={`${id}-line`} className={classes.line}>
                {line}
              </p>
            )}
          </div>
          <div className={classes.actions}>
            {actions}
            <CloseButton size="lg" iconSize={20} aria-label="Close" onClick={onClose} />
          </div>
        </div>
        {/* So that keys scroll it where nothing in it takes the focus. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={classes.body} tabIndex={0}>
          {children}
        </div>
        {foot && <div className={classes.foot}>{foot}</div>}
      </section>
    </FocusTrap>
  );
}
