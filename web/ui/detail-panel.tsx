import { ActionIcon, Box, Button, Flex, FocusTrap, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { giveFocus } from '#web/lib/focus.ts';
import { ShortcutScope, useShortcuts } from '#web/lib/shortcuts.ts';
import classes from '#web/ui/detail-panel.module.css';
import { PanelHeading } from '#web/ui/panel-heading.tsx';

type DetailPanelProps = {
  /** The title of the panel: `History`. */
  title: string;
  onClose: () => void;
  children: ReactNode;
};

type SidePanelProps = DetailPanelProps & {
  back?: never;
  /** The name of the record shown: one line under the title, cut if it is too long. */
  subtitle?: string | undefined;
  /** Buttons beside the close button. */
  actions?: ReactNode;
  /** The actions on the record, always visible at the end of the panel. */
  foot?: ReactNode;
  /** Called for the up and down arrow keys, to show the previous or next record of the list. */
  onStep?: (by: -1 | 1) => void;
};

type ColumnPanelProps = DetailPanelProps & {
  /**
   * Places the panel in a column of the page. When the panel covers the window, a button with this label closes it:
   * `Doctors`.
   */
  back: string;
  /**
   * The panel contains a form, which takes the full height, handles its own scrolling and is left only by its own
   * buttons.
   */
  form?: boolean;
  /** The panel says that no record is selected. A narrow window shows the list instead. */
  idle?: boolean;
  /** The panel covers part of the list, which keeps its width, in a `SplitPage` with `over`. */
  over?: boolean;
};

/**
 * Shows one record of a list beside it, without an overlay, so that the list stays usable. The panel is at the right of
 * the window with its own heading; with `back` it is in a column of the page or over its list, and its content provides
 * the heading. Under 1,024 px it covers the window and traps the focus, like a dialog. It is open while it is rendered.
 */
export const DetailPanel = (props: SidePanelProps | ColumnPanelProps) =>
  props.back === undefined ? <SidePanel {...props} /> : <ColumnPanel {...props} />;

const useCovers = () => useMediaQuery('(max-width: 63.99em)', false, { getInitialValueInEffect: false });

const steps: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };

function SidePanel({ title, subtitle, actions, foot, onStep, onClose, children }: SidePanelProps) {
  const covers = useCovers();
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => giveFocus(heading.current), []);
  const id = useId();
  useShortcuts([
    ...(onStep ? [{ keys: Object.keys(steps), does: 'Show the one before or after, in the panel' }] : []),
    { keys: ['Escape'], does: 'Close the panel' },
  ]);
  return (
    <FocusTrap active={covers}>
      {/* The panel handles Escape and the arrow keys for its content. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        role={covers ? 'dialog' : 'complementary'}
        aria-modal={covers || undefined}
        aria-labelledby={`${id}-title ${id}-line`}
        className={classes.side}
        data-side-panel
        aria-keyshortcuts={onStep && 'ArrowUp ArrowDown'}
        // Only keys pressed inside the panel count, because Escape has other uses on the page beside it.
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
          <Box miw={0} pt="xs">
            <PanelHeading id={`${id}-title`} ref={heading}>
              {title}
            </PanelHeading>
            {subtitle && (
              <Text id={`${id}-line`} c="dimmed" truncate>
                {subtitle}
              </Text>
            )}
          </Box>
          <Flex flex="none" align="center">
            {actions}
            <ActionIcon size="lg" aria-label="Close" onClick={onClose}>
              <IconX size={20} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
          </Flex>
        </Flex>
        {/* It is focusable, so that keys scroll it even without focusable content. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div ref={body} className={classes.body} tabIndex={0}>
          <ShortcutScope value={body}>{children}</ShortcutScope>
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

function ColumnPanel({ title, back, form = false, idle = false, over = false, onClose, children }: ColumnPanelProps) {
  const covers = useCovers();
  const content = useRef<HTMLDivElement>(null);
  const isBeside = !covers && !form && !idle;
  useShortcuts(isBeside ? [{ keys: ['Escape'], does: over ? 'Close the panel' : 'Go back to the row' }] : []);
  if (idle && (covers || over)) return null;
  return (
    <FocusTrap active={covers}>
      {/* The panel handles Escape for its content. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        role={covers ? 'dialog' : undefined}
        aria-modal={covers || undefined}
        aria-label={title}
        className={classes.column}
        data-form={form || undefined}
        data-over={over || undefined}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented || form) return;
          if (covers || over) onClose();
          else giveFocus(document.querySelector<HTMLElement>('li[aria-current] a'));
        }}
      >
        {over && isBeside && (
          <Flex justify="space-between" align="center" className={classes.back}>
            <Text c="dimmed">{title}</Text>
            <ActionIcon aria-label="Close" onClick={onClose}>
              <IconX size={20} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
          </Flex>
        )}
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
        <div ref={content} className={classes.content}>
          <ShortcutScope value={content}>{children}</ShortcutScope>
        </div>
      </section>
    </FocusTrap>
  );
}
