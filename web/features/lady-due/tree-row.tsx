import { ActionIcon, Button, Text } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconCircleCheck,
  IconClock,
  IconCopy,
  IconCopyPlus,
  IconEye,
  IconEyeOff,
  IconFolderSymlink,
  IconHistory,
  IconPencil,
  IconPlus,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { Fragment, memo } from 'react';
import type { Card } from '#contract/lady-due.ts';
import { Link } from '@tanstack/react-router';
import type { Publishing } from '#contract/lady-due-shown.ts';
import { type Edited, addressOf } from '#web/features/lady-due/editor-address.ts';
import { foundIn } from '#web/features/lady-due/filter-tree.ts';
import classes from '#web/features/lady-due/lady-due.module.css';
import type { Asked } from '#web/features/lady-due/place-dialog.tsx';
import { linesOf } from '#web/features/lady-due/tree-list.tsx';
import { type TreeRow as Row, titleOf } from '#web/features/lady-due/tree-rows.ts';
import { visibilityOf } from '#web/features/lady-due/visibility.ts';
import { nearDate } from '#web/lib/dates.ts';
import { markText } from '#web/lib/mark-text.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { activeState, StatusBadge, type BadgeState } from '#web/ui/status-badge.tsx';

/** A text in which the places that a search finds are marked. */
const Marked = ({ text, term }: { text: string; term: string }) =>
  markText(text, term).map((part, index) =>
    // The parts of a text have no name but their place.
    // oxlint-disable-next-line react/no-array-index-key
    part.marked ? <mark key={index}>{part.text}</mark> : <Fragment key={index}>{part.text}</Fragment>,
  );

/** Whether a card is a draft, published, or when it will be. */
const publishState = ({ publishStatus, publishedAt }: Card, now: Date): BadgeState =>
  publishStatus === 'published'
    ? { word: 'Published', look: 'good', icon: IconCircleCheck }
    : publishStatus === 'scheduled' && publishedAt
      ? { word: `Scheduled ${nearDate(publishedAt, now)}`, look: 'scheduled', icon: IconClock }
      : { word: 'Draft', look: 'draft', icon: IconPencil };

export type RowActions = {
  /** The role may change the content, and not only look. */
  mayChange: boolean;
  onToggle: ((id: string) => void) | undefined;
  onSelect: (id: string, on: boolean, range: boolean) => void;
  /** Changes a few fields of a card. */
  onChange: (card: Card, changes: Partial<Publishing>) => void;
  onOpen: (edited: Edited) => void;
  onHistory: (id: string) => void;
  onDuplicate: (row: Row) => void;
  /** Asks where a row, or its copy, is to go. */
  onAsk: (asked: Asked) => void;
  onDelete: (row: Row) => void;
  /** Moves a row within what holds it, by one. Left out while not all rows are shown. */
  onStep: ((row: Row, by: 1 | -1) => void) | undefined;
};

type TreeRowProps = { row: Row; term: string; phone: boolean; selected: boolean; now: Date; actions: RowActions };

/** A category, a section or a card, with what can be done with it. */
export const TreeRow = memo(function TreeRow({ row, term, phone, selected, now, actions }: TreeRowProps) {
  const title = titleOf(row);
  const { position, count, level } = row;
  const { id } = row.thing;
  const own = { level, id };
  const visibility = level === 3 ? visibilityOf(row.thing, now) : undefined;
  const { mayChange } = actions;
  const added = level === 3 || !mayChange ? undefined : ({ level: level === 1 ? 2 : 3, parentId: id } as const);
  const add = `Add ${level === 1 ? 'section' : 'card'}`;
  const step = (label: string, icon: typeof IconArrowUp, by: 1 | -1) =>
    actions.onStep && position + by >= 1 && position + by <= count
      ? [{ label, icon, onClick: () => actions.onStep?.(row, by) }]
      : [];
  const showHistory = { label: 'History', icon: IconHistory, onClick: () => actions.onHistory(id) };
  const changes = [
    { label: 'Edit', icon: IconPencil, onClick: () => actions.onOpen(own) },
    ...(added ? [{ label: add, icon: IconPlus, onClick: () => actions.onOpen(added) }] : []),
    ...(row.level === 3
      ? [
          {
            label: row.thing.isActive ? 'Deactivate' : 'Activate',
            icon: row.thing.isActive ? IconEyeOff : IconEye,
            onClick: () => actions.onChange(row.thing, { isActive: !row.thing.isActive }),
          },
          ...(visibility?.remedies ?? [])
            .filter(({ changes }) => changes.publishStatus)
            .map(({ label, changes }) => ({
              label,
              icon: IconSend,
              onClick: () => actions.onChange(row.thing, changes),
            })),
        ]
      : []),
    { label: 'Duplicate', icon: IconCopy, onClick: () => actions.onDuplicate(row) },
    {
      label: 'Duplicate to…',
      icon: IconCopyPlus,
      onClick: () => actions.onAsk({ rows: [row], action: 'duplicate' }),
    },
    ...step('Move up', IconArrowUp, -1),
    ...step('Move down', IconArrowDown, 1),
    { label: 'Move to…', icon: IconFolderSymlink, onClick: () => actions.onAsk({ rows: [row], action: 'move' }) },
    showHistory,
    { label: 'Delete', icon: IconTrash, danger: true, onClick: () => actions.onDelete(row) },
  ];
  const menu = <RowMenu name={`Actions for ${title}`} items={mayChange ? changes : [showHistory]} />;
  const edit = mayChange && (
    <ActionIcon
      visibleFrom="sm"
      aria-label={`Edit ${title}`}
      aria-haspopup="dialog"
      onClick={() => actions.onOpen(own)}
    >
      <IconPencil size={18} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  );
  if (row.level === 3) {
    const { thing } = row;
    const found = foundIn(thing, term) ?? thing.description;
    // On a phone there is room for it only where something is searched for.
    const line = [!phone && visibility?.line, found].filter(Boolean).join(' · ');
    return (
      <>
        {mayChange && (
          <div className={classes.check}>
            <Checkbox
              label={`Select ${title}`}
              checked={selected}
              onChange={(on, range) => actions.onSelect(thing.id, on, range)}
            />
          </div>
        )}
        <span
          className={classes.tint}
          style={{ background: thing.backgroundColor || undefined }}
          data-own-colour
          aria-hidden="true"
        />
        <div className={classes.card}>
          <div className={classes.lines}>
            <Link
              to="."
              search={((before: object) => ({ ...before, ...addressOf(own) })) as never}
              resetScroll={false}
              className={classes.title}
              title={title}
              aria-haspopup="dialog"
            >
              <Text span fw={500} lineClamp={linesOf(title, phone)}>
                <Marked text={title} term={term} />
              </Text>
            </Link>
            <Text size="xs" c="dimmed" truncate title={line} {...(!term && { visibleFrom: 'sm' })}>
              <Marked text={line} term={term} />
            </Text>
          </div>
          <span className={classes.badges}>
            {!thing.isActive && <StatusBadge state={activeState(false)} />}
            <StatusBadge state={publishState(thing, now)} />
          </span>
        </div>
        {edit}
        {menu}
      </>
    );
  }
  const held = row.level === 1 ? row.thing.sections.length : row.thing.cards.length;
  const Chevron = row.open ? IconChevronDown : IconChevronRight;
  return (
    <>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={row.open}
        aria-disabled={actions.onToggle ? undefined : true}
        onClick={() => actions.onToggle?.(row.thing.id)}
      >
        <Chevron size={18} stroke={1.8} aria-hidden="true" />
        <Text span inherit className={classes.name} lineClamp={2} lh="xs" title={title}>
          <Marked text={title} term={term} />
        </Text>
        <span className={classes.count}>
          {formatInteger(held)}
          <span className={classes.spoken}>
            {row.level === 1 ? ' section' : ' card'}
            {held !== 1 && 's'}
          </span>
        </span>
      </button>
      <Text size="xs" c="dimmed" truncate visibleFrom="sm" flex={1} miw={0}>
        <Marked text={row.thing.description} term={term} />
      </Text>
      {added && (
        <Button
          variant="subtle"
          size="xs"
          flex="none"
          visibleFrom="sm"
          aria-label={`${add} to ${title}`}
          aria-haspopup="dialog"
          leftSection={<IconPlus size={18} stroke={1.6} aria-hidden="true" />}
          onClick={() => actions.onOpen(added)}
        >
          {add}
        </Button>
      )}
      {edit}
      {menu}
    </>
  );
});
