import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { historyRoutes } from '#contract/history.ts';
import { listName } from '#contract/kinds.ts';
import { keyOf, query } from '#web/api/query.ts';
import type { Entity, Stored, Values } from '#web/entity/define/entity.ts';
import { changed } from '#web/lib/field-diff.ts';
import { useWhileInUse } from '#web/lib/in-use.ts';

type Listed = Pick<Entity, 'kind' | 'parent' | 'routes' | 'tree' | 'dependentRoutes'>;

/** The path to a kind's lists in a response: in a tree `categories`, `sections`, `cards`. */
const pathTo = ({ kind, parent, tree }: Listed): string[] => [
  ...(tree && parent ? pathTo(parent.entity) : []),
  listName(kind),
];

const recordsOf = (answer: unknown, entity: Listed) =>
  pathTo(entity).reduce((holders, name) => holders.flatMap((one) => one[name] as Values[]), [answer as Values]);

/**
 * The records of a kind as `data`; `filter` is the list's query, such as a parent. Nothing is requested until
 * `enabled`.
 */
export function useEntityList<R extends Stored>(entity: Entity<R>, filter: Values = {}, enabled = true) {
  const select = useCallback((answer: unknown) => recordsOf(answer, entity as unknown as Listed) as R[], [entity]);
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
  const records = answer[name] as Stored[];
  const next = records.map((one) =>
    deeper.length > 0 ? replaced(one, deeper, saved) : one.id === saved.id ? { ...one, ...saved } : undefined,
  );
  const isThere = next.some((one) => one !== undefined);
  return isThere ? { ...answer, [name]: records.map((one, at) => next[at] ?? one) } : undefined;
}

/** Updates the cached lists of a kind after a change. */
export function useEntityCache<R extends Stored>(entity: Entity<R>) {
  const client = useQueryClient();
  const { kind, routes, tree, dependentRoutes = [] } = entity;
  return {
    /** Reloads the lists and the versions shown; after a failure too, because they may have been out of date. */
    refresh: () =>
      Promise.all(
        [routes.list, historyRoutes.revisions, ...dependentRoutes].map((route) =>
          client.invalidateQueries({ queryKey: keyOf(route) }),
        ),
      ),
    /**
     * Shows a record as just saved, without waiting for the lists. A new record's place in a tree is known only after a
     * reload.
     */
    show: (saved: R) => {
      const path = pathTo(entity);
      for (const [key, answer] of client.getQueriesData<Values>({ queryKey: keyOf(routes.list) })) {
        const filter = key[1] as Values;
        if (!answer || (!tree && Object.keys(changed(saved, filter)).length > 0)) continue;
        const list = listName(kind);
        const records = answer[list] as Stored[];
        const added = tree
          ? undefined
          : { ...answer, [list]: routes.order ? [...records, saved] : [saved, ...records] };
        client.setQueryData(key, replaced(answer, path, saved) ?? added ?? answer);
      }
    },
  };
}

/**
 * A list that keeps the record of this id in its last position, even if a colleague deletes it, because it is being
 * edited here.
 */
export function useSteadyList<R extends { id: string }>(records: readonly R[] | undefined, id: string | undefined) {
  const index = records?.findIndex((one) => one.id === id) ?? -1;
  const record = records?.[index];
  const [seen, setSeen] = useState({ record, index });
  if (record && (record !== seen.record || index !== seen.index)) setSeen({ record, index });
  if (record || !records || !seen.record || seen.record.id !== id) return { record, records };
  return {
    record: seen.record,
    records: [...records.slice(0, seen.index), seen.record, ...records.slice(seen.index)],
  };
}
