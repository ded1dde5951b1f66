import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { history } from '#contract/history.ts';
import { keyOf, query } from '#web/api/query.ts';
import type { Entity, Stored, Values } from '#web/entity/define-entity.tsx';
import { changed } from '#web/lib/field-diff.ts';

/** A list answers with an object in which the things stand under their plural name. */
const nameOfList = (answer: Values) => Object.keys(answer).find((name) => Array.isArray(answer[name])) ?? '';
const thingsOf = (answer: unknown) => (answer as Values)[nameOfList(answer as Values)] as Stored[];

/** The things of a kind, as `data`; with a filter those of a parent. They are not asked for until they are `enabled`. */
export const useEntityList = <Thing extends Stored>({ routes }: Entity<Thing>, filter: Values = {}, enabled = true) =>
  useQuery({ ...query(routes.list, filter), select: thingsOf as (answer: unknown) => Thing[], enabled });

/** Brings the lists of a kind up to date after a change. */
export function useEntityCache<Thing extends Stored>({ routes }: Entity<Thing>) {
  const client = useQueryClient();
  return {
    /** Asks again for the lists and the versions that are shown. After a failure too, because they may have been old. */
    refresh: () =>
      Promise.all(
        [routes.list, history.revisions].map((route) => client.invalidateQueries({ queryKey: keyOf(route) })),
      ),
    /** Shows a thing as it was just saved, without waiting for the lists. */
    show: (saved: Thing) => {
      for (const [key, answer] of client.getQueriesData<Values>({ queryKey: keyOf(routes.list) })) {
        const filter = key[1] as Values;
        if (!answer || Object.keys(changed(saved, filter)).length > 0) continue;
        const things = thingsOf(answer);
        const others = routes.order ? [...things, saved] : [saved, ...things];
        const next = things.some(({ id }) => id === saved.id)
          ? things.map((thing) => (thing.id === saved.id ? saved : thing))
          : others;
        client.setQueryData(key, { ...answer, [nameOfList(answer)]: next });
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
