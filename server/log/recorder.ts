import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { uuidv7 } from 'uuidv7';
import type { Area } from '#contract/areas.ts';
import type { Action } from '#contract/history.ts';
import type { Kind, LoggedKind } from '#contract/kinds.ts';
import type { Context } from '#server/http/context.ts';
import { Failure } from '#server/http/failure.ts';
import { shortenLabel } from '#server/log/label.ts';
import { differing } from '#server/log/snapshot.ts';
import { jsonPortions } from '#server/database/json-portions.ts';
import { keptStatement } from '#server/database/driver/statements.ts';
import { type Snapshot, operations, revisions, unsealed } from '#server/log/tables.ts';

/** The subject of an operation, if it is not the single record that the operation changed. */
type Subject = {
  action: Action;
  area: Area;
  kind: LoggedKind;
  entityId: string | null;
  label?: string;
  details?: string;
  count?: number;
  undoes?: string;
};

/** The statement that inserts the revisions of an operation. */
const revisionsOf = (operation: SQL) => sql`
  INSERT INTO ${revisions} (operation_id, position, kind, entity_id, version, before, after, within_id, moved, moved_versions,
    moved_from, moved_to)
  SELECT operation.id, touched.position, touched.kind, touched."entityId", touched.version, touched.before, touched.after,
    touched."withinId", touched.moved, touched."movedVersions", touched."movedFrom", touched."movedTo"
  FROM ${operation}, jsonb_to_recordset(${sql.placeholder('touched')}::jsonb) AS touched (position integer, kind text,
    "entityId" uuid, version integer, before jsonb, after jsonb, "withinId" uuid, moved uuid[], "movedVersions" integer[],
    "movedFrom" integer[], "movedTo" integer[])`;

/** Inserts an operation with its revisions in one statement, and queues it for its seal. */
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
    'details',
    'count',
    'undoes',
  ] as const;
  const columns = subject.map((name) => sql.identifier(operations[name].name));
  const values = subject.map((name) => sql.placeholder(name));
  return sql`
    WITH operation AS (
      INSERT INTO ${operations} (${sql.join(columns, sql`, `)}) VALUES (${sql.join(values, sql`, `)}) RETURNING id, at
    ), waiting AS (
      INSERT INTO ${unsealed} (operation_id, at) SELECT id, at FROM operation
    )
    ${revisionsOf(sql`operation`)}`;
});

/** Inserts revisions of an operation that this transaction has already written. */
const insertRevisions = keptStatement('log_revisions', {}, () =>
  revisionsOf(sql`(SELECT ${sql.placeholder('id')}::uuid AS id) AS operation`),
);

/** The growing revision of an order: each record that was only moved, once. */
type Moves = {
  kind: Kind;
  ids: Set<string>;
  moved: string[];
  movedVersions: number[];
  movedFrom: number[];
  movedTo: number[];
};

/** Whether only the position of a record was changed. */
function isMove({ order }: RecordedKind, before: Snapshot, after: Snapshot) {
  const changed = order ? differing(before, after) : [];
  return changed.length === 1 && changed[0] === 'displayOrder';
}

/** A change of one record, or the records of one kind that were only moved. */
type Touched = {
  kind: LoggedKind;
  entityId: string;
  position: number;
  version: number;
  withinId: string | null;
  before?: Snapshot | null;
  after?: Snapshot | null;
  moved?: readonly string[];
  movedVersions?: readonly number[];
  movedFrom?: readonly number[];
  movedTo?: readonly number[];
};

/** A record that a change added, changed (both states) or deleted. */
export type Changed = { kind: LoggedKind; before: Snapshot | null; after: Snapshot | null };

/** A registered kind, as far as the log needs to know it. `order` is set where staff put its records in order. */
type RecordedKind = { kind: Kind; area: Area; label: (row: Snapshot) => string; order?: unknown };

/** Collects the changes of one staff action to records, and writes them to the log at the end. */
export class LogRecorder<Registered extends RecordedKind> {
  readonly tx: NodePgDatabase;
  /** All registered kinds. */
  readonly kinds: readonly Registered[];
  readonly staff: Context['staff'];
  /** The version that the caller saw. */
  readonly ifMatch: number | undefined;
  readonly #id = uuidv7();
  readonly #touched: Touched[] = [];
  /** The number of records in them: moved records share one revision. */
  #count = 0;
  #moves: Moves | undefined;
  #subject: Subject | undefined;
  #isWritten = false;

  constructor(tx: NodePgDatabase, kinds: readonly Registered[], { staff, ifMatch }: Context) {
    this.tx = tx;
    this.kinds = kinds;
    this.staff = staff;
    this.ifMatch = ifMatch;
  }

  /** The id that the operation will have. */
  get id() {
    return this.#id;
  }

  /** Records a change of a record. `withinId` is the id of the ancestor that it was deleted with. */
  recordRevision(
    entity: RecordedKind,
    before: Snapshot | null,
    after: Snapshot | null,
    withinId: string | null = null,
  ) {
    const one = after ?? before;
    if (!one) throw new Error('A change of nothing');
    const { kind } = entity;
    const version = after ? after.version : one.version + 1;
    const position = this.#count++;
    if (!before || !after || !isMove(entity, before, after)) {
      this.#moves = undefined;
      this.#touched.push({ position, kind, entityId: one.id, version, before, after, withinId });
      return;
    }
    let moves = this.#moves;
    if (moves?.kind !== kind || moves.ids.has(one.id)) {
      const lists = { moved: [], movedVersions: [], movedFrom: [], movedTo: [] };
      moves = { kind, ids: new Set(), ...lists };
      this.#moves = moves;
      this.#touched.push({ position, kind, entityId: this.#id, version: position, withinId: this.#id, ...lists });
    }
    moves.ids.add(one.id);
    moves.moved.push(one.id);
    moves.movedVersions.push(version);
    moves.movedFrom.push(Number(before.displayOrder));
    moves.movedTo.push(Number(after.displayOrder));
  }

  /** Each changed record, as it was before the change and as it is now. Records that only moved are left out. */
  changed(): Changed[] {
    const records = new Map<string, Changed>();
    for (const { kind, entityId, before, after } of this.#touched) {
      if (before === undefined || after === undefined) continue;
      const earlier = records.get(entityId);
      records.set(entityId, { kind, before: earlier ? earlier.before : before, after });
    }
    return [...records.values()];
  }

  /** Records a change of records of which the log keeps only the ids. */
  recordIds(kind: LoggedKind, ids: readonly string[]) {
    const none = { movedVersions: [], movedFrom: [], movedTo: [] };
    const [position, id] = [this.#count, this.#id];
    this.#touched.push({ position, kind, entityId: id, version: 0, withinId: id, moved: ids, ...none });
    this.#count += ids.length;
  }

  /** Runs a part of the change. If it is refused, it is rolled back, and the refusal is returned. */
  async attempt(part: () => Promise<void>): Promise<Failure | undefined> {
    const [touched, count, subject] = [this.#touched.length, this.#count, this.#subject];
    try {
      await this.tx.transaction(part);
      return undefined;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.#touched.length = touched;
      this.#count = count;
      this.#moves = undefined;
      this.#subject = subject;
      return error;
    }
  }

  /** Sets the subject of the operation. A second record of the same kind makes it an operation on several records. */
  setSubject({ area, kind, label }: RecordedKind, action: Action, row: Snapshot) {
    if (!this.#subject) this.#subject = { action, area, kind, entityId: row.id, label: label(row) };
    else if (this.#subject.entityId !== row.id) this.#subject = { ...this.#subject, entityId: null, label: '' };
  }

  /** Sets the subject of the operation, regardless of the records that it changes. */
  about(what: Subject) {
    this.#subject = what;
  }

  /** Adds details at the end of the operation's sentence. `count` excludes records that only made room. */
  addDetails(details: string, count?: number) {
    if (this.#subject) this.#subject = { ...this.#subject, details, ...(count !== undefined && { count }) };
  }

  /** Writes the log, once. Returns the id of the operation, or null when nothing was changed. */
  async writeLog(): Promise<string | null> {
    if (!this.#subject) return null;
    if (this.#isWritten) return this.#id;
    this.#isWritten = true;
    const { label = '', ...what } = this.#subject;
    const portions = jsonPortions(this.#touched);
    await insertLog(this.tx, {
      id: this.#id,
      actorId: this.staff.id,
      actorName: this.staff.name,
      count: Math.max(this.#count, 1),
      undoes: null,
      details: '',
      ...what,
      label: shortenLabel(label),
      touched: portions.next().value ?? '[]',
    });
    for (const touched of portions) await insertRevisions(this.tx, { id: this.#id, touched });
    return this.#id;
  }
}
