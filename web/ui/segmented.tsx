import { VisuallyHidden } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import classes from '#web/ui/segmented.module.css';

type SegmentedProps<Value extends string> = {
  /** The name of the choice, for screen readers. */
  label: string;
  value: Value;
  /** With an icon, the label is only spoken. */
  options: readonly { value: Value; label: string; icon?: Icon }[];
  /** Whether the options share the full width equally. */
  fills?: boolean;
  /** The id of its error message. */
  wrong?: string | undefined;
  onChange: (value: Value) => void;
};

/** A few options side by side; the chosen one is raised. */
export function Segmented<Value extends string>({
  label,
  value,
  options,
  fills,
  wrong,
  onChange,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-invalid={wrong ? true : undefined}
      aria-describedby={wrong}
      tabIndex={wrong ? -1 : undefined}
      className={classes.track}
      data-fills={fills}
    >
      {options.map((option) => (
        <label key={option.value} className={classes.part} title={option.icon && option.label}>
          <input
            type="radio"
            className={classes.input}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon && <option.icon size={18} stroke={1.6} aria-hidden="true" />}
          {option.icon ? <VisuallyHidden>{option.label}</VisuallyHidden> : option.label}
        </label>
      ))}
    </div>
  );
}

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
