import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { type Icon, IconDots, IconX } from '@tabler/icons-react';
import { Button, Group, Menu, Text } from '@mantine/core';
import { useEffect } from 'react';
import type { ShownFailure } from '#web/lib/failure.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import type { Selection } from '#web/lib/use-selection.ts';
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
  /** In a narrow window it is in a menu. */
  folded?: boolean;
  /** The action deletes: it is red, and set apart. */
  danger?: boolean;
  onClick: () => void;
};

type SelectionBarProps = {
  selection: Selection;
  /** The selected rows: `3 posts`. Left out: their number. */
  named?: string;
  /** Where the selected rows are that are not shown: `not on this page`. */
  hidden?: string;
  /** A button selects all rows that are shown. */
  selectsAll?: boolean;
  /** A phone shows only their icons. */
  actions: SelectionAction[];
  /** The failure of the last action. */
  failed?: ShownFailure | undefined;
  /** Called before the selection is cleared, by the button or by Escape, unless that key has another use. */
  onClear?: () => void;
};

/** The actions for the selected rows of a list, at the window's edge. The page makes room for the bar. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, hidden = 'not shown', selectsAll = false, actions, failed, onClear } = props;
  const { keys, shown, isFull } = selection;
  const { named = formatInteger(keys.size) } = props;
  const phone = usePhone();
  const narrow = useMediaQuery('(max-width: 59.99em)', false, { getInitialValueInEffect: false });
  const { ref, height } = useElementSize();
  useFloor(height);
  const clear = () => {
    onClear?.();
    selection.clear();
  };
  useEscape(clear);
  useShortcuts([{ keys: ['Escape'], does: 'Clear the selection' }]);
  // A running action stays visible.
  const isFolded = ({ folded = false, busy }: SelectionAction) => narrow && folded && !busy;
  const isOff = ({ busy }: SelectionAction) => keys.size === 0 || (!busy && actions.some((one) => one.busy));
  const look = { variant: 'bar', flex: 'none', miw: 44, ...(phone && { px: 'sm' }) } as const;
  return (
    <div ref={ref} className={classes.edge}>
      <div role="group" aria-label="Selection" className={classes.bar} data-floating>
        {failed && <InlineFailure failed={failed} />}
        <Group
          gap={phone ? 0 : 4}
          wrap={phone ? 'nowrap' : 'wrap'}
          mih="3.25rem"
          pl={phone ? 'sm' : 'lg'}
          pr={phone ? 4 : 'xs'}
        >
          <Text
            role="status"
            flex={phone ? 1 : '1 0 auto'}
            miw={0}
            mr={phone ? 4 : 'sm'}
            fw={500}
            data-tabular
            style={{ whiteSpace: phone ? 'normal' : 'nowrap' }}
          >
            {named} selected
            {selection.hidden > 0 && `, ${formatInteger(selection.hidden)} ${hidden}`}
            {isFull && ', the most at once'}
          </Text>
          {selectsAll && shown.length > keys.size && !isFull && !phone && (
            <Button {...look} onClick={() => selection.all.onChange(true)}>
              Select all {formatInteger(shown.length)}
            </Button>
          )}
          {actions
            .filter((action) => !isFolded(action))
            .map((action) => (
              <BusyButton
                key={action.label}
                {...look}
                {...(action.danger && { variant: 'barDanger', className: classes.danger })}
                busy={action.busy}
                busyLabel={action.busyLabel}
                off={isOff(action)}
                aria-label={phone && !action.busy ? action.label : undefined}
                leftSection={!phone && <action.icon size={18} stroke={1.6} aria-hidden="true" />}
                onClick={action.onClick}
              >
                {phone ? <action.icon size={20} stroke={1.6} aria-hidden="true" /> : action.label}
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
                {actions.filter(isFolded).map((action) => (
                  <Menu.Item
                    key={action.label}
                    disabled={isOff(action)}
                    leftSection={<action.icon size={18} stroke={1.6} aria-hidden="true" />}
                    onClick={action.onClick}
                  >
                    {action.label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
          <Button {...look} aria-label={phone ? 'Clear' : undefined} onClick={clear}>
            {phone ? <IconX size={20} stroke={1.6} aria-hidden="true" /> : 'Clear'}
          </Button>
        </Group>
      </div>
    </div>
  );
}

/**
 * Other elements at the window's edge move up by this much. Before the height is known, the page keeps the room that
 * its style sheet gives: with less, a page scrolled to its end would jump.
 */
function useFloor(height: number) {
  useEffect(() => {
    if (height === 0) return undefined;
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
