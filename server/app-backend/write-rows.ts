import { type SQL, getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { AppChangeType } from '#contract/app-backend.ts';
import type { RefusalCode } from '#contract/app-data.ts';
import { appChanges } from '#server/app-backend/tables.ts';
import { keptStatement } from '#server/database/driver/statements.ts';
import { retryDeadlock } from '#server/database/retry-deadlock.ts';
import { busy } from '#server/http/failure.ts';
import { comments, likes, posts, secretMembers, users } from '#server/users/tables.ts';

// A call of the app's backend is one statement for its new rows, and another one if some are stored already. Rows are
// locked posts before users before comments, each in the order of their ids, as by all changes (decision 18).

const lockOrder: readonly PgTable[] = [posts, users, comments];

/** A field of a sent row, and the column that stores it. */
type Field = { field: string; column: PgColumn };

/** A field with the id of a row of another table. With `of`, a row whose parent is not there is refused. */
type Parent = Field & { of?: { table: PgTable; unknown: RefusalCode; other: RefusalCode } };

const byPerson = (column: PgColumn): Parent => ({
  field: 'personId',
  column,
  of: { table: users, unknown: 'person_unknown', other: 'other_person' },
});
const onPost = (column: PgColumn): Parent => ({
  field: 'postId',
  column,
  of: { table: posts, unknown: 'post_unknown', other: 'other_post' },
});

/** A table whose rows have an id of the app. */
type RowKind = {
  table: PgTable & { id: PgColumn };
  /** They never change: a sent row that names another parent than the stored row is refused. */
  parents: readonly Parent[];
  /** The fields that may change, each with its value in a new row that was sent without it, in SQL. */
  fields: Readonly<Record<string, string>>;
  /** The entry of the feed that says that a row was erased. */
  erased?: AppChangeType;
  /** The column that gets the time of a change. */
  changedAt?: PgColumn;
};

const people: RowKind = {
  table: users,
  parents: [],
  fields: {
    name: "''",
    username: "''",
    email: "''",
    profileImage: "''",
    isVerified: 'false',
    language: 'NULL',
    lastActiveAt: 'NULL',
    createdAt: 'now()',
  },
  erased: 'person.erased',
  changedAt: users.updatedAt,
};

const ofPosts: RowKind = {
  table: posts,
  parents: [byPerson(posts.userId)],
  fields: { secretId: 'NULL', communityId: 'NULL', content: "''", imageUrl: "''", createdAt: 'now()' },
  erased: 'post.erased',
};

const ofComments: RowKind = {
  table: comments,
  parents: [onPost(comments.postId), byPerson(comments.userId)],
  fields: { content: "''", createdAt: 'now()' },
  erased: 'comment.erased',
};

/** A table whose rows are pairs of ids. */
type PairKind = { table: PgTable; parents: readonly Parent[] };

const ofLikes: PairKind = { table: likes, parents: [onPost(likes.postId), byPerson(likes.userId)] };

const ofMembers: PairKind = {
  table: secretMembers,
  parents: [{ field: 'secretId', column: secretMembers.secretId }, byPerson(secretMembers.userId)],
};

const list = (parts: SQL[]) => sql.join(parts, sql`, `);
const named = (name: string) => sql`${sql.identifier(name)}`;
const literal = (word: string) => sql.raw(`'${word}'`);
const columnsOf = (fields: readonly Field[]) => fields.map(({ column }) => named(column.name));
const sent = ({ field }: Field) => sql`sent.${named(field)}`;
const stored = ({ column }: Field) => sql`stored.${named(column.name)}`;

/** The fields of a kind that may change. */
function fieldsOf({ table, fields }: RowKind): (Field & { blank: SQL })[] {
  const columns = getTableColumns(table);
  return Object.entries(fields).map(([field, blank]) => {
    const column = columns[field];
    if (!column) throw new Error(`${getTableName(table)} has no ${field}`);
    return { field, column, blank: sql.raw(blank) };
  });
}

/** The rows of a call as the table `sent`: typed, and each as JSON (`fields`), with its place in the call (`at`). */
const sentRows = (fields: readonly Field[]) => sql`
  sent AS MATERIALIZED (
    SELECT one.fields, one.at, typed.*
    FROM jsonb_array_elements(${sql.placeholder('rows')}::jsonb) WITH ORDINALITY AS one (fields, at)
    CROSS JOIN LATERAL jsonb_to_record(one.fields)
      AS typed (${list(fields.map(({ field, column }) => sql`${named(field)} ${sql.raw(column.getSQLType())}`))})
  )`;

/** One of the sent ids, as an array: Postgres then uses the index. With IN it expects 100 rows, and reads a small table whole. */
const oneOf = (id: SQL) => sql`ANY (ARRAY(SELECT ${id} FROM sent))`;

type Lock = {
  table: PgTable;
  ids: Field;
  columns?: SQL[];
  /** Without it, the rows are read and not locked. */
  strength?: 'NO KEY UPDATE' | 'KEY SHARE' | undefined;
};

const held = (table: PgTable) => named(`held_${getTableName(table)}`);

/** The rows with sent ids as the tables `held_…`. Those of one table are locked after those of the other. */
function lockInOrder(all: readonly Lock[]) {
  const ordered = all.toSorted((one, other) => lockOrder.indexOf(one.table) - lockOrder.indexOf(other.table));
  const tables = ordered.map(({ table, ids, columns = [], strength }, index) => {
    const earlier = ordered[index - 1];
    const afterwards = earlier ? sql`AND (SELECT count(*) FROM ${held(earlier.table)}) >= 0` : sql``;
    return sql`${held(table)} AS MATERIALIZED (
      SELECT ${list([named('id'), ...columns])} FROM ${table}
      WHERE id = ${oneOf(sent(ids))} ${afterwards} ORDER BY id ${strength ? sql`FOR ${sql.raw(strength)}` : sql``}
    )`;
  });
  return list(tables);
}

const parentsOf = (parents: readonly Parent[], strengthOf: (table: PgTable) => Lock['strength']): Lock[] =>
  parents.flatMap(({ of, ...ids }) => (of ? [{ table: of.table, ids, strength: strengthOf(of.table) }] : []));

/** The code of each refused row, by the first case that applies. */
const codeOf = (parents: readonly Parent[], { before = [], after = [] }: { before?: SQL[]; after?: SQL[] } = {}) => {
  const unknown = parents.flatMap(({ of, ...field }) =>
    of ? [sql`WHEN ${sent(field)} NOT IN (SELECT id FROM ${held(of.table)}) THEN ${literal(of.unknown)}`] : [],
  );
  return sql`CASE ${sql.join([...before, ...unknown, ...after], sql` `)} END AS code`;
};

/** The refused rows of `judged`: the sent ids, and the code. */
const refusedWith = (fields: readonly Field[]) => {
  const ids = fields.map((one) => sql`${literal(one.field)}, ${sent(one)}`);
  return sql`(
    SELECT coalesce(json_agg(json_build_object(${list(ids)}, 'code', code) ORDER BY at), '[]')
    FROM judged AS sent WHERE code IS NOT NULL) AS refused`;
};

/** The sent value of a field, or the stored one when it was not sent. */
const merged = (field: Field) =>
  sql`CASE WHEN sent.fields ? ${literal(field.field)} THEN ${sent(field)} ELSE ${stored(field)} END`;

/** Updates the stored rows that differ from those of a table with the columns of `sent`. */
function updateFrom(source: SQL, kind: RowKind) {
  const fields = fieldsOf(kind);
  const values = fields.map((field) => sql`${named(field.column.name)} = ${merged(field)}`);
  const time = kind.changedAt ? [sql`${named(kind.changedAt.name)} = now()`] : [];
  return sql`
    UPDATE ${kind.table} AS stored SET ${list([...values, ...time])} FROM ${source}
    WHERE stored.id = ${oneOf(sql`id`)} AND stored.id = sent.id AND (${list(fields.map(stored))}) IS DISTINCT FROM (${list(fields.map(merged))})
    RETURNING stored.id`;
}

/**
 * The statement that adds the new rows of a call, or changes the stored ones. They are two, because the triggers of an
 * update take as long for no row as for one, and most rows are new.
 */
function writeStatement(kind: RowKind, what: 'add' | 'change') {
  const { table, parents, erased } = kind;
  const id: Field = { field: 'id', column: table.id };
  const fields = fieldsOf(kind);
  const own: Lock = {
    table,
    ids: id,
    columns: columnsOf(parents),
    strength: what === 'change' ? 'NO KEY UPDATE' : undefined,
  };
  // All locks come before any change: who waits for a changed row holds nothing that its transaction still needs. The
  // posts of comments are locked for changes too, as deletions lock posts before comments.
  const isLocked = (parent: PgTable) => what === 'add' || (table === comments && parent === posts);
  const locks = [own, ...parentsOf(parents, (parent) => (isLocked(parent) ? 'NO KEY UPDATE' : undefined))];
  // A row that was there at the beginning and cannot be locked was deleted while this statement waited for the lock.
  const isErased = sql`known.id IS NOT NULL ${
    erased
      ? sql`OR EXISTS (SELECT FROM ${appChanges} WHERE type = ${literal(erased)} AND subject = sent.id::text)`
      : sql``
  }`;
  const before = [sql`WHEN own.id IS NULL AND (${isErased}) THEN 'erased'`];
  const after = parents.flatMap(({ of, ...field }) =>
    of ? [sql`WHEN own.${named(field.column.name)} <> ${sent(field)} THEN ${literal(of.other)}`] : [],
  );
  const values = [
    ...[id, ...parents].map(sent),
    ...fields.map((field) => sql`coalesce(${sent(field)}, ${field.blank})`),
  ];
  const written =
    what === 'change'
      ? updateFrom(sql`(SELECT * FROM judged WHERE code IS NULL AND is_stored) AS sent`, kind)
      : sql`
        INSERT INTO ${table} (${list(columnsOf([id, ...parents, ...fields]))})
        SELECT ${list(values)} FROM judged AS sent WHERE code IS NULL AND NOT is_stored
        ORDER BY id
        ON CONFLICT DO NOTHING
        RETURNING id`;
  return sql`
    WITH ${sentRows([id, ...parents, ...fields])},
    ${lockInOrder(locks)},
    known AS MATERIALIZED (SELECT id FROM ${table} WHERE id = ${oneOf(sql`id`)}),
    judged AS MATERIALIZED (
      SELECT sent.*, own.id IS NOT NULL AS is_stored, ${codeOf(parents, { before, after })}
      FROM sent LEFT JOIN known ON known.id = sent.id LEFT JOIN ${held(table)} AS own ON own.id = sent.id
    ),
    written AS (${written})
    SELECT ${refusedWith([id])}, (SELECT coalesce(json_agg(id), '[]') FROM written) AS written,
      (SELECT coalesce(json_agg(id), '[]') FROM judged
        WHERE code IS NULL AND ${what === 'change' ? sql`NOT is_stored` : sql`id NOT IN (SELECT id FROM written)`}) AS "left"`;
}

/** The statement that changes the sent fields of a stored row. It locks that row alone. */
const changeStatement = (kind: RowKind) => sql`
  WITH ${sentRows([{ field: 'id', column: kind.table.id }, ...fieldsOf(kind)])},
  changed AS (${updateFrom(sql`sent`, kind)})
  SELECT EXISTS (SELECT FROM ${kind.table} WHERE id IN (SELECT id FROM sent)) AS "isStored",
    (SELECT count(*)::int FROM changed) AS changed`;

/** The statement that writes the pairs of a call. A stored pair stays. */
const pairStatement = ({ table, parents }: PairKind) => sql`
  WITH ${sentRows(parents)},
  ${lockInOrder(
    // The likes of a post are counted in its row.
    parentsOf(parents, (parent) => (parent === posts ? 'NO KEY UPDATE' : 'KEY SHARE')),
  )},
  judged AS MATERIALIZED (SELECT sent.*, ${codeOf(parents)} FROM sent),
  added AS (
    INSERT INTO ${table} (${list(columnsOf(parents))})
    SELECT ${list(parents.map(sent))} FROM judged AS sent WHERE code IS NULL ORDER BY ${list(parents.map(sent))}
    ON CONFLICT DO NOTHING
    RETURNING 1
  )
  SELECT ${refusedWith(parents)}, (SELECT count(*)::int FROM added) AS written`;

type Refused<Key extends string> = Record<Key, string> & { code: RefusalCode };

/** The maximum number of statements of a call. More than two are needed while another call adds the same rows. */
const maxRuns = 6;

function rowWriter(kind: RowKind) {
  const name = getTableName(kind.table);
  type Row = { refused: Refused<'id'>[]; written: string[]; left: string[] };
  const columns = { refused: sql`refused`, written: sql`written`, left: sql`"left"` };
  const statement = (what: 'add' | 'change') =>
    keptStatement<Row>(`app_writes_${name}_${what}`, columns, () => writeStatement(kind, what));
  const [add, update] = [statement('add'), statement('change')];
  const change = keptStatement<{ isStored: boolean; changed: number }>(
    `app_changes_${name}`,
    { isStored: sql`"isStored"`, changed: sql`changed` },
    () => changeStatement(kind),
  );
  return {
    /**
     * Writes rows. Returns the ids of new and changed rows, and the refused rows. Throws 503 when other calls keep
     * inserting the same rows.
     */
    async write(db: NodePgDatabase, rows: readonly ({ id: string } & Record<string, unknown>)[]) {
      const [written, refused] = [new Set<string>(), new Map<string, Refused<'id'>>()];
      let left = rows;
      for (let run = 0; left.length > 0; run += 1) {
        if (run === maxRuns) throw busy('Other calls write the same rows. Send them again.');
        const [statementOfRun, values] = [run % 2 === 0 ? add : update, { rows: JSON.stringify(left) }];
        const [done] = await retryDeadlock(() => statementOfRun(db, values));
        if (!done) throw new Error('A statement without a row');
        for (const id of done.written) written.add(id);
        for (const one of done.refused) refused.set(one.id, one);
        const ids = new Set(done.left);
        left = left.filter(({ id }) => ids.has(id));
      }
      return { written: [...written], refused: rows.flatMap(({ id }) => refused.get(id) ?? []) };
    },

    /** Changes the sent fields of a row. Returns whether the row is stored, and whether it was changed. */
    async change(db: NodePgDatabase, row: { id: string }) {
      const [done] = await retryDeadlock(() => change(db, { rows: JSON.stringify([row]) }));
      if (!done) throw new Error('A statement without a row');
      return { isStored: done.isStored, isChanged: done.changed > 0 };
    },
  };
}

function pairWriter<Key extends string>(kind: PairKind) {
  type Row = { refused: Refused<Key>[]; written: number };
  const columns = { refused: sql`refused`, written: sql`written` };
  const write = keptStatement<Row>(`app_writes_${getTableName(kind.table)}`, columns, () => pairStatement(kind));
  /** Writes pairs. Returns the number of new ones, and the refused ones. */
  return async (db: NodePgDatabase, rows: readonly Record<Key, string>[]) => {
    const [done] = await retryDeadlock(() => write(db, { rows: JSON.stringify(rows) }));
    if (!done) throw new Error('A statement without a row');
    return done;
  };
}

export const writePeople = rowWriter(people);
export const writePosts = rowWriter(ofPosts);
export const writeComments = rowWriter(ofComments);
export const writeLikes = pairWriter<'postId' | 'personId'>(ofLikes);
export const writeMembers = pairWriter<'secretId' | 'personId'>(ofMembers);

/** Deletes a like, after it has locked its post. */
export async function deleteLike(db: NodePgDatabase, { postId, personId }: { postId: string; personId: string }) {
  await db.execute(sql`
    WITH post AS MATERIALIZED (SELECT id FROM posts WHERE id = ${postId}::uuid FOR NO KEY UPDATE)
    DELETE FROM likes
    WHERE post_id = ${postId}::uuid AND user_id = ${personId}::uuid AND (SELECT count(*) FROM post) >= 0`);
}

/** Deletes a member of a secret. Returns whether it was there. */
export async function deleteMember(db: NodePgDatabase, { secretId, personId }: { secretId: string; personId: string }) {
  const { rowCount } = await db.execute(
    sql`DELETE FROM secret_members WHERE secret_id = ${secretId}::uuid AND user_id = ${personId}::uuid`,
  );
  return rowCount === 1;
}
