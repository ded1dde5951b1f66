import {
  DndContext,
  PointerSensor,
  useDraggable,
  useSensor,
  useSensors,
  type DragCancelEvent,
  type DragMoveEvent,
} from '@dnd-kit/core';
import { IconGripVertical } from '@tabler/icons-react';
import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import classes from '#web/ui/sortable-row.module.css';

// What is moved by keys is said by the list itself.
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};
const accessibility = {
  announcements: silent,
  screenReaderInstructions: { draggable: 'Press Alt with the up or down arrow to move, or drag it with the mouse.' },
};

/** The middle of the dragged row, in pixels of the window; undefined until it is measured. */
export function middleOf({ active }: DragMoveEvent) {
  const row = active.rect.current.translated;
  return row ? row.top + row.height / 2 : undefined;
}

type SortableRowsProps = {
  onStart: (id: string) => void;
  onDrag: (event: DragMoveEvent) => void;
  onDrop: (event: DragMoveEvent) => void;
  onCancel: (event: DragCancelEvent) => void;
  children: ReactNode;
};

/** What a list of `SortableRow`s stands in. */
export function SortableRows({ onStart, onDrag, onDrop, onCancel, children }: SortableRowsProps) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  return (
    <DndContext
      sensors={sensors}
      accessibility={accessibility}
      onDragStart={({ active }) => onStart(String(active.id))}
      onDragMove={onDrag}
      onDragCancel={onCancel}
      onDragEnd={onDrop}
    >
      {children}
    </DndContext>
  );
}

type SortableRowProps = Omit<ComponentProps<'li'>, 'id' | 'title'> & {
  id: string;
  title: string;
  /** The distance from the top of the list, and the height, in pixels. */
  top: number;
  height: number;
  /** The space before the handle: `1.5rem`. */
  indent?: string;
  selected: boolean | undefined;
  movable: boolean;
};

const indented = (indent: string) => ({ '--row-indent': indent }) as CSSProperties;

/** A row with a handle, by which it can be dragged. */
export function SortableRow({
  id,
  title,
  top,
  height,
  indent = '0',
  selected,
  movable,
  children,
  ...rest
}: SortableRowProps) {
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging, transform } = useDraggable({
    id,
    disabled: !movable,
  });
  const offset = transform?.y ?? 0;
  return (
    <li
      {...rest}
      ref={setNodeRef}
      data-row={id}
      className={classes.row}
      style={{ top, height, transform: offset === 0 ? undefined : `translateY(${offset}px)`, ...indented(indent) }}
      data-dragging={isDragging || undefined}
      data-selected={selected || undefined}
    >
      {movable && (
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={classes.handle}
          {...listeners}
          aria-label={`Move ${title}`}
          aria-describedby={attributes['aria-describedby']}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        >
          <IconGripVertical size={18} stroke={1.6} aria-hidden="true" />
        </button>
      )}
      {children}
    </li>
  );
}

/** A line where the dragged row would come to stand. `top` is in pixels from the top of the list. */
export const DropLine = ({ top }: { top: number }) => (
  <li className={classes.drop} style={{ top }} aria-hidden="true" />
);
