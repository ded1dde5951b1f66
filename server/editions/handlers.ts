import { sql } from 'drizzle-orm';
import { maxEditions } from '#contract/editions.ts';
import type { Actor } from '#contract/common.ts';
import { kinds } from '#contract/kinds.ts';
import { staff } from '#server/auth/tables.ts';
import { isoText } from '#server/database/columns.ts';
import { readNow } from '#server/database/read-now.ts';
import { backToShown, cancelNext, fieldsOf, publish, shownAt } from '#server/editions/publish.ts';
import type { Change } from '#server/history/change.ts';
import type { History } from '#server/history/history.ts';
import type { Context } from '#server/http/context.ts';
import { notFound } from '#server/http/failure.ts';
import type { KeptTable, KindOf } from '#server/records/kind.ts';
import { readChanged } from '#server/records/reads.ts';
import { findRow } from '#server/records/rows.ts';
import { editions } from '#server/records/tables.ts';
import type { Snapshot } from '#server/log/tables.ts';

type ById = { id: string };
type Asked = ById & { showFrom?: string | null | undefined; words?: Record<string, unknown> | undefined };

type StoredEdition = {
  id: string;
  version: number;
  createdAt: string;
  createdBy: Actor | null;
  showFrom: string;
  words: Record<string, unknown>;
};

/** The handlers of `editionRoutes`, for a kind with editions. */
export function editionHandlers<T extends KeptTable>(history: History, entity: KindOf<T>) {
  const changing = (context: Context, work: (change: Change) => Promise<Snapshot>) =>
    history.change(context, async (change) => readChanged(change, entity, await work(change)));
  return {
    publish: ({ id, ...asked }: Asked, context: Context) =>
      changing(context, (change) => publish(change, entity, id, asked)),

    cancelNext: ({ id }: ById, context: Context) => changing(context, (change) => cancelNext(change, entity, id)),

    backToShown: ({ id }: ById, context: Context) => changing(context, (change) => backToShown(change, entity, id)),

    async editions({ id }: ById) {
      const { db } = history;
      const row = await findRow(entity, db, id);
      if (!row) throw notFound(kinds[entity.kind].one);
      const now = await readNow(db);
      const { rows } = await db.execute<StoredEdition>(sql`
        SELECT ${editions.id} AS id, ${editions.version} AS version, ${isoText(editions.createdAt)} AS "createdAt",
          CASE WHEN ${staff.id} IS NOT NULL THEN jsonb_build_object('id', ${staff.id}, 'name', ${staff.name}) END AS "createdBy",
          ${isoText(editions.showFrom)} AS "showFrom", ${editions.words} AS words
        FROM ${editions} LEFT JOIN ${staff} ON ${staff.id} = ${editions.createdBy}
        WHERE ${editions.entityId} = ${id}::uuid
        ORDER BY ${editions.createdAt} DESC, ${editions.id} DESC LIMIT ${maxEditions}`);
      const shown = shownAt(row, now);
      const stateOf = (edition: string) =>
        edition === shown ? ('shown' as const) : edition === row.next ? ('next' as const) : ('past' as const);
      return {
        editions: rows.map((one) => Object.assign(one, { state: stateOf(one.id), words: fieldsOf(entity, one.words) })),
      };
    },
  };
}
