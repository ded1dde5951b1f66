import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Doctor } from '#contract/doctors.ts';
import { doctor, pictureOf } from '#web/features/doctors/doctor.tsx';
import classes from '#web/features/doctors/doctor-row.module.css';
import { formatRating } from '#web/lib/numbers.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { RowDelete } from '#web/ui/row-actions.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { activeState, StatusBadge } from '#web/ui/status-badge.tsx';

const route = getRouteApi('/admin/desk/doctors');

type RowProps = {
  thing: Doctor;
  /** The index, from 0, of `count`. */
  position: number;
  count: number;
  /** Left out while the order cannot be changed. */
  onMove: ((position: number) => void) | undefined;
  onEdit: (thing: Doctor) => void;
  onDelete: (thing: Doctor) => void;
};

/** A doctor in the list: all of the row opens the doctor, and the actions are at its end. */
export function DoctorRow({ thing, position, count, onMove, onEdit, onDelete }: RowProps) {
  const { id, specialty, isActive } = thing;
  const name = doctor.title(thing);
  const phone = usePhone();
  const move = (label: string, icon: typeof IconArrowUp, to: number) =>
    onMove && to >= 0 && to < count ? [{ label, icon, onClick: () => onMove(to) }] : [];
  return (
    <>
      <Avatar id={id} name={thing.name} image={pictureOf(thing)} size={44} />
      <div className={classes.lines}>
        <route.Link
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
        <Facts thing={thing}>{phone && activeState(isActive).word}</Facts>
      </div>
      {phone ? (
        <div className={classes.menu}>
          <RowMenu
            name={`Actions for ${name}`}
            items={[
              { label: 'Edit', icon: IconPencil, onClick: () => onEdit(thing) },
              ...move('Move up', IconArrowUp, position - 1),
              ...move('Move down', IconArrowDown, position + 1),
              { label: 'Delete', icon: IconTrash, danger: true, onClick: () => onDelete(thing) },
            ]}
          />
        </div>
      ) : (
        <>
          <StatusBadge state={activeState(isActive)} />
          <div className={classes.actions}>
            <ActionIcon size="sm" aria-label={`Edit ${name}`} onClick={() => onEdit(thing)}>
              <IconPencil size={18} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
            <RowDelete name={`Delete ${name}`} onClick={() => onDelete(thing)} />
          </div>
        </>
      )}
    </>
  );
}

/** Location and rating in one line. A long location is cut. */
function Facts({ thing: { location, rating }, children }: { thing: Doctor; children: ReactNode }) {
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
