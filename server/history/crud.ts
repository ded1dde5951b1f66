import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { notFound } from '#server/http/failure.ts';
import type { Context } from '#server/http/context.ts';
import type { KeptTable, KindOf, NewRow } from '#server/history/entity-kinds.ts';
import { humanize } from '#server/history/failures.ts';
import type { History } from '#server/history/history.ts';
import { type Shown, readEntity } from '#server/history/reads.ts';

type ById = { id: string };

/**
 * The handlers that every kind has, for the calls of `entityRoutes` and for `order` where staff put it in order. A
 * feature spreads them among its own: `{ ...crud(history, doctor), list: … }`.
 */
export function crud<T extends KeptTable>(history: History, entity: KindOf<T>) {
  async function read(tx: NodePgDatabase, id: string) {
    const found = await readEntity(entity, tx, id);
    if (!found) throw notFound(humanize(entity.kind));
    return found as Shown<T>;
  }
  return {
    create: (values: NewRow<T>, context: Context) =>
      history.change(context, async (change) => read(change.tx, (await change.create(entity, values)).id)),

    update: ({ id, ...sent }: ById & Record<string, unknown>, context: Context) =>
      history.change(context, async (change) => {
        await change.update(entity, id, sent);
        return read(change.tx, id);
      }),

    remove: ({ id }: ById, context: Context) => history.change(context, (change) => change.remove(entity, id)),

    order: ({ ids, parentId }: { ids: string[]; parentId?: string }, context: Context) =>
      history.change(context, (change) => change.putInOrder(entity, ids, parentId)),
  };
}
