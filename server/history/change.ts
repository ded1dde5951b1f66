import { and, asc, eq, gt } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { uuidv7 } from 'uuidv7';
import { type Action, type Area, type LoggedKind, maxRevisions } from '#contract/history.ts';
import { Failure, invalid, notFound } from '#server/http/failure.ts';
import type { Context } from '#server/http/context.ts';
import {
  type EntityKind,
  type KeptTable,
  type KindOf,
  deleteRows,
  inStatements,
  insertRow,
  lockDescendants,
  lockRow,
  updateRow,
} from '#server/history/entity-kinds.ts';
import { shortenLabel } from '#server/history/label.ts';
import { differing, merge } from '#server/history/merge.ts';
import { listChanges } from '#server/history/queries.ts';
import { humanize } from '#server/history/failures.ts';
import { lockImages as lockNamedImages } from '#server/images/references.ts';
import { type Snapshot, operations, revisions } from '#server/history/tables.ts';

type Revision = typeof revisions.$inferInsert;

/** What an operation is about, where that does not follow from the one thing it changed. */
type Subject = {
  action: Action;
  area: Area;
  kind: LoggedKind;
  entityId: string | null;
  label?: string;
  count?: number;
  undoes?: string;
};

/** One staff change while it is made: what it does to things, and what the log is to say of it. */
export function startChange(tx: NodePgDatabase, kinds: readonly EntityKind[], { staff, ifMatch }: Context) {
  const id = uuidv7();
  const touched: Revision[] = [];
  let subject: Subject | undefined;
  let settled = false;

  /** Notes what happened to a thing. `withinId`: what it was deleted along with. */
  function recordRevision(
    { kind }: EntityKind,
    before: Snapshot | null,
    after: Snapshot | null,
    withinId: string | null = null,
  ) {
    const one = after ?? before;
    if (!one) throw new Error('A change of nothing');
    const version = after ? after.version : one.version + 1;
    touched.push({
      operationId: id,
      position: touched.length,
      kind,
      entityId: one.id,
      version,
      before,
      after,
      withinId,
    });
  }

  /** What the operation is about. The first one counts; one more of the same makes it an operation on several. */
  function setSubject(entity: EntityKind, action: Action, row: Snapshot) {
    const { area, kind, label } = entity;
    if (!subject) subject = { action, area, kind, entityId: row.id, label: label(row) };
    else if (subject.entityId !== row.id) subject = { ...subject, entityId: null, label: '' };
  }

  /** Today's rules for the whole thing; gives the fields as they are to be stored. */
  function check({ fields }: EntityKind, row: Record<string, unknown>): Record<string, unknown> {
    const own = Object.fromEntries(Object.keys(fields.shape).map((field) => [field, row[field]]));
    const result = fields.safeParse(own);
    if (result.success) return result.data;
    throw invalid(result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
  }

  /** Keeps the images that rows of a kind name. Throws 422 with `message` at each field whose image is gone. */
  const lockImages = ({ images = [] }: EntityKind, rows: Record<string, unknown>[], message?: string) =>
    lockNamedImages(
      tx,
      rows.flatMap((row) => images.map((field): [string, unknown] => [field, row[field]])),
      message,
    );

  /** The changes of a row as they are to be stored. Throws 422 when the whole does not pass today's rules. */
  function checkedChanges(entity: EntityKind, stored: Snapshot, changes: Record<string, unknown>) {
    const checked = check(entity, { ...stored, ...changes });
    return Object.fromEntries(
      Object.entries(changes).map(([field, value]) => [field, field in checked ? checked[field] : value]),
    );
  }

  /** 412, with who last changed one of the fields that clash. */
  async function conflictFailure(entity: EntityKind, stored: Snapshot, conflicts: string[]) {
    const changes = await listChanges(tx, entity.kind, stored.id, stored.version + 1, maxRevisions);
    const touchesOne = ({ before, after }: (typeof changes)[number]) =>
      before && after && differing(before, after).some((field) => conflicts.includes(field));
    const last = changes.find(touchesOne) ?? changes[0];
    const detail = 'Someone changed this while you were working on it. Nothing was changed.';
    return new Failure(412, 'version_conflict', detail, {
      current: await entity.read(tx, stored.id),
      conflicts,
      changedBy: last?.actor ?? null,
      changedAt: last?.at ?? stored.updatedAt,
    });
  }

  /** The state with this version: what the first change after it found. Undefined when it is unknown or swept. */
  async function stateAt(entity: EntityKind, entityId: string, version: number) {
    const [next] = await tx
      .select({ before: revisions.before })
      .from(revisions)
      .where(and(eq(revisions.kind, entity.kind), eq(revisions.entityId, entityId), gt(revisions.version, version)))
      .orderBy(asc(revisions.version))
      .limit(1);
    return next?.before?.version === version ? next.before : undefined;
  }

  async function lock(entity: EntityKind, entityId: string) {
    const row = await lockRow(entity, tx, entityId);
    if (!row) throw notFound(humanize(entity.kind));
    return row;
  }

  /** Deletes a row with all that it holds. */
  async function removeRow(entity: EntityKind, row: Snapshot) {
    const held = await lockDescendants(kinds, tx, entity, [row]);
    recordRevision(entity, row, null);
    for (const { of, rows } of held) for (const one of rows) recordRevision(of, one, null, row.id);
    for (const { of, rows } of held.toReversed())
      await deleteRows(
        of,
        tx,
        rows.map((one) => one.id),
      );
    await deleteRows(entity, tx, [row.id]);
  }

  /** The same for what is not merged: throws 412 when it is not as in `If-Match` any more. */
  async function lockAsSeen(entity: EntityKind, entityId: string) {
    const stored = await lock(entity, entityId);
    if (ifMatch === undefined || ifMatch === stored.version) return stored;
    const seen = await stateAt(entity, entityId, ifMatch);
    throw await conflictFailure(entity, stored, seen ? differing(seen, stored) : []);
  }

  return {
    tx,
    recordRevision,
    check,
    checkedChanges,
    lockImages,
    lock,
    lockAsSeen,
    stateAt,

    /** What these hold, directly or not, locked. */
    lockHeld: (entity: EntityKind, rows: Snapshot[]) => lockDescendants(kinds, tx, entity, rows),

    /** Says what the operation is about, whatever it touches. */
    about(what: Subject) {
      subject = what;
    },

    /** Adds a thing. */
    async create<T extends KeptTable>(entity: KindOf<T>, values: T['$inferInsert']) {
      await lockImages(entity, [values]);
      const row = await insertRow(entity, tx, values);
      recordRevision(entity, null, row);
      setSubject(entity, 'create', row);
      return row;
    },

    /**
     * Changes the sent fields of a thing, merged with what others changed since the version of `If-Match`. What is none
     * of its fields is passed over; what changes nothing leaves no trace. Throws 404, 412 when a field was changed since
     * to something else, and 422 when the whole does not pass the rules or an image is gone.
     */
    async update(entity: EntityKind, entityId: string, sent: Record<string, unknown>) {
      const stored = await lock(entity, entityId);
      const same = ifMatch === undefined || ifMatch === stored.version;
      const seen = same ? stored : await stateAt(entity, entityId, ifMatch);
      const fields = Object.fromEntries(Object.keys(entity.fields.shape).map((field) => [field, sent[field]]));
      const { changes, conflicts } = merge({ stored, sent: fields, seen, mergeGroups: entity.mergeGroups });
      if (conflicts.length > 0) throw await conflictFailure(entity, stored, conflicts);
      if (Object.keys(changes).length === 0) return stored;
      const checked = checkedChanges(entity, stored, changes);
      await lockImages(entity, [changes]);
      const row = await updateRow(entity, tx, stored, checked);
      recordRevision(entity, stored, row);
      setSubject(entity, entity.action?.(differing(stored, row), row) ?? 'update', row);
      return row;
    },

    /** Deletes a thing with all it holds. Throws 404, and 412 when it is not as in `If-Match` any more. */
    async remove(entity: EntityKind, entityId: string) {
      const stored = await lockAsSeen(entity, entityId);
      await removeRow(entity, stored);
      setSubject(entity, 'delete', stored);
    },

    /** Writes the log, once; null when nothing was changed. */
    async writeLog(): Promise<string | null> {
      if (!subject) return null;
      if (settled) return id;
      settled = true;
      const { label = '', count = Math.max(touched.length, 1), ...what } = subject;
      const operation = tx.insert(operations).values({
        id,
        actorId: staff.id,
        actorName: staff.name,
        label: shortenLabel(label),
        count,
        undoes: null,
        ...what,
      });
      const [first, ...more] = inStatements(touched);
      if (!first) {
        await operation;
        return id;
      }
      // One trip for both. A change of one thing, as most are, is always the same statement.
      const logged = tx.with(tx.$with('operation').as(operation.returning({ id: operations.id })));
      await logged
        .insert(revisions)
        .values(first)
        .prepare(first.length === 1 ? 'log_change' : '')
        .execute();
      for (const part of more) await tx.insert(revisions).values(part);
      return id;
    },
  };
}

export type Change = ReturnType<typeof startChange>;
