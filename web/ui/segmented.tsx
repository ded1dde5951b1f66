import { VisuallyHidden } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { RadioRow, type RadioRowProps } from '#web/ui/radio-row.tsx';
import classes from '#web/ui/segmented.module.css';

type SegmentedProps<Value extends string> = RadioRowProps<Value> & {
  /** With an icon, the label is only spoken. */
  options: readonly { value: Value; label: string; icon?: Icon }[];
};

/** A few options side by side; the chosen one is raised. */
export const Segmented = <Value extends string>({ options, ...row }: SegmentedProps<Value>) => (
  <RadioRow
    {...row}
    options={options.map((option) => ({ ...option, title: option.icon && option.label }))}
    className={classes.track}
    part={classes.part}
  >
    {(option) => (
      <>
        {option.icon && <option.icon size={18} stroke={1.6} aria-hidden="true" />}
        {option.icon ? <VisuallyHidden>{option.label}</VisuallyHidden> : option.label}
      </>
    )}
  </RadioRow>
);

/** Scrolls the current link of a row of links into view. */
const showCurrent = (nav: HTMLElement | null) =>
  nav?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });

export type SegmentedLinksProps = {
  /** The name of the links, for screen readers. */
  label: string;
  links: readonly { to: string; label: string }[];
};

/** The tabs of a page, each a link. On phones they scroll sideways. */
export const SegmentedLinks = ({ label, links }: SegmentedLinksProps) => (
  <nav ref={showCurrent} aria-label={label} className={classes.track}>
    {links.map((link) => (
      <Link
        key={link.to}
        to={link.to as '.'}
        activeOptions={{ exact: true, includeSearch: false }}
        className={classes.part}
      >
        {link.label}
      </Link>
    ))}
  </nav>
);
