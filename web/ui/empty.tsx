import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './empty.module.css';

type EmptyProps = {
  icon: Icon;
  title: string;
  /** One sentence: what to do. */
  sentence: string;
  /** One button. */
  action?: ReactNode;
};

/** A list with nothing in it, in the place of its rows. */
export function Empty({ icon: EmptyIcon, title, sentence, action }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <EmptyIcon size={36} stroke={1.4} className={classes.icon} aria-hidden="true" />
      <h3 className={classes.title}>{title}</h3>
      <p className={classes.sentence}>{sentence}</p>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
