import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { areasOf } from '#contract/areas.ts';
import type { api } from '#contract/api.ts';
import { type Operation, type Revision, maxRevisions } from '#contract/history.ts';
import { kinds } from '#contract/kinds.ts';
import { pageOf, parseCursor } from '#server/http/cursor.ts';
import { notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import { expectAccess } from '#server/log/access.ts';
import type { Change } from '#server/history/change.ts';
import { stateAt } from '#server/records/conflicts.ts';
import { logCheckJob } from '#server/log/seals/log-check.ts';
import { logAsLines } from '#server/log/export.ts';
import type { History } from '#server/history/history.ts';
import { operationRecords } from '#server/history/operation-records.ts';
import { scheduledTime, withPlaces } from '#server/history/places.ts';
import { findRow } from '#server/records/rows.ts';
import { differing } from '#server/log/snapshot.ts';
import { editableFields } from '#server/records/merge.ts';
import {
  countOperations,
  findLastChange,
  findOperation,
  listActors,
  listChanges,
  listOperations,
} from '#server/log/operation-queries.ts';
import { countChildren } from '#server/records/reads.ts';
import type { Snapshot } from '#server/log/tables.ts';
import { restoreVersion, undo } from '#server/history/undo.ts';

/**
 * The state of a record from before its history begins: as the first change found it, or the stored state if it never
 * changed.
 */
const asFound = (state: Snapshot): Revision => ({
  version: state.version,
  operationId: null,
  at: state.updatedAt,
  actor: null,
  action: state.version === 1 ? 'create' : 'update',
  changed: [],
  scheduledFor: null,
  data: editableFields(state),
});

/** The operation that `change` has just written. */
export async function settled(history: History, change: Change): Promise<Operation> {
  const stored = await findOperation(change.tx, (await change.writeLog()) ?? '');
  const [operation] = await withPlaces(history, change.tx, stored ? [stored] : []);
  if (!operation) throw new Error('The operation was not written');
  return operation;
}

type Changed = Awaited<ReturnType<typeof listChanges>>[number];

const asRevision = ({ before, after, ...change }: Changed): Revision => ({
  ...change,
  changed: before && after ? differing(before, after) : [],
  scheduledFor: scheduledTime(change.action, after),
  data: after && editableFields(after),
});

/**
 * The changes of one record, newest first, each with the whole state before and after: for a move the log has only the
 * position. `last` is the state after the newest change.
 */
function withStates(changes: Changed[], last: Snapshot | undefined): Changed[] {
  let state = last;
  return changes.map((change) => {
    const isMove = change.before && change.after && !('id' in change.after);
    if (isMove && state) {
      const after = { ...state, ...change.after };
      // The time of the previous version is unknown, unless it was the first: then it is the time of creation.
      const updatedAt = change.version === 2 ? after.createdAt : after.updatedAt;
      state = { ...after, ...change.before, version: change.version - 1, updatedAt };
      return { ...change, before: state, after };
    }
    state = change.before ?? undefined;
    return change;
  });
}

export function historyHandlers(history: History, log: FastifyBaseLogger): Handlers<typeof api.history> {
  const { db } = history;
  const checks = logCheckJob(db, log);
  return {
    async list({ cursor, limit, ...filter }, { staff }) {
      const { area, kind } = filter;
      if (area) expectAccess(staff, area, 'look');
      if (kind) expectAccess(staff, kinds[kind].area, 'look');
      const asked = { ...filter, areas: areasOf(staff.role, 'look') };
      const [operations, total, actors] = await Promise.all([
        listOperations(db, asked, parseCursor(cursor), limit),
        countOperations(db, asked),
        listActors(db),
      ]);
      const { page, nextCursor } = pageOf(operations, limit);
      const changeable = areasOf(staff.role, 'change');
      for (const one of page) one.undoable &&= changeable.includes(one.area);
      return { operations: await withPlaces(history, db, page), pagination: { nextCursor, total }, actors };
    },

    check: () => checks.start(),
    readCheck: () => checks.read(),

    async export(days, { staff, reply }) {
      const details = [days.from && `from ${days.from}`, days.to && `to ${days.to}`].filter(Boolean).join(' ');
      const subject = { area: 'staff', kind: 'entry', entityId: null, details } as const;
      await history.record({ actor: staff, action: 'export', ...subject });
      const day = new Date().toISOString().slice(0, 10);
      reply.header('Content-Disposition', `attachment; filename="awa-log-${day}.jsonl"`);
      return logAsLines(db, days);
    },

    async records({ id }, { staff }) {
      const operation = await findOperation(db, id);
      if (!operation) throw notFound('operation');
      expectAccess(staff, operation.area, 'look');
      return operationRecords(history, id);
    },

    undo({ id }, context) {
      return history.change(context, async (change) => {
        await undo(history, change, id);
        return settled(history, change);
      });
    },

    async revisions({ kind, id, before }, { staff }) {
      expectAccess(staff, kinds[kind].area, 'look');
      const entity = history.kindOf(kind);
      const below = before ?? 2 ** 31 - 1;
      const listed = await listChanges(db, kind, id, below, maxRevisions + 1);
      const last = listed[0] && (await stateAt(db, entity, id, listed[0].version));
      const changes = withStates(listed, last);
      const revisions = changes.slice(0, maxRevisions).map(asRevision);
      if (changes.length > maxRevisions) return { revisions };
      const oldest = changes.at(-1);
      const state = oldest ? oldest.before : await findRow(entity, db, id);
      if (state === undefined && !(await findLastChange(db, kind, id))) throw notFound(kinds[kind].one);
      return { revisions: state && state.version < below ? [...revisions, asFound(state)] : revisions };
    },

    async contents({ kind, id }, { staff }) {
      expectAccess(staff, kinds[kind].area, 'look');
      return { contains: await countChildren(history, history.kindOf(kind), sql`${id}`) };
    },

    async restoreVersion({ kind, id, version }, context) {
      expectAccess(context.staff, kinds[kind].area, 'change');
      return history.change(context, async (change) => {
        await restoreVersion(history, change, kind, id, version);
        return settled(history, change);
      });
    },
  };
}
