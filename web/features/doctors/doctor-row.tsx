import { useDraggable } from '@dnd-kit/core';
import { ActionIcon } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import {
  IconArrowDown,
  IconArrowUp,
  IconGripVertical,
  IconPencil,
  IconStarFilled,
  IconTrash,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { memo, useRef, type ReactNode } from 'react';
import { withTitle, type Doctor } from '#contract/doctors.ts';
import classes from '#web/features/doctors/doctor-list.module.css';
import { pictureOf } from '#web/features/doctors/doctor-display.tsx';
import { useFocusNext, useOpenerFocus } from '#web/lib/focus.ts';
import { formatRating } from '#web/lib/numbers.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { RowDelete } from '#web/ui/row-actions.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { activeState, StatusBadge } from '#web/ui/status-badge.tsx';

const route = getRouteApi('/admin/desk/doctors');

export type RowProps = {
  doctor: Doctor;
  /** Its place in the list, from 0, and how many there are. */
  place: number;
  count: number;
  /** From the top of the list, in pixels. */
  top: number;
  current: boolean;
  phone: boolean;
  /** Left out while the order cannot be changed. */
  onMove?: ((id: string, place: number) => void) | undefined;
  onEdit: (doctor: Doctor) => void;
  onDelete: (doctor: Doctor) => void;
};

/** A doctor in the list: all of the row opens it, and what can be done with it stands at its end. */
export const DoctorRow = memo(function DoctorRow(props: RowProps) {
  const { doctor, place, count, top, current, phone, onMove, onEdit, onDelete } = props;
  const { id, specialty, isActive } = doctor;
  const name = withTitle(doctor.name);
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging, transform } = useDraggable({
    id,
    disabled: !onMove || phone,
  });
  const offset = transform?.y ?? 0;
  const link = useRef<HTMLAnchorElement>(null);
  const row = useRef<HTMLLIElement>(null);
  useOpenerFocus(current, link);
  useFocusNext(row);
  return (
    <li
      ref={useMergedRef(setNodeRef, row)}
      data-row={id}
      className={classes.row}
      style={{ top, transform: offset === 0 ? undefined : `translateY(${offset}px)` }}
      data-dragging={isDragging || undefined}
      aria-current={current || undefined}
      aria-setsize={count}
      aria-posinset={place + 1}
    >
      {onMove && !phone && (
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={classes.handle}
          {...listeners}
          aria-label={`Move ${name}`}
          aria-describedby={attributes['aria-describedby']}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        >
          <IconGripVertical size={18} stroke={1.6} aria-hidden="true" />
        </button>
      )}
      <Avatar id={id} name={doctor.name} image={pictureOf(doctor)} size={44} />
      <div className={classes.lines}>
        <route.Link
          ref={link}
          data-heir
          className={classes.name}
          title={name}
          to="."
          search={(before) => ({ ...before, doctor: id, form: undefined, history: undefined })}
          resetScroll={false}
        >
          {name}
        </route.Link>
        <p className={classes.line} title={specialty}>
          {specialty}
        </p>
        <Facts doctor={doctor}>{phone && (isActive ? 'Active' : 'Inactive')}</Facts>
      </div>
      {phone ? (
        <div className={classes.menu}>
          <RowMenu
            name={`Actions for ${name}`}
            items={[
              { label: 'Edit', icon: IconPencil, onClick: () => onEdit(doctor) },
              ...(onMove && place > 0
                ? [{ label: 'Move up', icon: IconArrowUp, onClick: () => onMove(id, place - 1) }]
                : []),
              ...(onMove && place < count - 1
                ? [{ label: 'Move down', icon: IconArrowDown, onClick: () => onMove(id, place + 1) }]
                : []),
              { label: 'Delete', icon: IconTrash, danger: true, onClick: () => onDelete(doctor) },
            ]}
          />
        </div>
      ) : (
        <>
          <StatusBadge state={activeState(isActive)} />
          <div className={classes.actions}>
            <ActionIcon size="sm" aria-label={`Edit ${name}`} onClick={() => onEdit(doctor)}>
              <IconPencil size={18} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
            <RowDelete name={`Delete ${name}`} onClick={() => onDelete(doctor)} />
          </div>
        </>
      )}
    </li>
  );
});

/** Where they are and how they are rated, in one line: the place is cut when it is too long. */
function Facts({ doctor: { location, rating }, children }: { doctor: Doctor; children: ReactNode }) {
  return (
    <p className={classes.facts}>
      {location && (
        <span className={classes.line} title={location}>
          {location}
        </span>
      )}
      <span className={classes.rating}>
        <IconStarFilled size={14} className={classes.star} aria-hidden="true" />
        <span className={classes.figure}>
          <span className={classes.spoken}>Rating </span>
          {formatRating(rating)}
        </span>
      </span>
      {children && <span>{children}</span>}
    </p>
  );
}
