import { useMemo, useState } from 'react';
import { maxBulk } from '#contract/common.ts';
import { useMay } from '#web/api/may.ts';
import type { Entity, Stored, Values } from '#web/entity/define-entity.tsx';
import { useDeleteQuestion } from '#web/entity/use-delete-question.tsx';
import { useEntityAddress } from '#web/entity/use-entity-address.ts';
import { useEntityList, useWatched } from '#web/entity/use-entity-list.ts';
import { useEntityOrder } from '#web/entity/use-entity-order.ts';
import { useEntityScope } from '#web/entity/use-entity-scope.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { useSelection } from '#web/lib/use-selection.ts';

const none: never[] = [];

export type EntityPageParts<Thing extends Stored, Form extends Values> = ReturnType<typeof useEntityPage<Thing, Form>>;

/**
 * What a page of a kind works with: the list in its order, what of it is open, what is selected, and the question before
 * one is deleted. Of a kind that another one holds it is the list of one parent, and of one that stands in order within a
 * choice that of one choice.
 */
export function useEntityPage<Thing extends Stored, Form extends Values>(entity: Entity<Thing, Form>) {
  const scope = useEntityScope(entity);
  const list = useEntityList(entity, scope?.given, !scope || scope.id !== undefined);
  const stored = scope?.missing ? none : list.data;
  const { things, move, error: orderError } = useEntityOrder(entity, stored, scope?.id);
  const address = useEntityAddress(entity);
  useWatched(list, address.id !== undefined);
  const deletion = useDeleteQuestion(entity, ({ id }) => {
    if (id === address.id) address.closeDeleted();
  });
  const [refused, setRefused] = useState<ShownFailure>();
  const { keys, ...selection } = useSelection(maxBulk);
  const selected = useMemo(() => new Set(things?.flatMap(({ id }) => (keys.has(id) ? [id] : []))), [things, keys]);
  const may = useMay();
  const { routes } = entity;
  return {
    entity,
    /** What the role of the person includes, of what can be done with the kind. */
    may: {
      create: may(routes.create),
      update: may(routes.update),
      remove: may(routes.remove),
      order: may(routes.order),
      bulk: may(routes.bulk),
    },
    scope,
    /** The call whose failure the list shows: until it is known whose things they are, that of the choices. */
    list: scope && scope.id === undefined ? scope.list : list,
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
