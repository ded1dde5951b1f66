import { and, eq } from 'drizzle-orm';
import type { api } from '#contract/api.ts';
import { deskTimeZone } from '#contract/common.ts';
import type { Shift } from '#contract/rota.ts';
import { staff } from '#server/auth/tables.ts';
import type { Services } from '#server/feature.ts';
import type { Change } from '#server/history/change.ts';
import { invalid, notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import { canBeOnDuty, findShift, listCandidates, listShifts, shiftOf, timesOf } from '#server/safety/rota.ts';
import { shifts } from '#server/safety/tables.ts';

/** The weekly rota. Moderators look at it, administrators change it. */
export function rotaHandlers({ history }: Services): Handlers<typeof api.rota> {
  const { db } = history;

  const log = (change: Change, action: 'create' | 'delete', { id, staff: by, from, to }: Shift) =>
    change.about({ area: 'moderation', kind: 'shift', action, entityId: id, label: by.name, details: `${from}–${to}` });

  return {
    async list() {
      const [rows, candidates] = await Promise.all([listShifts(db), listCandidates(db)]);
      return { shifts: rows.map(shiftOf), timeZone: deskTimeZone, candidates };
    },

    add: ({ staffId, ...times }, context) =>
      history.change(context, async (change) => {
        const [by] = await change.tx
          .select({ id: staff.id })
          .from(staff)
          .where(and(eq(staff.id, staffId), canBeOnDuty))
          .for('key share');
        if (!by) throw invalid([{ path: 'staffId', message: 'Choose an enabled account that moderates' }]);
        const [added] = await change.tx
          .insert(shifts)
          .values({ staffId, ...timesOf(times) })
          .returning({ id: shifts.id });
        const row = await findShift(change.tx, added?.id ?? '');
        if (!row) throw notFound('shift');
        const shift = shiftOf(row);
        log(change, 'create', shift);
        return shift;
      }),

    remove: ({ id }, context) =>
      history.change(context, async (change) => {
        const row = await findShift(change.tx, id);
        const { rowCount } = await change.tx.delete(shifts).where(eq(shifts.id, id));
        if (!row || rowCount === 0) throw notFound('shift');
        log(change, 'delete', shiftOf(row));
      }),
  };
}
