import type { ReactNode } from 'react';
import classes from '#web/ui/count-badge.module.css';

/** A figure beside a title or a label, already formatted. */
export const CountBadge = ({ children }: { children: ReactNode }) => <span className={classes.count}>{children}</span>;
