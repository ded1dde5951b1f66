import { type SQL, and, eq } from 'drizzle-orm';
import { type Kind, type ListName, listName } from '#contract/kinds.ts';
import type { Change } from '#server/history/change.ts';
import { type KeptTable, type KindOf, type NewRow, columnOf, withFollowing } from '#server/records/kind.ts';
import type { History } from '#server/history/history.ts';
import { type Readable, listEntities, readChanged, readEntity } from '#server/records/reads.ts';
import type { Snapshot } from '#server/log/tables.ts';
import { cached } from '#server/http/cached.ts';
import type { Context } from '#server/http/context.ts';
import { publicAddress } from '#server/images/storage.ts';

type ById = { id: string };
type Fields = Record<string, unknown>;

/** A new record in a request, which may leave out fields that follow from others. */
type Sent<Row, Following extends string> = Omit<Row, Following> & Partial<Pick<Row, Following & keyof Row>>;

type Options<T extends KeptTable> = {
  /** The public address of the desk, for the image addresses sent to the app. */
  publicUrl: string;
  /** The additional bulk actions of the kind: each returns the changes of one record. */
  actions?: Record<string, (stored: T['$inferSelect']) => Partial<T['$inferSelect']>>;
};

/**
 * The handlers of every kind, for the routes of `contract/entity-routes.ts`. A feature whose kind needs more spreads them
 * among its own: `{ ...crud(history, doctor, settings), search: … }`.
 */
export function crud<T extends KeptTable, K extends Kind, Following extends string>(
  history: History,
  entity: KindOf<T, K, Following>,
  { publicUrl, actions = {} }: Options<T>,
) {
  const { kind, area, flag, parent, images = [] } = entity;
  const ancestors = history.ancestorsOf(entity);
  const areas = [...new Set([area, ...ancestors.map((parentKind) => parentKind.area)])];
  const pictures = images.filter((field) => typeof field === 'string');
  const changesBy: Record<string, (stored: T['$inferSelect']) => Fields> = {
    ...(flag && { activate: () => ({ [flag]: true }), deactivate: () => ({ [flag]: false }) }),
    ...actions,
  };

  /** The app gets active records within active parents (decision 20). */
  const active = [entity, ...ancestors].flatMap((one) => (one.flag ? [eq(columnOf(one, one.flag), true)] : []));

  const shown = async (change: Change, row: Snapshot) =>
    (await (entity.readAs ? readEntity(entity, change.tx, row.id) : readChanged(change, entity, row))) as Readable<T>;

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

    create: (values: Sent<NewRow<T>, Following>, context: Context) =>
      history.change(context, async (change) =>
        shown(change, await change.create(entity, withFollowing(entity, values as NewRow<T>))),
      ),

    update: ({ id, ...sent }: ById & Fields, context: Context) =>
      history.change(context, async (change) =>
        shown(change, await change.update(entity, id, withFollowing(entity, sent))),
      ),

    remove: ({ id }: ById, context: Context) => history.change(context, (change) => change.remove(entity, id)),

    order: ({ ids, parentId }: { ids: string[]; parentId?: string }, context: Context) =>
      history.change(context, (change) => change.putInOrder(entity, ids, parentId)),

    bulk: ({ ids, action }: { ids: string[]; action: string }, context: Context) =>
      history.change(context, async (change) => {
        if (action === 'delete') {
          await change.removeMany(entity, ids);
          return { count: ids.length, unchanged: 0 };
        }
        const changesOf = changesBy[action];
        if (!changesOf) throw new Error(`Nothing says what ${action} changes in a ${kind}`);
        const { length: count } = await change.updateMany(entity, ids, changesOf);
        return { count, unchanged: ids.length - count };
      }),
  };
}
