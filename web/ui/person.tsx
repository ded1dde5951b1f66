import type { ReactNode } from 'react';
import { Avatar } from '#web/ui/avatar.tsx';
import classes from './person.module.css';

type PersonProps = {
  id: string;
  /** Name or username; null shows `No name`. */
  name: string | null;
  email: string;
  /** A small mark after the name, on phones. */
  mark?: ReactNode;
  /** A third line, on phones. */
  children?: ReactNode;
};

/** Avatar, name and email, as in the rows of a list. Long ones are cut and shown whole as a hint. */
export function Person({ id, name, email, mark, children }: PersonProps) {
  return (
    <div className={classes.person}>
      <Avatar id={id} name={name} />
      <div className={classes.lines}>
        <div className={classes.first}>
          <span className={classes.name} data-missing={name === null || undefined} title={name ?? undefined}>
            {name ?? 'No name'}
          </span>
          {mark}
        </div>
        <div className={classes.line} title={email}>
          {email}
        </div>
        {children && <div className={classes.line}>{children}</div>}
      </div>
    </div>
  );
}
