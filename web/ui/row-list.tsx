import { useRef, type ReactNode } from 'react';
import { useFocusNext } from '#web/lib/focus.ts';
import classes from '#web/ui/row-list.module.css';

/** The rows of a card, each as high as its content. `label` is spoken: `Announcements`. */
export const RowList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label}>{children}</ul>
);

type ListRowProps = {
  /** The thing of this row is shown beside the list. */
  current?: boolean;
  children: ReactNode;
};

/** A row of a `RowList`. When it is removed with the focus in it, the next row gets the focus. */
export function ListRow({ current = false, children }: ListRowProps) {
  const row = useRef<HTMLLIElement>(null);
  useFocusNext(row);
  return (
    <li ref={row} data-row className={classes.row} aria-current={current || undefined}>
      {children}
    </li>
  );
}
