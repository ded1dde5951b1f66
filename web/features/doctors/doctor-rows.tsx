import { DndContext, PointerSensor, useSensor, useSensors, type DragMoveEvent } from '@dnd-kit/core';
import { VisuallyHidden } from '@mantine/core';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { withTitle, type Doctor } from '#contract/doctors.ts';
import classes from '#web/features/doctors/doctor-list.module.css';
import { DoctorRow, type RowProps } from '#web/features/doctors/doctor-row.tsx';
import { giveFocus } from '#web/lib/focus.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { usePhone } from '#web/lib/use-phone.ts';

/** Height of a row in rem, as in the style sheet. */
const rowRem = 5;

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

type DoctorRowsProps = Pick<RowProps, 'onMove' | 'onEdit' | 'onDelete'> & {
  doctors: readonly Doctor[];
  current: string | undefined;
};

/** The rows of the list, of which only those in sight are on the page. Arrow keys go through them, with Alt they move one. */
export function DoctorRows({ doctors, current, onMove, onEdit, onDelete }: DoctorRowsProps) {
  const phone = usePhone();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [rowHeight] = useState(() => rowRem * parseFloat(getComputedStyle(document.documentElement).fontSize));
  /** The row that must stay on the page wherever one scrolls: it has the focus, or is dragged. */
  const [held, setHeld] = useState<string>();
  const [target, setTarget] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const heldAt = held === undefined ? -1 : doctors.findIndex(({ id }) => id === held);
  // Nothing here is memoized by a compiler.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: doctors.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (at) => doctors[at]?.id ?? at,
    overscan: 3,
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return heldAt < 0 || seen.includes(heldAt) ? seen : [...seen, heldAt].sort((one, other) => one - other);
    },
  });
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));

  // Whoever is shown beside the list is in sight when the list comes or another one is chosen, wherever from.
  const place = useRef(-1);
  useEffect(() => {
    place.current = doctors.findIndex(({ id }) => id === current);
  });
  useEffect(() => {
    if (place.current >= 0) virtual.scrollToIndex(place.current, { align: 'auto' });
  }, [current, virtual]);

  const moveTo = useCallback(
    (id: string, to: number) => {
      const doctor = doctors.find((one) => one.id === id);
      if (!onMove) setSaid('Show all doctors to change the order.');
      if (!doctor || !onMove || to < 0 || to >= doctors.length) return;
      setHeld(id);
      onMove(id, to);
      virtual.scrollToIndex(to, { align: 'auto' });
      setSaid(`${withTitle(doctor.name)}, place ${formatInteger(to + 1)} of ${formatInteger(doctors.length)}`);
    },
    [doctors, onMove, virtual],
  );

  const focusRow = (at: number) => {
    const next = doctors[at];
    if (!next) return;
    // On the page at once, or the next key would come from the row before.
    flushSync(() => setHeld(next.id));
    giveFocus(list.current?.querySelector(`[data-row="${next.id}"] a`));
    virtual.scrollToIndex(at, { align: 'auto' });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    const at = doctors.findIndex(({ id }) => id === row?.dataset.row);
    if (at < 0 || event.ctrlKey || event.metaKey || event.shiftKey || inMenu(event.target)) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    if (!event.altKey) focusRow(at + step);
    else if (row?.dataset.row) moveTo(row.dataset.row, at + step);
  };

  const placeOf = ({ active }: DragMoveEvent) => {
    const row = active.rect.current.translated;
    const top = list.current?.getBoundingClientRect().top ?? 0;
    return row ? Math.max(0, Math.min(Math.round((row.top - top) / rowHeight), doctors.length - 1)) : null;
  };
  const line = target === null || heldAt < 0 ? null : target > heldAt ? target + 1 : target;

  return (
    <DndContext
      sensors={sensors}
      accessibility={accessibility}
      onDragStart={({ active }) => setHeld(String(active.id))}
      onDragMove={(event) => setTarget(placeOf(event))}
      onDragCancel={() => setTarget(null)}
      onDragEnd={(event) => {
        const to = placeOf(event);
        setTarget(null);
        if (to !== null) moveTo(String(event.active.id), to);
      }}
    >
      <div ref={scroller} className={classes.scroller}>
        {/* Its rows hear the arrow keys together. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <ul
          ref={list}
          className={classes.rows}
          style={{ height: virtual.getTotalSize() }}
          aria-label="Doctors"
          onKeyDown={onKeyDown}
          onFocus={({ target: focused }) => setHeld(focused.closest<HTMLElement>('[data-row]')?.dataset.row)}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const doctor = doctors[index];
            return (
              doctor && (
                <DoctorRow
                  key={doctor.id}
                  doctor={doctor}
                  place={index}
                  count={doctors.length}
                  top={start}
                  current={doctor.id === current}
                  phone={phone}
                  onMove={onMove && moveTo}
                  onEdit={onEdit}
                  onDelete={onDelete}
                />
              )
            );
          })}
          {line !== null && <li className={classes.drop} style={{ top: line * rowHeight }} aria-hidden="true" />}
        </ul>
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </DndContext>
  );
}

/** There the arrow keys go through its items. */
const inMenu = (target: EventTarget) => target instanceof Element && target.closest('[role="menu"]') !== null;
