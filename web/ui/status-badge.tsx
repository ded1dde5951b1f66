import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleOff,
  IconClock,
  IconEyeOff,
  IconPencil,
  IconPointFilled,
  IconRosetteDiscountCheck,
} from '@tabler/icons-react';
import classes from '#web/ui/status-badge.module.css';

const states = {
  active: { word: 'Active', look: 'good', Icon: IconCircleCheck },
  verified: { word: 'Verified', look: 'good', Icon: IconRosetteDiscountCheck },
  unverified: { word: 'Unverified', look: 'draft', Icon: IconCircleDashed },
  available: { word: 'Available', look: 'dot', Icon: IconPointFilled },
  busy: { word: 'Busy', look: 'draft', Icon: IconClock },
  unavailable: { word: 'Unavailable', look: 'draft', Icon: IconCircleOff },
  unsaved: { word: 'Not saved yet', look: 'warning', Icon: IconPencil },
  inactive: { word: 'Inactive', look: 'outlined', Icon: IconEyeOff },
};

/** A state as an icon and a word on its tint: never colour alone. */
export function StatusBadge({ state }: { state: keyof typeof states }) {
  const { word, look, Icon } = states[state];
  return (
    <span className={classes.badge} data-look={look}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {word}
    </span>
  );
}
