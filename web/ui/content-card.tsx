import type { ReactNode } from 'react';
import classes from '#web/ui/content-card.module.css';
import { CountBadge } from '#web/ui/count-badge.tsx';

type CardProps = {
  /** An h2 at the top. */
  title?: string;
  /** A figure beside the title, already formatted. */
  count?: string;
  /** Search, filters or a button, in one line with the title. */
  tools?: ReactNode;
  /**
   * The card contains rows. On phones it extends to both edges of the window, which needs a page with `--awa-gutter` at
   * its sides.
   */
  list?: boolean;
  children: ReactNode;
};

/** A flat surface with a hairline border. Do not nest cards. */
export function ContentCard({ title, count, tools, list, children }: CardProps) {
  return (
    <section className={classes.card} aria-label={title} data-list={list || undefined}>
      {(title || tools) && (
        <div className={classes.head}>
          {title && (
            <h2 className={classes.title} tabIndex={-1}>
              {title}
              {count !== undefined && <CountBadge>{count}</CountBadge>}
            </h2>
          )}
          {tools && <div className={classes.tools}>{tools}</div>}
        </div>
      )}
      <div className={classes.body}>{children}</div>
    </section>
  );
}
