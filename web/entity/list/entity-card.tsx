import { Box, Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Stored, Values } from '#web/entity/define/entity.ts';
import classes from '#web/entity/list/entity-card.module.css';
import type { RecordProps } from '#web/entity/list/use-entity-page.ts';
import { useQuickChanges } from '#web/entity/list/use-quick-changes.ts';
import { linkHere } from '#web/lib/search-here.ts';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { activeState, StatusBadge } from '#web/ui/status-badge.tsx';

/** Cards side by side, as many as there is room for. */
export const CardGrid = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={classes.grid} aria-label={label}>
    {children}
  </ul>
);

/** An empty place in the grid with a button that adds the missing record. */
export const CardGap = ({ add, onAdd }: { add: string; onAdd: () => void }) => (
  <li className={`${classes.card} ${classes.gap}`}>
    <Button variant="subtle" leftSection={<IconPlus size={18} stroke={1.6} aria-hidden="true" />} onClick={onAdd}>
      {add}
    </Button>
  </li>
);

type EntityCardProps<R extends Stored, Form extends Values> = RecordProps<R, Form> & {
  /** 44 px wide. */
  picture: ReactNode;
  /** The title on the card. It is cut after two lines; a tooltip shows all of it. */
  title: string;
  /** Below the title, cut in the same way. */
  subtitle: string;
  /** At the end, in small letters. */
  foot: string;
  children: ReactNode;
};

/** A record in a grid: a click anywhere on the card opens it, and a menu has its actions. */
export function EntityCard<R extends Stored, Form extends Values>(props: EntityCardProps<R, Form>) {
  const { page, record, picture, title, subtitle, foot, children } = props;
  const { address, entity } = page;
  const { kind, active } = entity;
  const menus = useQuickChanges(page, record);
  const card = useRef<HTMLLIElement>(null);
  const current = record.id === address.id;
  const inactive = active !== undefined && !record[active];
  // A link elsewhere may have opened this record.
  useEffect(() => {
    if (current) card.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    // The card handles Escape for its content.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes.card}
      data-inactive={inactive || undefined}
      ref={card}
      aria-current={current || undefined}
      // The panel may cover the card that has the focus.
      onKeyDown={({ key, defaultPrevented, currentTarget, target }) => {
        const isOwn = key === 'Escape' && !defaultPrevented && currentTarget.contains(target as Node);
        if (isOwn && address.id !== undefined && address.form === undefined) address.close();
      }}
    >
      <Group gap="sm" wrap="nowrap" align="flex-start">
        {picture}
        <Box flex={1} miw={0}>
          <Link
            className={classes.title}
            data-covers
            {...linkHere({ [kind]: record.id, form: undefined, history: undefined })}
          >
            <Text component="span" inherit lineClamp={2} title={title}>
              {title}
            </Text>{' '}
            <Text component="span" size="xs" c="dimmed" fw={400} lineClamp={2} title={subtitle}>
              {subtitle}
            </Text>
          </Link>
        </Box>
        <div className={classes.menu}>
          <RowMenu {...menus.all()} />
        </div>
      </Group>
      {children}
      <Group justify="space-between" gap="xs" mt="auto">
        <Text size="xs" c="dimmed">
          {foot}
        </Text>
        {inactive && <StatusBadge state={activeState(false)} />}
      </Group>
    </li>
  );
}
