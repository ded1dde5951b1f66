import { ActionIcon, Box, Flex, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconPencil, type Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Children, type ReactNode } from 'react';
import { type Stored, type Values, headingOf } from '#web/entity/define/entity.ts';
import classes from '#web/entity/list/entity-row.module.css';
import { notApproved, useLacksApproval } from '#web/entity/approvals/use-approval.ts';
import type { RecordProps } from '#web/entity/list/use-entity-page.ts';
import { useQuickChanges } from '#web/entity/list/use-quick-changes.ts';
import { giveFocus } from '#web/lib/focus.ts';
import { linkHere } from '#web/lib/search-here.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { RowDelete } from '#web/ui/row-actions.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { activeState, StatusBadge } from '#web/ui/status-badge.tsx';

/** The content of a row below its title. */
export type RowContent = {
  /** 44 px wide. */
  picture?: ReactNode;
  /** Lines of facts. Overlong text is cut. */
  lines: readonly (readonly ReactNode[])[];
};

type EntityRowProps<R extends Stored, Form extends Values> = RecordProps<R, Form> & {
  content: RowContent;
  /** The index in the list, from 0. */
  index: number;
  count: number;
  /** Left out while the order cannot be changed. */
  onMove: ((index: number) => void) | undefined;
  /** Left out when there are no bulk actions. */
  selection: Selection | undefined;
};

/**
 * A record in its list: a click anywhere on the row opens it. Its actions are at the end; on phones, and where the
 * panel leaves little room, they are in a menu.
 */
export function EntityRow<R extends Stored, Form extends Values>(props: EntityRowProps<R, Form>) {
  const { page, record, content, index, count, onMove, selection } = props;
  const { entity, may, address, deletion } = page;
  const { picture, lines } = content;
  const state = entity.active ? activeState(Boolean(record[entity.active])) : undefined;
  const { id } = record;
  const phone = usePhone();
  const narrow = useMediaQuery('(min-width: 64em) and (max-width: 79.99em)', false, { getInitialValueInEffect: false });
  const title = entity.title(record);
  const menus = useQuickChanges(page, record);
  const isNotApproved = useLacksApproval(entity.kind, id);
  const move = (label: string, icon: Icon, to: number) =>
    onMove && to >= 0 && to < count ? [{ label, icon, onClick: () => onMove(to) }] : [];
  const words = [...(isNotApproved ? [notApproved] : []), ...(phone && state ? [state.word] : [])];
  // A phone has no room for three facts in one line.
  const [whole, shared] = phone && isNotApproved ? [lines, []] : [lines.slice(0, -1), lines.at(-1) ?? []];
  const shown = words.length > 0 ? [...whole, [...shared, ...words]] : lines;
  return (
    <>
      {selection && (
        <div className={classes.check}>
          <Checkbox
            label={`Select ${title}`}
            checked={selection.keys.has(id)}
            onChange={(on, range) => selection.selectRange(id, on, range)}
          />
        </div>
      )}
      {picture}
      <Box flex={1} miw={0}>
        <Link
          className={classes.title}
          data-covers
          title={title}
          {...linkHere({ [entity.kind]: id, form: undefined, history: undefined })}
          // The record is already shown: its heading gets the focus.
          onClick={() => address.id === id && giveFocus(document.getElementById(headingOf(record)))}
        >
          {title}
        </Link>
        {Children.toArray(shown.map((facts) => <Line facts={facts} />))}
      </Box>
      {!phone && state && <StatusBadge state={state} />}
      {phone || narrow ? (
        <div className={classes.menu}>
          <RowMenu
            {...menus.all([...move('Move up', IconArrowUp, index - 1), ...move('Move down', IconArrowDown, index + 1)])}
          />
        </div>
      ) : (
        <Flex flex="none" align="center" className={classes.actions}>
          {may.update && (
            <ActionIcon size="sm" aria-label={`Edit ${title}`} onClick={() => address.edit(record)}>
              <IconPencil size={18} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
          )}
          {may.remove && <RowDelete name={`Delete ${title}`} onClick={() => deletion.ask(record)} />}
          {menus.menuChoices.items.length > 0 && <RowMenu {...menus.menuChoices} />}
        </Flex>
      )}
    </>
  );
}

const Line = ({ facts }: { facts: readonly ReactNode[] }) => (
  <Text size="xs" c="dimmed" className={classes.line}>
    {Children.map(facts, (fact) => fact && <span title={typeof fact === 'string' ? fact : undefined}>{fact}</span>)}
  </Text>
);
