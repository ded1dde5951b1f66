import type { ReactNode } from 'react';
import classes from '#web/ui/page-head.module.css';

type PageHeadProps = {
  title: string;
  /** One line that says what the page is for. Phones leave it out. */
  line?: string;
  /** Buttons at the right, the main one last; at most one of them filled. */
  actions?: ReactNode;
};

/** The top of a page: its h1, what it is for, and what one can do. */
export function PageHead({ title, line, actions }: PageHeadProps) {
  return (
    <header className={classes.head}>
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        {line && <p className={classes.line}>{line}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
