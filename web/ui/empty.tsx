import type { Icon } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { useFocusNext } from '#web/lib/focus.ts';
import classes from '#web/ui/empty.module.css';

export type EmptyProps = {
  icon: Icon;
  title: string;
  /** One sentence: what to do. */
  sentence: string;
  /** One button. */
  action?: ReactNode;
};

function Action({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useFocusNext(place);
  return (
    <div ref={place} className={classes.action}>
      {children}
    </div>
  );
}

/** A list with nothing in it, in the place of its rows. */
export function Empty({ icon: EmptyIcon, title, sentence, action }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <EmptyIcon size={36} stroke={1.4} className={classes.icon} aria-hidden="true" />
      <h3 className={classes.title}>{title}</h3>
      <p className={classes.sentence}>{sentence}</p>
      {action && <Action>{action}</Action>}
    </div>
  );
}
