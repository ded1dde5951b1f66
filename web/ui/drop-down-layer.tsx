import { Popover, type PopoverDropdownProps, type PopoverProps } from '@mantine/core';
import type { RefObject } from 'react';
import { Beside } from '#web/ui/beside.tsx';

type DropDownLayerProps = Omit<PopoverDropdownProps, 'onClose'> &
  Pick<PopoverProps, 'position' | 'trapFocus' | 'returnFocus' | 'floatingStrategy'> & {
    opened: boolean;
    /** The button that opens it. */
    target: RefObject<HTMLElement | null>;
    onClose: () => void;
  };

/** A layer that a button opens beside it. The caller sets its role. */
export function DropDownLayer(props: DropDownLayerProps) {
  const { opened, target, onClose, position, trapFocus, returnFocus, floatingStrategy, ...rest } = props;
  return (
    <Popover
      opened={opened}
      onChange={onClose}
      withRoles={false}
      {...(position && { position })}
      {...(floatingStrategy && { floatingStrategy })}
      trapFocus={trapFocus ?? false}
      returnFocus={returnFocus ?? false}
    >
      <Popover.Target>
        <Beside target={target} />
      </Popover.Target>
      <Popover.Dropdown {...rest} />
    </Popover>
  );
}
