import { Text } from '@mantine/core';
import { IconChevronRight, type Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from '#web/ui/link-tiles.module.css';

type LinkTilesProps = {
  /** The name of the links, for screen readers. */
  label: string;
  links: readonly {
    to: string;
    search?: object;
    icon?: Icon;
    title: string;
    /** A summary of the target; undefined while unknown. */
    subtitle: string | undefined;
  }[];
};

/** Links to other pages, side by side where there is room. */
export const LinkTiles = ({ label, links }: LinkTilesProps) => (
  <nav className={classes.tiles} aria-label={label}>
    {links.map(({ to, search = {}, icon: LinkIcon, title, subtitle }) => (
      <Link key={title} to={to as '.'} search={search as never} className={classes.tile}>
        {LinkIcon && (
          <LinkIcon size={20} stroke={1.6} color="var(--awa-secondary)" style={{ flex: 'none' }} aria-hidden="true" />
        )}
        <span>
          <Text component="span" display="block" fw={500}>
            {title}
          </Text>
          <Text component="span" display="block" size="xs" c="dimmed" mih="1.125rem">
            {subtitle}
          </Text>
        </span>
        <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
      </Link>
    ))}
  </nav>
);
