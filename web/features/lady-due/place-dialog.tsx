import { Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFolder, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { fold } from '#contract/fold.ts';
import { parentOf } from '#contract/kinds.ts';
import { type CategoryTree, ladyDueApi, type TrackingMode } from '#contract/lady-due.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { failureOf, query } from '#web/api/query.ts';
import type { Place } from '#web/features/lady-due/tree-places.ts';
import { rowsOf, type TreeRowData, titleOf } from '#web/features/lady-due/tree-rows.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { counted } from '#web/lib/numbers.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { ListStates } from '#web/ui/list-states.tsx';

/** The records to move or copy: a row, or several cards in the order of the tree. */
export type Asked = { rows: readonly [TreeRowData, ...TreeRowData[]]; action: 'move' | 'duplicate' };

type PlaceDialogProps = {
  opened: boolean;
  /** Undefined while it is closed. */
  asked: Asked | undefined;
  mode: TrackingMode;
  /** A copy is being made. */
  busy: boolean;
  failed: ShownFailure | undefined;
  onChoose: (asked: Asked, place: Place) => void;
  onClose: () => void;
};

const named = ([row, ...more]: Asked['rows']) =>
  more.length > 0 ? counted(more.length + 1, 'card') : `“${titleOf(row)}”`;

type Target = { place: Place; name: string; within?: string | undefined };

const modes = Object.entries(trackingModes).map(([value, label]) => ({ value: value as TrackingMode, label }));

/** The places in the tree of a mode where rows, or a copy, can go. */
function targetsIn(categories: readonly CategoryTree[], { rows, action }: Asked, mode: TrackingMode): Target[] {
  const [row] = rows;
  if (row.kind === 'category' && row.parentId !== mode) {
    return [{ place: { parentId: mode, index: categories.length }, name: `At the end of ${trackingModes[mode]}` }];
  }
  if (row.kind === 'category') {
    const others = categories.filter(({ id }) => id !== row.record.id);
    const after = others.map(({ name }, at) => ({ place: { parentId: mode, index: at + 1 }, name: `After ${name}` }));
    return [{ place: { parentId: mode, index: 0 }, name: 'First' }, ...after].filter(
      ({ place }) => place.index !== row.position - 1,
    );
  }
  const all = rowsOf(categories);
  const titles = new Map(all.map((one) => [one.record.id, titleOf(one)]));
  const holders = all.filter(({ kind }) => kind === parentOf(row.kind));
  const isElsewhere = ({ record: { id } }: TreeRowData) => rows.some(({ parentId }) => parentId !== id);
  return holders
    .filter((holder) => action === 'duplicate' || isElsewhere(holder))
    .map((holder) => ({
      place: { parentId: holder.record.id, index: holder.children.length },
      name: titleOf(holder),
      within: titles.get(holder.parentId),
    }));
}

/** Asks for the new place of rows, or of a copy of one: the mode, and then the category or section. */
export function PlaceDialog({ opened, asked, busy, onClose, ...rest }: PlaceDialogProps) {
  const [last, setLast] = useState(asked);
  if (asked && asked !== last) setLast(asked);
  return (
    <Modal
      opened={opened && last !== undefined}
      onClose={busy ? () => undefined : onClose}
      title={last && `${last.action === 'move' ? 'Move' : 'Duplicate'} ${named(last.rows)} to…`}
      size="32rem"
    >
      {last && <Places {...rest} asked={last} busy={busy} />}
    </Modal>
  );
}

type PlacesProps = Pick<PlaceDialogProps, 'mode' | 'busy' | 'failed' | 'onChoose'> & { asked: Asked };

function Places({ asked, mode: from, busy, failed, onChoose }: PlacesProps) {
  const { rows, action } = asked;
  const [row] = rows;
  const [mode, setMode] = useState(from);
  const [text, setText] = useState('');
  const copiesCategory = row.kind === 'category' && action === 'duplicate';
  const list = useQuery({ ...query(ladyDueApi.categories.list, { trackingMode: mode }), enabled: !copiesCategory });
  const all: Target[] | undefined = copiesCategory
    ? modes.map(({ value, label }) => ({ place: { parentId: value, index: 0 }, name: label }))
    : list.data && targetsIn(list.data.categories, asked, mode);
  const wanted = fold(text.trim());
  const targets = all?.filter(({ name, within = '' }) => fold(`${name}\n${within}`).includes(wanted));
  return (
    <Stack gap="sm">
      {!copiesCategory && (
        <Select
          label="Tracking mode"
          data={modes}
          value={mode}
          allowDeselect={false}
          onChange={(next) => next && setMode(next)}
        />
      )}
      {!copiesCategory && (
        <TextInput
          type="search"
          aria-label="Search places"
          placeholder="Search places"
          leftSection={<IconSearch size={18} stroke={1.6} aria-hidden="true" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
      )}
      {failed && <InlineFailure failed={failed} />}
      <ListStates
        {...failureOf(list)}
        rows={targets}
        skeleton={{ shape: 'text', rows: 4, label: 'Loading places' }}
        empty={{
          icon: IconFolder,
          title: 'There is no other place',
          sentence: `Choose another tracking mode, or add a ${parentOf(row.kind) ?? 'category'} first.`,
        }}
        noMatch={
          wanted === ''
            ? undefined
            : { title: `Nothing matches “${text.trim()}”`, sentence: 'Accents and capital letters don’t matter.' }
        }
      >
        {(places) => (
          <ul aria-label="Places" style={{ maxHeight: '50vh', overflowY: 'auto' }}>
            {places.map(({ place, name, within }) => (
              <li key={`${place.parentId} ${place.index}`}>
                <Button
                  variant="subtle"
                  fullWidth
                  justify="flex-start"
                  h="auto"
                  mih="2.75rem"
                  py="0.375rem"
                  disabled={busy}
                  styles={{ label: { flexDirection: 'column', alignItems: 'flex-start', whiteSpace: 'normal' } }}
                  onClick={() => onChoose(asked, place)}
                >
                  <Text span fw={500} ta="start">
                    {name}
                  </Text>
                  {within && (
                    <Text span size="xs" c="dimmed" ta="start">
                      {within}
                    </Text>
                  )}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </Stack>
  );
}
