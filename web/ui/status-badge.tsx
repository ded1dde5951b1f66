import { IconCircleCheck, IconEyeOff, type Icon } from '@tabler/icons-react';
import classes from '#web/ui/status-badge.module.css';

export type BadgeState = {
  word: string;
  look: 'good' | 'draft' | 'dot' | 'scheduled' | 'warning' | 'outlined';
  icon: Icon;
};

/** Whether the app shows a record. */
export const activeState = (active: boolean): BadgeState =>
  active
    ? { word: 'Active', look: 'good', icon: IconCircleCheck }
    : { word: 'Inactive', look: 'outlined', icon: IconEyeOff };

/** A state as an icon and a word on a tint, so that colour is never its only sign. */
export function StatusBadge({ state: { word, look, icon: StateIcon } }: { state: BadgeState }) {
  return (
    <span className={classes.badge} data-look={look}>
      <StateIcon size={14} stroke={2} aria-hidden="true" />
      {word}
    </span>
  );
}
