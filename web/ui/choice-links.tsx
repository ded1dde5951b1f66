import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatInteger } from '#web/lib/numbers.ts';
import classes from '#web/ui/choice-links.module.css';
import { CountBadge } from '#web/ui/count-badge.tsx';

type ChoiceLinksProps = {
  /** The choices share the full width equally. */
  even?: boolean;
  /** The name of the choice, for screen readers. */
  label: string;
  links: readonly {
    label: string;
    /** The search parameters of the choice. */
    search: object;
    current: boolean;
    /** Before the label. */
    picture?: ReactNode;
    /** The number of its records, or a text. */
    count?: number | string | undefined;
  }[];
};

/** Links for the views of a page, side by side. On phones they scroll sideways. */
export const ChoiceLinks = ({ label, links, even = false }: ChoiceLinksProps) => (
  <nav aria-label={label} className={classes.choices} data-even={even || undefined}>
    {links.map((link) => (
      <Link
        key={link.label}
        to="."
        search={link.search as never}
        resetScroll={false}
        className={classes.choice}
        activeOptions={{ exact: true }}
        aria-current={link.current ? 'page' : undefined}
      >
        {link.picture}
        {link.label}
        {link.count !== undefined && (
          <CountBadge>{typeof link.count === 'number' ? formatInteger(link.count) : link.count}</CountBadge>
        )}
      </Link>
    ))}
  </nav>
);
