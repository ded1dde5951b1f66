import { type SQL, and, eq } from 'drizzle-orm';
import { type Kind, type ListName, listName } from '#contract/kinds.ts';
import type { Change } from '#server/history/change.ts';
import { type EntityKind, type KeptTable, type KindOf, type NewRow, columnOf } from '#server/records/kind.ts';
import type { History } from '#server/history/history.ts';
import { type Readable, listEntities, readChanged } from '#server/records/reads.ts';
import { cached } from '#server/http/responses/cached.ts';
import type { Context } from '#server/http/context.ts';
import { publicAddress } from '#server/images/storage.ts';

type ById = { id: string };
type Fields = Record<string, unknown>;

/** The fields that a bulk action sets in a record. */
type Actions = Record<string, (stored: never) => Fields>;

type Bulk = { ids: string[]; action: string };

/** Deletes, activates or deactivates records, or changes them by one of `actions`. Returns the number of changed records. */
export async function actOn(change: Change, entity: EntityKind, { ids, action }: Bulk, actions: Actions = {}) {
  if (action === 'delete') {
    await change.removeMany(entity, ids);
    return ids.length;
  }
  const { kind, flag } = entity;
  const own = flag && { activate: () => ({ [flag]: true }), deactivate: () => ({ [flag]: false }) };
  const sentOf = { ...own, ...actions }[action] as ((stored: object) => Fields) | undefined;
  if (!sentOf) throw new Error(`Nothing says what ${action} changes in a ${kind}`);
  return (await change.updateMany(entity, ids, sentOf)).length;
}

type Options<T extends KeptTable> = {
  /** The public address of the desk, for the image addresses sent to the app. */
  publicUrl: string;
  /** The additional bulk actions of the kind: each returns the changes of one record. */
  actions?: Record<string, (stored: T['$inferSelect']) => Partial<T['$inferSelect']>>;
};

/**
 * The handlers of every kind, for the routes of `contract/entity-routes.ts`. A feature adds to them:
 * `{ ...crud(history, doctorKind, { publicUrl }), search: … }`.
 */
export function crud<T extends KeptTable, K extends Kind>(
  history: History,
  entity: KindOf<T, K>,
  { publicUrl, actions }: Options<T>,
) {
  const { kind, area, parent, images = [] } = entity;
  const ancestors = history.ancestorsOf(entity);
  const areas = [...new Set([area, ...ancestors.map((parentKind) => parentKind.area)])];
  const pictures = images.filter((field) => typeof field === 'string');

  /** The app gets active records within active parents (decision 20). */
  const active = [entity, ...ancestors].flatMap((one) => (one.flag ? [eq(columnOf(one, one.flag), true)] : []));

  /** The response of a list, sorted first by the order of `within`, the ancestor kinds. */
  async function listWhere(conditions: SQL[], within = ancestors, db = history.db) {
    const records: Readable<T>[] = await listEntities(db, entity, and(...conditions), within);
    return { [listName(kind)]: records } as Record<ListName<K>, Readable<T>[]>;
  }

  return {
    list: cached({
      areas: [...areas, 'staff'],
      read(filter: Fields) {
        const asked = Object.entries(filter).filter(([, value]) => value !== undefined);
        const conditions = asked.map(([field, value]) => eq(columnOf(entity, field), value));
        // Children of one parent need no sorting by parent.
        return listWhere(conditions, parent && filter[parent.column] !== undefined ? [] : ancestors);
      },
    }),

    // A tree has no such route: the app reads it whole (`ladyDue.published`).
    published: cached({
      areas,
      async read(_, replica) {
        const answer = await listWhere(active, ancestors, replica);
        for (const record of answer[listName(kind)] as Fields[]) {
          for (const field of pictures) record[field] = publicAddress(String(record[field]), publicUrl);
        }
        return answer;
      },
    }),

    create: (values: Partial<NewRow<T>>, context: Context) =>
      history.change(context, async (change) =>
        readChanged(change, entity, await change.create(entity, values as NewRow<T>)),
      ),

    update: ({ id, ...sent }: ById & Fields, context: Context) =>
      history.change(context, async (change) => readChanged(change, entity, await change.update(entity, id, sent))),

    remove: ({ id }: ById, context: Context) => history.change(context, (change) => change.remove(entity, id)),

    order: ({ ids, parentId }: { ids: string[]; parentId?: string }, context: Context) =>
      history.change(context, (change) => change.putInOrder(entity, ids, parentId)),

    bulk: (input: Bulk, context: Context) =>
      history.change(context, async (change) => {
        const count = await actOn(change, entity, input, actions);
        return { count, unchanged: input.ids.length - count };
      }),
  };
}
