import { UnstyledButton } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import type { ComponentProps, CSSProperties } from 'react';
import classes from '#web/ui/sortable-row.module.css';
import { type Drag, useDrag } from '#web/ui/use-drag.ts';

const hint = 'how-rows-move';

/** Says once per list how to move its rows. */
export const MoveHint = () => (
  <div id={hint} hidden>
    Press Alt with the up or down arrow to move, or drag it with the mouse.
  </div>
);

type SortableRowProps = Omit<ComponentProps<'li'>, 'id' | 'title'> & {
  id: string;
  title: string;
  /** The distance from the top of the list, and the height, in pixels. */
  top: number;
  height: number;
  /** The indent before the handle: `1.5rem`. */
  indent?: string;
  selected: boolean | undefined;
  movable: boolean;
  drag: Drag;
};

const indented = (indent: string) => ({ '--row-indent': indent }) as CSSProperties;

/** A row with a drag handle. */
export function SortableRow({
  id,
  title,
  top,
  height,
  indent = '0',
  selected,
  movable,
  drag,
  children,
  ...rest
}: SortableRowProps) {
  const { ref, onPointerDown, offset } = useDrag(id, drag);
  return (
    <li
      {...rest}
      ref={ref}
      data-row={id}
      className={classes.row}
      style={{ top, height, transform: offset ? `translateY(${offset}px)` : undefined, ...indented(indent) }}
      data-dragging={offset === undefined ? undefined : true}
      data-selected={selected || undefined}
    >
      {movable && (
        <UnstyledButton
          className={classes.handle}
          onPointerDown={onPointerDown}
          aria-label={`Move ${title}`}
          aria-describedby={hint}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        >
          <IconGripVertical size={18} stroke={1.6} aria-hidden="true" />
        </UnstyledButton>
      )}
      {children}
    </li>
  );
}

/** A line at the drop position. `top` is in pixels from the top of the list. */
export const DropLine = ({ top }: { top: number }) => (
  <li className={classes.drop} style={{ top }} aria-hidden="true" />
);
