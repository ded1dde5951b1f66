import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import classes from '#web/ui/checked-line.module.css';

/** The last check by staff in words, with an icon that says whether it counts. */
export function CheckedLine({ text, isGood }: { text: string; isGood: boolean }) {
  const Icon = isGood ? IconCircleCheck : IconAlertCircle;
  return (
    <span className={classes.line} data-good={isGood}>
      <Icon size={16} stroke={1.8} aria-hidden="true" />
      <span>{text}</span>
    </span>
  );
}
