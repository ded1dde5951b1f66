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
  IconAlertCircle,
  IconTrash,
} from '@tabler/icons-react';
import { Fragment, memo } from 'react';
import type { Card } from '#contract/lady-due.ts';
import { Link } from '@tanstack/react-router';
import type { VisibilityFields } from '#contract/lady-due-visibility.ts';
import { notReviewed, useReview } from '#web/entity/use-review.ts';
import { type Edited, searchFor } from '#web/features/lady-due/editor-address.ts';
import { foundIn } from '#web/features/lady-due/filter-tree.ts';
import classes from '#web/features/lady-due/lady-due.module.css';
import type { Asked } from '#web/features/lady-due/place-dialog.tsx';
import { titleLines } from '#web/features/lady-due/tree-list.tsx';
import { type TreeRowData, titleOf } from '#web/features/lady-due/tree-rows.ts';
import { visibilityOf } from '#web/features/lady-due/visibility.ts';
import { nearDate } from '#web/lib/dates.ts';
import { imageFor, isOwnImage } from '#web/lib/image-address.ts';
import { markText } from '#web/lib/mark-text.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
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
const publishState = ({ publishStatus, publishedAt }: Card, now: Date): BadgeState =>
  publishStatus === 'published'
    ? { word: 'Published', look: 'good', icon: IconCircleCheck }
    : publishStatus === 'scheduled'
      ? {
          word: publishedAt ? `Scheduled ${nearDate(publishedAt, now)}` : 'Scheduled',
          look: 'scheduled',
          icon: IconClock,
        }
      : { word: 'Draft', look: 'draft', icon: IconPencil };

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
  onHistory: (id: string) => void;
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

type TreeRowProps = {
  row: TreeRowData;
  term: string;
  phone: boolean;
  selected: Selection['all']['checked'];
  now: Date;
  actions: TreeRowActions;
};

/** A category, a section or a card, with its actions. */
export const TreeRow = memo(function TreeRow({ row, term, phone, selected, now, actions }: TreeRowProps) {
  const title = titleOf(row);
  const review = useReview(row.level === 3 ? 'card' : 'section', row.record.id);
  const { position, count, level } = row;
  const { id } = row.record;
  const own = { level, id };
  const visibility = level === 3 ? visibilityOf(row.record, now) : undefined;
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
    ...(row.level === 3 ? statusItems(row.record, actions) : []),
    { label: 'Duplicate', icon: IconCopy, onClick: () => actions.onDuplicate(row) },
    {
      label: 'Duplicate to…',
      icon: IconCopyPlus,
      onClick: () => actions.onAsk(row, 'duplicate'),
    },
    ...step('Move up', IconArrowUp, -1),
    ...step('Move down', IconArrowDown, 1),
    { label: 'Move to…', icon: IconFolderSymlink, onClick: () => actions.onAsk(row, 'move') },
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
    const { record } = row;
    const found = foundIn(record, term) ?? record.description;
    // On a phone there is room for it only during a search.
    const subtitle = [!phone && review === null && notReviewed, !phone && visibility?.subtitle, found]
      .filter(Boolean)
      .join(' · ');
    return (
      <>
        {mayChange && (
          <div className={classes.check}>
            <Checkbox
              label={`Select ${title}`}
              checked={selected}
              onChange={(on, range) => actions.onSelect(record.id, on, range)}
            />
          </div>
        )}
        <Tile card={record} />
        <div className={classes.card}>
          <div className={classes.lines}>
            <Link
              to="."
              search={((before: object) => ({ ...before, ...searchFor(own) })) as never}
              resetScroll={false}
              className={classes.title}
              title={title}
              aria-haspopup="dialog"
            >
              <Text span fw={500} lineClamp={titleLines(title, phone)}>
                <Marked text={title} term={term} />
              </Text>
            </Link>
            <Text size="xs" c="dimmed" truncate title={subtitle} {...(!term && { visibleFrom: 'sm' })}>
              <Marked text={subtitle} term={term} />
            </Text>
          </div>
          <span className={classes.badges}>
            {phone && review === null && (
              <IconAlertCircle
                style={{ alignSelf: 'center' }}
                size={16}
                stroke={1.6}
                color="var(--awa-warning)"
                role="img"
                aria-label={notReviewed}
              />
            )}
            {!record.isActive && <StatusBadge state={activeState(false)} />}
            <StatusBadge state={publishState(record, now)} />
          </span>
        </div>
        {edit}
        {menu}
      </>
    );
  }
  const children = row.level === 1 ? row.record.sections.length : row.record.cards.length;
  const cards = row.level === 1 ? row.record.sections.flatMap((one) => one.cards) : row.record.cards;
  const Chevron = row.open ? IconChevronDown : IconChevronRight;
  return (
    <>
      {mayChange && cards.length > 0 && (
        <div className={classes.check}>
          <Checkbox
            label={`Select all cards of ${title}`}
            checked={selected}
            onChange={(on) =>
              actions.onSelectAll(
                cards.map((card) => card.id),
                on,
              )
            }
          />
        </div>
      )}
      <button
        type="button"
        className={classes.toggle}
        data-toggle
        aria-expanded={row.open}
        aria-disabled={actions.onToggle ? undefined : true}
        onClick={() => actions.onToggle?.(row.record.id)}
      >
        <Chevron size={18} stroke={1.8} aria-hidden="true" />
        <Text span inherit className={classes.name} lineClamp={2} lh="xs" title={title}>
          <Marked text={title} term={term} />
        </Text>
        <span className={classes.count}>
          {formatInteger(children)}
          <span className={classes.spoken}>
            {row.level === 1 ? ' section' : ' card'}
            {children !== 1 && 's'}
          </span>
        </span>
      </button>
      <Text size="xs" c="dimmed" truncate visibleFrom="sm" flex={1} miw={0}>
        <Marked text={row.record.description} term={term} />
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
