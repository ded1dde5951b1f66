import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { uuidv7 } from 'uuidv7';
import type { Action } from '#contract/history.ts';
import type { Area, LoggedKind } from '#contract/kinds.ts';
import type { Context } from '#server/http/context.ts';
import type { EntityKind } from '#server/history/entity-kinds.ts';
import { shortenLabel } from '#server/history/label.ts';
import { keptStatement } from '#server/history/statements.ts';
import { type Snapshot, operations, revisions } from '#server/history/tables.ts';

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

/**
 * Says that what is being saved names these images, by field: they stay from then on. Throws 422 with `message` at each
 * field whose image was one of ours and is gone.
 */
type LockImages = (tx: NodePgDatabase, fields: [field: string, address: unknown][], message?: string) => Promise<void>;

/** What all changes of one history share. */
export type Scope = { kinds: readonly EntityKind[]; lockImages: LockImages };

/** An operation with what it did to each thing, in one trip. */
const insertLog = keptStatement('log_change', {}, () => {
  const subject = [
    'id',
    'actorId',
    'actorName',
    'action',
    'area',
    'kind',
    'entityId',
    'label',
    'count',
    'undoes',
  ] as const;
  const columns = subject.map((name) => sql.identifier(operations[name].name));
  const values = subject.map((name) => sql.placeholder(name));
  return sql`
    WITH operation AS (
      INSERT INTO ${operations} (${sql.join(columns, sql`, `)}) VALUES (${sql.join(values, sql`, `)}) RETURNING id
    )
    INSERT INTO ${revisions} (operation_id, position, kind, entity_id, version, before, after, within_id)
    SELECT operation.id, touched.position, touched.kind, touched."entityId", touched.version, touched.before, touched.after,
      touched."withinId"
    FROM operation, jsonb_to_recordset(${sql.placeholder('touched')}::jsonb) AS touched (position integer, kind text,
      "entityId" uuid, version integer, before jsonb, after jsonb, "withinId" uuid)`;
});

/** Notes what one staff change does to things, and writes it to the log at its end. */
export function startRecorder(tx: NodePgDatabase, scope: Scope, { staff, ifMatch }: Context) {
  const id = uuidv7();
  const touched: object[] = [];
  let subject: Subject | undefined;
  let settled = false;

  return {
    tx,
    ...scope,
    staff,
    /** The version that the caller saw. */
    ifMatch,

    /** Notes what happened to a thing. `withinId`: what it was deleted along with. */
    recordRevision(
      { kind }: EntityKind,
      before: Snapshot | null,
      after: Snapshot | null,
      withinId: string | null = null,
    ) {
      const one = after ?? before;
      if (!one) throw new Error('A change of nothing');
      const version = after ? after.version : one.version + 1;
      touched.push({ position: touched.length, kind, entityId: one.id, version, before, after, withinId });
    },

    /** What the operation is about. The first one counts; one more of the same makes it an operation on several. */
    setSubject({ area, kind, label }: EntityKind, action: Action, row: Snapshot) {
      if (!subject) subject = { action, area, kind, entityId: row.id, label: label(row) };
      else if (subject.entityId !== row.id) subject = { ...subject, entityId: null, label: '' };
    },

    /** Says what the operation is about, whatever it touches. */
    about(what: Subject) {
      subject = what;
    },

    /** Writes the log, once. Gives the id of the operation; null when nothing was changed. */
    async writeLog(): Promise<string | null> {
      if (!subject) return null;
      if (settled) return id;
      settled = true;
      const { label = '', ...what } = subject;
      await insertLog(tx, {
        id,
        actorId: staff.id,
        actorName: staff.name,
        count: Math.max(touched.length, 1),
        undoes: null,
        ...what,
        label: shortenLabel(label),
        touched: JSON.stringify(touched),
      });
      return id;
    },
  };
}

export type Recorder = ReturnType<typeof startRecorder>;
