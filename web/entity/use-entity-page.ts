import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { maxBulk } from '#contract/common.ts';
import type { Entity, Stored, Values } from '#web/entity/define-entity.tsx';
import { useDeleteQuestion } from '#web/entity/use-delete-question.tsx';
import { useEntityAddress } from '#web/entity/use-entity-address.ts';
import { useEntityList } from '#web/entity/use-entity-list.ts';
import { useEntityOrder } from '#web/entity/use-entity-order.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { useWhilePresent } from '#web/lib/presence.ts';
import { useSelection } from '#web/lib/use-selection.ts';

/** Milliseconds after which the list is asked for again while a thing of it is open: somebody may have changed it. */
const watched = 20_000;

export type EntityPageParts<Thing extends Stored, Form extends Values> = ReturnType<typeof useEntityPage<Thing, Form>>;

/**
 * What a page of a kind works with: the list in its order, what of it is open, what is selected, and the question before
 * one is deleted. Of a kind that another one holds it is the list of one parent.
 */
export function useEntityPage<Thing extends Stored, Form extends Values>(entity: Entity<Thing, Form>) {
  const parent = useParent(entity);
  const list = useEntityList(entity, parent?.given, !parent || parent.id !== undefined);
  const { things, move, error: orderError } = useEntityOrder(entity, list.data, parent?.id);
  const address = useEntityAddress(entity);
  useWhilePresent(() => void list.refetch({ cancelRefetch: false }), watched, address.id !== undefined);
  const deletion = useDeleteQuestion(entity, ({ id }) => {
    if (id === address.id) address.show({}, { left: true, replace: true });
  });
  const [refused, setRefused] = useState<ShownFailure>();
  const { keys, ...selection } = useSelection(maxBulk);
  const selected = useMemo(() => new Set(things?.flatMap(({ id }) => (keys.has(id) ? [id] : []))), [things, keys]);
  return {
    entity,
    parent,
    /** The call whose failure the list shows: without a parent nothing of the kind is asked for. */
    list: parent && parent.id === undefined ? parent.list : list,
    things,
    move,
    orderError,
    address,
    deletion,
    /** Why a field was not changed from a row. */
    refused,
    setRefused,
    /** What was deleted meanwhile is not selected any more. */
    selection: { ...selection, keys: selected },
  };
}

/** Whose things are shown: those of the parent in the address, else of the first one. */
function useParent<Thing extends Stored, Form extends Values>(entity: Entity<Thing, Form>) {
  const { parent } = entity;
  const search = useSearch({ strict: false }) as Values;
  const navigate = useNavigate();
  const list = useEntityList(parent?.entity ?? (entity as unknown as Entity), {}, parent !== undefined);
  if (!parent) return undefined;
  const { kind } = parent.entity;
  const id = (search[kind] as string | undefined) ?? list.data?.[0]?.id;
  return {
    ...parent,
    list,
    id,
    /** What a thing of this parent has in its field for the parent. */
    given: id === undefined ? {} : { [parent.field]: id },
    /** Shows the things of another parent, or the one that was just saved for it. */
    choose: (next: string, saved?: string) =>
      void navigate({
        to: '.',
        search: { [kind]: next, [entity.kind]: saved } as never,
        ignoreBlocker: saved !== undefined,
        resetScroll: false,
      }),
  };
}
