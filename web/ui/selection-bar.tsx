import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { type Icon, IconDots, IconX } from '@tabler/icons-react';
import { Button, Group, Menu, Text } from '@mantine/core';
import { useEffect } from 'react';
import type { ShownFailure } from '#web/lib/failure.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import classes from '#web/ui/selection-bar.module.css';

type SelectionAction = {
  label: string;
  /** The label while the action is running: `Verifying`. */
  busyLabel: string;
  icon: Icon;
  busy: boolean;
  /** The action has no effect now. */
  off?: boolean;
  /** In a narrow window it is in a menu. */
  folded?: boolean;
  /** The action deletes: it is red, and set apart. */
  danger?: boolean;
  onClick: () => void;
};

type SelectionBarProps = {
  /** The number of selected rows: `12 selected`. */
  text: string;
  /** Selects more, beside the text: `Select all 37`. */
  more?: { label: string; onClick: () => void } | undefined;
  /** A phone shows only their icons. */
  actions: SelectionAction[];
  /** The failure of the last action. */
  failed?: ShownFailure | undefined;
  /** Also called on Escape, unless that key has another use. */
  onClear: () => void;
};

/** The actions for the selected rows of a list, at the window's edge. The page makes room for the bar. */
export function SelectionBar({ text, more, actions, failed, onClear }: SelectionBarProps) {
  const phone = usePhone();
  const narrow = useMediaQuery('(max-width: 59.99em)', false, { getInitialValueInEffect: false });
  const { ref, height } = useElementSize();
  useFloor(height);
  useEscape(onClear);
  useShortcuts([{ keys: ['Escape'], does: 'Clear the selection' }]);
  // A running action stays visible.
  const isFolded = ({ folded = false, busy }: SelectionAction) => narrow && folded && !busy;
  const look = { variant: 'bar', flex: 'none', miw: 44, ...(phone && { px: 'sm' }) } as const;
  return (
    <div ref={ref} className={classes.edge}>
      <div role="group" aria-label="Selection" className={classes.bar} data-floating>
        {failed && <InlineFailure failed={failed} />}
        <Group gap={phone ? 0 : 4} wrap="nowrap" mih="3.25rem" pl={phone ? 'sm' : 'lg'} pr={phone ? 4 : 'xs'}>
          <Text
            role="status"
            flex={1}
            miw={0}
            mr={phone ? 4 : 'sm'}
            fw={500}
            data-tabular
            style={{ whiteSpace: phone ? 'normal' : 'nowrap' }}
          >
            {text}
          </Text>
          {more && !phone && (
            <Button {...look} onClick={more.onClick}>
              {more.label}
            </Button>
          )}
          {actions
            .filter((action) => !isFolded(action))
            .map(({ label, busyLabel, icon: ActionIcon, busy, off = false, danger, onClick }) => (
              <BusyButton
                key={label}
                {...look}
                {...(danger && { variant: 'barDanger', className: classes.danger })}
                busy={busy}
                busyLabel={busyLabel}
                off={off}
                aria-label={phone && !busy ? label : undefined}
                leftSection={!phone && <ActionIcon size={18} stroke={1.6} aria-hidden="true" />}
                onClick={onClick}
              >
                {phone ? <ActionIcon size={20} stroke={1.6} aria-hidden="true" /> : label}
              </BusyButton>
            ))}
          {actions.some(isFolded) && (
            <Menu position="top-end">
              <Menu.Target>
                <Button {...look} aria-label="More actions for the selection">
                  <IconDots size={20} stroke={1.6} aria-hidden="true" />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {actions.filter(isFolded).map(({ label, icon: ActionIcon, off, onClick }) => (
                  <Menu.Item
                    key={label}
                    disabled={off}
                    leftSection={<ActionIcon size={18} stroke={1.6} aria-hidden="true" />}
                    onClick={onClick}
                  >
                    {label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
          <Button {...look} aria-label={phone ? 'Clear' : undefined} onClick={onClear}>
            {phone ? <IconX size={20} stroke={1.6} aria-hidden="true" /> : 'Clear'}
          </Button>
        </Group>
      </div>
    </div>
  );
}

/** Other elements at the window's edge move up by this much. */
function useFloor(height: number) {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--awa-floor', `${height}px`);
    return () => void style.removeProperty('--awa-floor');
  }, [height]);
}

/** Elements in which Escape has another use. */
const others =
  '[role="dialog"], [role="menu"], [role="complementary"], [role="combobox"], input:not([type="checkbox"]), textarea';

function useEscape(onEscape: () => void) {
  useEffect(() => {
    const listen = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape' && !(target instanceof Element && target.closest(others))) onEscape();
    };
    // This runs before the same key closes a dialog or a menu.
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [onEscape]);
}
