import { IconCircleCheck, IconCircleDashed, IconEyeOff, IconRosetteDiscountCheck } from '@tabler/icons-react';
import classes from './status-badge.module.css';

const states = {
  active: { word: 'Active', look: 'good', Icon: IconCircleCheck },
  verified: { word: 'Verified', look: 'good', Icon: IconRosetteDiscountCheck },
  unverified: { word: 'Unverified', look: 'draft', Icon: IconCircleDashed },
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
