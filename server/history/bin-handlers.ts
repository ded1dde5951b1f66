import { areasOf } from '#contract/areas.ts';
import type { api } from '#contract/api.ts';
import type { Restored } from '#contract/bin.ts';
import type { Operation } from '#contract/history.ts';
import { keptKinds, kinds } from '#contract/kinds.ts';
import { pageOf, parseCursor } from '#server/http/cursor.ts';
import type { Handlers } from '#server/http/mount.ts';
import { expectAccess } from '#server/log/access.ts';
import { countBin, listBin } from '#server/history/bin-queries.ts';
import { Change } from '#server/history/change.ts';
import { settled } from '#server/history/handlers.ts';
import type { History } from '#server/history/history.ts';
import { restoreDeleted, restoreSelected } from '#server/history/restore-deleted.ts';

export function binHandlers(history: History): Handlers<typeof api.bin> {
  const { db } = history;
  return {
    async list({ cursor, limit, kind, search }, { staff }) {
      if (kind) expectAccess(staff, kinds[kind].area, 'look');
      const seen = areasOf(staff.role, 'look');
      const listed = kind ? [kind] : keptKinds.filter((one) => seen.includes(kinds[one].area));
      const [found, total] = await Promise.all([
        listBin(db, listed, search, parseCursor(cursor), limit),
        countBin(db, listed, search),
      ]);
      const { page, nextCursor } = pageOf(found, limit);
      const items = page.map(({ kind: of, id, at, before, actor, contains }) => {
        const label = before ? history.kindOf(of).label(before) : '';
        return { kind: of, id, label, deletedAt: at, deletedBy: actor, contains };
      });
      return { items, pagination: { nextCursor, ...total } };
    },

    async restore({ kind, id }, context) {
      expectAccess(context.staff, kinds[kind].area, 'change');
      return history.change(context, async (change) => {
        await restoreDeleted(history, change, kind, id);
        return settled(history, change);
      });
    },

    async restoreSelected({ items }, context) {
      for (const { kind } of items) expectAccess(context.staff, kinds[kind].area, 'change');
      return history.change(context, async ({ tx }) => {
        const operations: Operation[] = [];
        const refused: Restored['refused'] = [];
        // The log has an operation for each kind. Parents are restored before their children.
        for (const { kind } of history.kinds) {
          const ids = items.filter((item) => item.kind === kind).map(({ id }) => id);
          if (ids.length === 0) continue;
          const change = new Change(tx, history.kinds, context);
          const stay = await restoreSelected(history, change, kind, ids);
          refused.push(...stay.map((one) => ({ kind, ...one })));
          if (stay.length < ids.length) operations.push(await settled(history, change));
        }
        return { operations, refused };
      });
    },
  };
}
