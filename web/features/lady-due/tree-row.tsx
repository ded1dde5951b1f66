import { ActionIcon, Button, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconAlertCircle,
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
import { type VisibilityFields, isOver } from '#contract/lady-due-visibility.ts';
import { notApproved, useLacksApproval } from '#web/entity/approvals/use-approval.ts';
import { type Edited, searchFor } from '#web/features/lady-due/editor-address.ts';
import { foundIn } from '#web/features/lady-due/filter-tree.ts';
import classes from '#web/features/lady-due/lady-due.module.css';
import type { Asked } from '#web/features/lady-due/place-dialog.tsx';
import { isUnshown, titleLines } from '#web/features/lady-due/tree-list.tsx';
import { type TreeRowData, titleOf } from '#web/features/lady-due/tree-rows.ts';
import { visibilityOf } from '#web/features/lady-due/visibility.ts';
import { nearDate } from '#web/lib/dates.ts';
import { imageFor, isOwnImage } from '#web/lib/image-address.ts';
import { linkHere } from '#web/lib/search-here.ts';
import { markText } from '#web/lib/mark-text.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { CountBadge } from '#web/ui/count-badge.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { activeState, StatusBadge, type BadgeState } from '#web/ui/status-badge.tsx';

/** A text with its search matches marked. */
const Marked = ({ text, term }: { text: string; term: string }) =>
  markText(text, term).map((part, index) =>
    // The parts of a text have no key but their index.
    // oxlint-disable-next-line react/no-array-index-key
    part.marked ? <mark key={index}>{part.text}</mark> : <Fragment key={index}>{part.text}</Fragment>,
  );

/** The badge of a card: draft, published, or its scheduled time. */
const publishState = ({ publishStatus, publishedAt, shownUntil }: Card, now: Date): BadgeState =>
  publishStatus === 'published'
    ? isOver({ shownUntil }, now.toISOString())
      ? { word: 'Ended', look: 'draft', icon: IconClock }
      : { word: 'Published', look: 'good', icon: IconCircleCheck }
    : publishStatus === 'scheduled'
      ? {
          word: publishedAt ? `Scheduled ${nearDate(publishedAt, now)}` : 'Scheduled',
          look: 'scheduled',
          icon: IconClock,
        }
      : { word: 'Draft', look: 'draft', icon: IconPencil };

/** The badge of a card whose saved words the app does not show. */
const changesWaiting: BadgeState = { word: 'Changes not shown', look: 'warning', icon: IconPencil };

/** The badge of a card whose saved words follow later. */
const nextWords = (from: string, now: Date): BadgeState => ({
  word: `New words ${nearDate(from, now)}`,
  look: 'scheduled',
  icon: IconClock,
});

export type TreeRowActions = {
  /** The role may change content; otherwise it is read-only. */
  mayChange: boolean;
  onToggle: ((id: string) => void) | undefined;
  onSelect: (id: string, on: boolean, range: boolean) => void;
  /** Selects several cards. */
  onSelectAll: (ids: readonly string[], on: boolean) => void;
  /** Changes a few fields of a card. */
  onChange: (card: Card, changes: Partial<VisibilityFields>) => void;
  /** Asks for the publishing time of a card. */
  onSchedule: (card: Card) => void;
  onOpen: (edited: Edited) => void;
  onHistory: (record: { id: string }) => void;
  onDuplicate: (row: TreeRowData) => void;
  /** Asks for the new place of a row, or of its copy. */
  onAsk: (row: TreeRowData, action: Asked['action']) => void;
  onDelete: (row: TreeRowData) => void;
  /** Moves a row by one within its parent. Left out while some rows are hidden. */
  onStep: ((row: TreeRowData, by: 1 | -1) => void) | undefined;
};

/** The row menu's items that change when the app shows a card. */
function statusItems(card: Card, { onChange, onSchedule }: TreeRowActions) {
  const { isActive, publishStatus } = card;
  const isPublished = publishStatus === 'published';
  return [
    ...(isPublished
      ? []
      : [
          { label: 'Publish', icon: IconSend, onClick: () => onChange(card, { publishStatus: 'published' }) },
          { label: 'Schedule…', icon: IconClock, onClick: () => onSchedule(card) },
        ]),
    ...(publishStatus === 'draft'
      ? []
      : [{ label: 'Make a draft', icon: IconPencil, onClick: () => onChange(card, { publishStatus: 'draft' }) }]),
    {
      label: isActive ? 'Deactivate' : 'Activate',
      icon: isActive ? IconEyeOff : IconEye,
      onClick: () => onChange(card, { isActive: !isActive }),
    },
  ];
}

/** The side of a tile, in pixels. */
const tile = 32;

/** The picture of a card, or else its colour. */
const Tile = ({ card: { headerImageUrl: image, backgroundColor } }: { card: Card }) => (
  <span
    className={classes.tint}
    style={{ background: backgroundColor || undefined }}
    data-own-colour
    aria-hidden="true"
  >
    {isOwnImage(image) && <img src={imageFor(image, tile)} alt="" width={tile} height={tile} loading="lazy" />}
  </span>
);

/** The kind of the records in a category or a section. */
const childKinds = { category: 'section', section: 'card', card: undefined } as const;

/** The items of a row's menu. */
function itemsOf(row: TreeRowData, actions: TreeRowActions) {
  const { kind, record, position, count } = row;
  const showHistory = { label: 'History', icon: IconHistory, onClick: () => actions.onHistory(record) };
  if (!actions.mayChange) return [showHistory];
  const child = childKinds[kind];
  const step = (label: string, icon: Icon, by: 1 | -1) =>
    actions.onStep && position + by >= 1 && position + by <= count
      ? [{ label, icon, onClick: () => actions.onStep?.(row, by) }]
      : [];
  return [
    { label: 'Edit', icon: IconPencil, onClick: () => actions.onOpen({ kind, id: record.id }) },
    ...(child
      ? [{ label: `Add ${child}`, icon: IconPlus, onClick: () => actions.onOpen({ kind: child, parentId: record.id }) }]
      : []),
    ...(kind === 'card' ? statusItems(record, actions) : []),
    { label: 'Duplicate', icon: IconCopy, onClick: () => actions.onDuplicate(row) },
    { label: 'Duplicate to…', icon: IconCopyPlus, onClick: () => actions.onAsk(row, 'duplicate') },
    ...step('Move up', IconArrowUp, -1),
    ...step('Move down', IconArrowDown, 1),
    { label: 'Move to…', icon: IconFolderSymlink, onClick: () => actions.onAsk(row, 'move') },
    showHistory,
    { label: 'Delete', icon: IconTrash, danger: true, onClick: () => actions.onDelete(row) },
  ];
}

type TreeRowProps = {
  row: TreeRowData;
  term: string;
  phone: boolean;
  selected: Selection['all']['checked'];
  now: Date;
  actions: TreeRowActions;
};

/** A category, a section or a card, with its actions. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { row, selected, actions } = props;
  const { kind, cards, record } = row;
  const title = titleOf(row);
  const isCard = kind === 'card';
  return (
    <>
      {actions.mayChange && cards.length > 0 && (
        <div className={classes.check}>
          <Checkbox
            label={isCard ? `Select ${title}` : `Select all cards of ${title}`}
            checked={selected}
            onChange={(on, range) =>
              isCard
                ? actions.onSelect(record.id, on, range)
                : actions.onSelectAll(
                    cards.map(({ id }) => id),
                    on,
                  )
            }
          />
        </div>
      )}
      {isCard ? <CardParts {...props} card={record} /> : <ParentParts {...props} />}
      {actions.mayChange && (
        <ActionIcon
          visibleFrom="sm"
          aria-label={`Edit ${title}`}
          aria-haspopup="dialog"
          onClick={() => actions.onOpen({ kind, id: record.id })}
        >
          <IconPencil size={18} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      )}
      <RowMenu name={`Actions for ${title}`} items={itemsOf(row, actions)} />
    </>
  );
});

/** The words of a card that the app does not show yet: those that follow at a time, and those that wait. */
const unshownWords = ({ hasChanges, next }: Card, now: Date) => [
  ...(next ? [nextWords(next.from, now)] : []),
  ...(hasChanges ? [changesWaiting] : []),
];

function CardParts({ card, term, phone, now }: TreeRowProps & { card: Card }) {
  const { id, title } = card;
  const isNotApproved = useLacksApproval('card', id);
  const found = foundIn(card, term) ?? card.description;
  const unshown = unshownWords(card, now);
  const { shown, subtitle: place } = visibilityOf(card, now);
  const state = [
    ...unshown.slice(1).map(({ word }) => word),
    ...(isNotApproved ? [notApproved] : []),
    shown && isUnshown(card) ? 'In the app with earlier words' : place,
  ];
  // On a phone there is room for the text only during a search, and no room for a badge.
  const parts = phone ? [...unshown.map(({ word }) => word), term && found] : [...state, found];
  const subtitle = parts.filter(Boolean).join(' · ');
  return (
    <>
      <Tile card={card} />
      <div className={classes.card}>
        <div className={classes.lines}>
          <Link
            {...linkHere(searchFor({ kind: 'card', id }))}
            className={classes.title}
            title={title}
            aria-haspopup="dialog"
          >
            <Text span fw={500} lineClamp={titleLines(title, phone)}>
              <Marked text={title} term={term} />
            </Text>
          </Link>
          <Text size="xs" c="dimmed" truncate title={subtitle}>
            <Marked text={subtitle} term={term} />
          </Text>
        </div>
        <Group gap={6} wrap="nowrap" flex="none">
          {phone && isNotApproved && (
            <IconAlertCircle size={18} color="var(--awa-warning)" role="img" aria-label={notApproved} />
          )}
          {!phone && unshown[0] && <StatusBadge state={unshown[0]} />}
          {!card.isActive && <StatusBadge state={activeState(false)} />}
          <StatusBadge state={publishState(card, now)} />
        </Group>
      </div>
    </>
  );
}

/** Of a category or a section: its name, which opens and closes it, and Add. */
function ParentParts({ row, term, actions }: TreeRowProps) {
  const { kind, record, open, children } = row;
  const { mayChange, onToggle, onOpen } = actions;
  const title = titleOf(row);
  const child = childKinds[kind];
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <>
      <UnstyledButton
        className={classes.toggle}
        data-toggle
        aria-expanded={open}
        aria-disabled={onToggle ? undefined : true}
        onClick={() => onToggle?.(record.id)}
      >
        <Chevron size={18} stroke={1.8} aria-hidden="true" />
        <Text
          span
          fz={kind === 'category' ? 'md' : 'sm'}
          fw={kind === 'section' ? 500 : 600}
          lineClamp={2}
          lh="xs"
          title={title}
        >
          <Marked text={title} term={term} />
        </Text>
        <CountBadge>
          {formatInteger(children.length)}
          <VisuallyHidden>
            {` ${child}`}
            {children.length !== 1 && 's'}
          </VisuallyHidden>
        </CountBadge>
      </UnstyledButton>
      <Text size="xs" c="dimmed" truncate visibleFrom="sm" flex={1} miw={0}>
        <Marked text={record.description} term={term} />
      </Text>
      {mayChange && child && (
        <Button
          variant="subtle"
          size="xs"
          flex="none"
          visibleFrom="sm"
          aria-label={`Add ${child} to ${title}`}
          aria-haspopup="dialog"
          leftSection={<IconPlus size={18} stroke={1.6} aria-hidden="true" />}
          onClick={() => onOpen({ kind: child, parentId: record.id })}
        >
          Add {child}
        </Button>
      )}
    </>
  );
}
