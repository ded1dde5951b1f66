import type { ReactNode } from 'react';
import classes from '#web/ui/row-list.module.css';

/** The rows of a card, each as high as its content. `label` is spoken: `Announcements`. */
export const RowList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label}>{children}</ul>
);

type ListRowProps = {
  /** The record of this row is shown beside the list. */
  current?: boolean;
  children: ReactNode;
};

/** A row of a `RowList`. */
export const ListRow = ({ current = false, children }: ListRowProps) => (
  <li className={classes.row} aria-current={current || undefined}>
    {children}
  </li>
);
