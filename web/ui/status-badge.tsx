import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconEyeOff,
  IconPencil,
  IconRosetteDiscountCheck,
} from '@tabler/icons-react';
import classes from './status-badge.module.css';

const states = {
  published: { word: 'Published', look: 'good', Icon: IconCircleCheck },
  active: { word: 'Active', look: 'good', Icon: IconCircleCheck },
  verified: { word: 'Verified', look: 'good', Icon: IconRosetteDiscountCheck },
  scheduled: { word: 'Scheduled', look: 'scheduled', Icon: IconClock },
  draft: { word: 'Draft', look: 'draft', Icon: IconPencil },
  unverified: { word: 'Unverified', look: 'draft', Icon: IconCircleDashed },
  inactive: { word: 'Inactive', look: 'outlined', Icon: IconEyeOff },
  unsaved: { word: 'Not saved', look: 'warning', Icon: IconAlertTriangle },
  failed: { word: 'Failed', look: 'danger', Icon: IconAlertCircle },
};

type StatusBadgeProps = {
  state: keyof typeof states;
  /** What follows the word: the day of a schedule. */
  more?: string;
};

/** A state as an icon and a word on its tint: never colour alone. */
export function StatusBadge({ state, more }: StatusBadgeProps) {
  const { word, look, Icon } = states[state];
  return (
    <span className={classes.badge} data-look={look}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {more ? `${word} ${more}` : word}
    </span>
  );
}
