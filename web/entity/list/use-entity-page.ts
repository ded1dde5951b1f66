import { useState } from 'react';
import { usePermission } from '#web/api/permissions.ts';
import type { Entity, Stored, Values } from '#web/entity/define/entity.ts';
import { useRecordDeletion } from '#web/entity/list/use-record-deletion.tsx';
import { useEntityAddress } from '#web/entity/list/use-entity-address.ts';
import { useEntityList, useWatched } from '#web/entity/define/use-entity-list.ts';
import { useEntityOrder } from '#web/entity/list/use-entity-order.ts';
import { useEntityScope } from '#web/entity/list/use-entity-scope.ts';
import type { ShownFailure } from '#web/lib/failure.ts';

const none: never[] = [];

export type EntityPageParts<R extends Stored, Form extends Values> = ReturnType<typeof useEntityPage<R, Form>>;

/** The props of a component that shows one record of a page. */
export type RecordProps<R extends Stored, Form extends Values> = { page: EntityPageParts<R, Form>; record: R };

/**
 * The state of a kind's page: the list in its order, the open record, and the delete question. The list
 * is limited to one parent, or to one choice when the records are ordered within a choice.
 */
export function useEntityPage<R extends Stored, Form extends Values>(entity: Entity<R, Form>) {
  const scope = useEntityScope(entity);
  const list = useEntityList(entity, scope?.given, !scope || scope.id !== undefined);
  const stored = scope?.missing ? none : list.data;
  const { records, move, error: orderError } = useEntityOrder(entity, stored, scope?.id);
  const address = useEntityAddress(entity);
  useWatched(list, address.id !== undefined);
  const deletion = useRecordDeletion(entity, ({ id }) => {
    if (id === address.id) address.closeDeleted();
  });
  const [refused, setRefused] = useState<ShownFailure>();
  const may = usePermission();
  const { routes } = entity;
  return {
    entity,
    /** The actions on the kind that the account's role includes. */
    may: {
      create: may(routes.create),
      update: may(routes.update),
      remove: may(routes.remove),
      order: may(routes.order),
      bulk: may(routes.bulk),
    },
    scope,
    /** The query whose failure the list shows; until the scope is known, the query for its choices. */
    list: scope && scope.id === undefined ? scope.list : list,
    records,
    move,
    orderError,
    address,
    deletion,
    /** Why a change from a row failed. */
    refused,
    setRefused,
  };
}
