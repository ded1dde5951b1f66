import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatInteger } from '#web/lib/numbers.ts';
import classes from '#web/ui/choice-links.module.css';

type ChoiceLinksProps = {
  /** They share the whole width of the page in equal parts. */
  even?: boolean;
  /** The name of the choice, for screen readers. */
  label: string;
  links: readonly {
    label: string;
    /** The parameters of the address that shows it. */
    search: object;
    current: boolean;
    /** Before the label. */
    picture?: ReactNode;
    /** How many things it has, or that in words. */
    count?: number | string | undefined;
  }[];
};

/** A choice of what a page shows, side by side, each with its address. On phones they scroll sideways. */
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
          <span className={classes.count}>
            {typeof link.count === 'number' ? formatInteger(link.count) : link.count}
          </span>
        )}
      </Link>
    ))}
  </nav>
);
