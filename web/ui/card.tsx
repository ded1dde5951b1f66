import type { ReactNode } from 'react';
import classes from './card.module.css';

type CardProps = {
  /** An h2 at the top. */
  title?: string;
  /** A figure beside the title, already formatted. */
  count?: string;
  /** Search, filters or a button, in one line with the title. */
  tools?: ReactNode;
  children: ReactNode;
};

/** A resting surface with a hairline. Never put one inside another. */
export function Card({ title, count, tools, children }: CardProps) {
  return (
    <section className={classes.card} aria-label={title}>
      {(title || tools) && (
        <div className={classes.head}>
          {title && (
            <h2 className={classes.title}>
              {title}
              {count !== undefined && <span className={classes.count}>{count}</span>}
            </h2>
          )}
          {tools && <div className={classes.tools}>{tools}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
