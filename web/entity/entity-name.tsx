import { capital } from '#contract/kinds.ts';
import type { Entity } from '#web/entity/define-entity.tsx';
import { useEntityList } from '#web/entity/use-entity-list.ts';

type EntityNameProps = { entity: Entity; id: string };

/** What people call the thing of this id, where only the id is known. */
export function EntityName({ entity, id }: EntityNameProps) {
  const { data } = useEntityList(entity);
  const thing = data?.find((one) => one.id === id);
  if (thing) return entity.title(thing);
  return data ? `${capital(entity.one)} that no longer exists` : '…';
}
