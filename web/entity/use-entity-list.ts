import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { history } from '#contract/history.ts';
import { listName } from '#contract/kinds.ts';
import { keyOf, query } from '#web/api/query.ts';
import type { Entity, Stored, Values } from '#web/entity/define-entity.tsx';
import { changed } from '#web/lib/field-diff.ts';
import { useWhileInUse } from '#web/lib/in-use.ts';

type Listed = Pick<Entity, 'kind' | 'parent' | 'routes' | 'tree' | 'shownBy'>;

/** The lists that lead to the things of a kind in an answer: in a tree `categories`, `sections`, `cards`. */
const pathTo = ({ kind, parent, tree }: Listed): string[] => [
  ...(tree && parent ? pathTo(parent.entity) : []),
  listName(kind),
];

const thingsOf = (answer: unknown, entity: Listed) =>
  pathTo(entity).reduce((holders, name) => holders.flatMap((one) => one[name] as Values[]), [answer as Values]);

/**
 * The things of a kind, as `data`; with a filter those of a parent, or what else its list takes. They are not asked for
 * until they are `enabled`.
 */
export function useEntityList<Thing extends Stored>(entity: Entity<Thing>, filter: Values = {}, enabled = true) {
  const select = useCallback((answer: unknown) => thingsOf(answer, entity as unknown as Listed) as Thing[], [entity]);
  return useQuery({ ...query(entity.routes.list, filter), select, enabled });
}

/** What the call of the list takes in which a thing with these values stands. */
export const filterFor = ({ scope }: Pick<Entity, 'scope'>, values: Values): Values =>
  scope === undefined || values[scope] === undefined ? {} : { [scope]: values[scope] };

/** Milliseconds after which a list is asked for again while a thing of it is open. */
const watched = 20_000;

/** Asks again and again for a list while it is `on`, because a thing of it is open: somebody may have changed that. */
export const useWatched = ({ refetch }: Pick<UseQueryResult, 'refetch'>, on: boolean) =>
  useWhileInUse(() => void refetch({ cancelRefetch: false }), watched, on);

/** An answer with a thing in it as it was saved. Undefined where it has no such thing yet. */
function replaced(answer: Values, [name = '', ...deeper]: string[], saved: Stored): Values | undefined {
  const things = answer[name] as Stored[];
  const next = things.map((one) =>
    deeper.length > 0 ? replaced(one, deeper, saved) : one.id === saved.id ? { ...one, ...saved } : undefined,
  );
  const isThere = next.some((one) => one !== undefined);
  return isThere ? { ...answer, [name]: things.map((one, at) => next[at] ?? one) } : undefined;
}

/** Brings the lists of a kind up to date after a change. */
export function useEntityCache<Thing extends Stored>(entity: Entity<Thing>) {
  const client = useQueryClient();
  const { kind, routes, tree, shownBy = [] } = entity;
  return {
    /** Asks again for the lists and the versions that are shown. After a failure too, because they may have been old. */
    refresh: () =>
      Promise.all(
        [routes.list, history.revisions, ...shownBy].map((route) =>
          client.invalidateQueries({ queryKey: keyOf(route) }),
        ),
      ),
    /** Shows a thing as it was just saved, without waiting for the lists. Where a new one stands in a tree, only they say. */
    show: (saved: Thing) => {
      const path = pathTo(entity);
      for (const [key, answer] of client.getQueriesData<Values>({ queryKey: keyOf(routes.list) })) {
        const filter = key[1] as Values;
        if (!answer || (!tree && Object.keys(changed(saved, filter)).length > 0)) continue;
        const list = listName(kind);
        const things = answer[list] as Stored[];
        const added = tree ? undefined : { ...answer, [list]: routes.order ? [...things, saved] : [saved, ...things] };
        client.setQueryData(key, replaced(answer, path, saved) ?? added ?? answer);
      }
    },
  };
}

/**
 * A list in which the thing of this id stays in its position, as last seen, also when somebody deletes it: it is being
 * edited here.
 */
export function useSteadyList<Thing extends { id: string }>(
  things: readonly Thing[] | undefined,
  id: string | undefined,
) {
  const index = things?.findIndex((one) => one.id === id) ?? -1;
  const thing = things?.[index];
  const [seen, setSeen] = useState({ thing, index });
  if (thing && (thing !== seen.thing || index !== seen.index)) setSeen({ thing, index });
  if (thing || !things || !seen.thing || seen.thing.id !== id) return { thing, things };
  return {
    thing: seen.thing,
    things: [...things.slice(0, seen.index), seen.thing, ...things.slice(seen.index)],
  };
}
