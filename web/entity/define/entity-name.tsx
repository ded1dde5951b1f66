import { capital } from '#contract/kinds.ts';
import { CallError } from '#web/api/call.ts';
import type { Entity, Stored } from '#web/entity/define/entity.ts';
import { useLastKnown } from '#web/entity/define/last-change.tsx';
import { useEntityList } from '#web/entity/define/use-entity-list.ts';

type EntityNameProps = { entity: Entity; id: string };

/**
 * The title of a record of which only the id is known, even after its deletion. A tree's list is never loaded for it.
 */
export function EntityName({ entity, id }: EntityNameProps) {
  const { data } = useEntityList(entity, {}, !entity.tree);
  const listed = data?.find((one) => one.id === id);
  const { fields, error } = useLastKnown(entity.kind, entity.tree || (data && !listed) ? id : undefined);
  const record = listed ?? fields;
  if (record) return entity.title(record as Stored);
  const isGone = error instanceof CallError && error.status === 404;
  return isGone ? `${capital(entity.one)} that no longer exists` : '…';
}
