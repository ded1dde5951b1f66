import { Box, Button, CloseButton, Flex, FocusTrap, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { focusIsLost, focused, giveFocus } from '#web/lib/focus.ts';
import classes from '#web/ui/detail-panel.module.css';

type DetailPanelProps = {
  /** What it shows: `History`. */
  title: string;
  onClose: () => void;
  children: ReactNode;
};

type SidePanelProps = DetailPanelProps & {
  back?: never;
  /** Of what: one line under the title, cut where it is too long. */
  line?: string | undefined;
  /** Buttons beside the one that closes it. */
  actions?: ReactNode;
  /** What can be done with what it shows: always in sight at its end. */
  foot?: ReactNode;
  /** The arrow keys, up and down: to what stands before it or after it in the list. */
  onStep?: (by: -1 | 1) => void;
};

type ColumnPanelProps = DetailPanelProps & {
  /** Puts the panel into a column of the page. Where it covers the window, a button of this name closes it: `Doctors`. */
  back: string;
  /** It holds a form, which takes all of the height, scrolls by itself and is left by its own buttons alone. */
  form?: boolean;
  /** It shows that none is chosen: a narrow window shows the list instead. */
  idle?: boolean;
};

/**
 * Shows one thing of a list beside it, without a scrim: the list stays in use. It stands at the right of the window,
 * under a heading of its own, or with `back` in a column of the page, where its content brings the heading. Under
 * 1,024 px it covers the window and keeps the focus, as a dialog does. It is open while it is rendered.
 */
export const DetailPanel = (props: SidePanelProps | ColumnPanelProps) =>
  props.back === undefined ? <SidePanel {...props} /> : <ColumnPanel {...props} />;

const useCovers = () => useMediaQuery('(max-width: 63.99em)', false, { getInitialValueInEffect: false });

const steps: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * The heading has the focus when the panel opens. When the panel goes with the focus in it, that goes back to where it
 * was. What opens it from a menu or an address asks for the focus with `useOpenerFocus`.
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

function SidePanel({ title, line, actions, foot, onStep, onClose, children }: SidePanelProps) {
  const covers = useCovers();
  const heading = useFocusedHeading();
  const id = useId();
  return (
    <FocusTrap active={covers}>
      {/* It hears Escape and the arrow keys for what is in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        role={covers ? 'dialog' : 'complementary'}
        aria-modal={covers || undefined}
        aria-labelledby={`${id}-title ${id}-line`}
        className={classes.side}
        aria-keyshortcuts={onStep && 'ArrowUp ArrowDown'}
        // Only keys that are pressed inside it: Escape means something else in the page beside it.
        onKeyDown={(event) => {
          if (event.defaultPrevented) return;
          if (event.key === 'Escape') onClose();
          const by = steps[event.key];
          if (!by || !onStep || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onStep(by);
        }}
      >
        <Flex
          className={classes.head}
          justify="space-between"
          align="flex-start"
          gap="md"
          py={{ base: 'sm', md: 'md' }}
          pl={{ base: 'var(--awa-gutter)', md: 24 }}
          pr={{ base: 'xs', md: 'sm' }}
        >
          <Box miw={0} pt={{ base: 'xs', md: 4 }}>
            <Text
              component="h2"
              ref={heading}
              id={`${id}-title`}
              className={classes.title}
              size="lg"
              fw={600}
              lts="-0.01em"
              tabIndex={-1}
              data-autofocus
            >
              {title}
            </Text>
            {line && (
              <Text id={`${id}-line`} c="dimmed" truncate>
                {line}
              </Text>
            )}
          </Box>
          <Flex flex="none" align="center">
            {actions}
            <CloseButton size="lg" iconSize={20} aria-label="Close" onClick={onClose} />
          </Flex>
        </Flex>
        {/* It takes the focus, so that keys scroll it where nothing in it does. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={classes.body} tabIndex={0}>
          {children}
        </div>
        {foot && (
          <Box className={classes.foot} py="md" px={{ base: 'var(--awa-gutter)', md: 24 }}>
            {foot}
          </Box>
        )}
      </section>
    </FocusTrap>
  );
}

function ColumnPanel({ title, back, form = false, idle = false, onClose, children }: ColumnPanelProps) {
  const covers = useCovers();
  if (idle && covers) return null;
  return (
    <FocusTrap active={covers}>
      {/* It hears Escape for what is in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        role={covers ? 'dialog' : undefined}
        aria-modal={covers || undefined}
        aria-label={title}
        className={classes.column}
        data-form={form || undefined}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && covers && !form && !event.defaultPrevented) onClose();
        }}
      >
        {covers && (
          <div className={classes.back}>
            <Button
              variant="subtle"
              leftSection={<IconArrowLeft size={20} stroke={1.6} aria-hidden="true" />}
              onClick={onClose}
            >
              {back}
            </Button>
          </div>
        )}
        <div className={classes.content}>{children}</div>
      </section>
    </FocusTrap>
  );
}
