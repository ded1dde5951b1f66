import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { history } from '#contract/history.ts';
import { listName } from '#contract/kinds.ts';
import { keyOf, query } from '#web/api/query.ts';
import type { Entity, Stored, Values } from '#web/entity/define-entity.tsx';
import { changed } from '#web/lib/field-diff.ts';
import { useWhileInUse } from '#web/lib/in-use.ts';

type Listed = Pick<Entity, 'kind' | 'parent' | 'routes' | 'tree' | 'shownBy'>;

/** The path to a kind's lists in a response: in a tree `categories`, `sections`, `cards`. */
const pathTo = ({ kind, parent, tree }: Listed): string[] => [
  ...(tree && parent ? pathTo(parent.entity) : []),
  listName(kind),
];

const thingsOf = (answer: unknown, entity: Listed) =>
  pathTo(entity).reduce((holders, name) => holders.flatMap((one) => one[name] as Values[]), [answer as Values]);

/**
 * The records of a kind as `data`; `filter` is the list's query, such as a parent. Nothing is requested until
 * `enabled`.
 */
export function useEntityList<Thing extends Stored>(entity: Entity<Thing>, filter: Values = {}, enabled = true) {
  const select = useCallback((answer: unknown) => thingsOf(answer, entity as unknown as Listed) as Thing[], [entity]);
  return useQuery({ ...query(entity.routes.list, filter), select, enabled });
}

/** The list query that would include a record with these values. */
export const filterFor = ({ scope }: Pick<Entity, 'scope'>, values: Values): Values =>
  scope === undefined || values[scope] === undefined ? {} : { [scope]: values[scope] };

/** Milliseconds between reloads of a list while one of its records is open. */
const watched = 20_000;

/** Reloads a list regularly while it is `on`, because a record in it is open and a colleague may have changed it. */
export const useWatched = ({ refetch }: Pick<UseQueryResult, 'refetch'>, on: boolean) =>
  useWhileInUse(() => void refetch({ cancelRefetch: false }), watched, on);

/** A response with a record replaced by its saved version. Undefined if the response does not contain the record. */
function replaced(answer: Values, [name = '', ...deeper]: string[], saved: Stored): Values | undefined {
  const things = answer[name] as Stored[];
  const next = things.map((one) =>
    deeper.length > 0 ? replaced(one, deeper, saved) : one.id === saved.id ? { ...one, ...saved } : undefined,
  );
  const isThere = next.some((one) => one !== undefined);
  return isThere ? { ...answer, [name]: things.map((one, at) => next[at] ?? one) } : undefined;
}

/** Updates the cached lists of a kind after a change. */
export function useEntityCache<Thing extends Stored>(entity: Entity<Thing>) {
  const client = useQueryClient();
  const { kind, routes, tree, shownBy = [] } = entity;
  return {
    /** Reloads the lists and the versions shown; after a failure too, because they may have been out of date. */
    refresh: () =>
      Promise.all(
        [routes.list, history.revisions, ...shownBy].map((route) =>
          client.invalidateQueries({ queryKey: keyOf(route) }),
        ),
      ),
    /**
     * Shows a record as just saved, without waiting for the lists. A new record's place in a tree is known only after a
     * reload.
     */
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
 * A list that keeps the record of this id in its last position, even if a colleague deletes it, because it is being
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
