import pg from 'pg';
import type { DeskClient } from '#server/database/connect/desk-client.ts';
import { countMissing, readApplied } from '#server/database/migrate.ts';
import { asRoleSettings } from '#server/database/connect/pool.ts';

/** The connections of a process besides its pool: two pipelines, one that listens, and one for separate work. */
const besidePool = 4;

const facts = `
  SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
    lower('I') = 'i' AS "lowersAscii", lower(chr(198)) = chr(230) AS "lowersAll",
    current_schema() AS schema, current_user AS role, current_database() AS name, pg_backend_pid() AS pid,
    pg_is_in_recovery() AS "isReplica", current_setting('transaction_read_only') = 'on' AS "isReadOnly",
    current_setting('timezone') = 'UTC' AND current_setting('datestyle') LIKE 'ISO%'
      AND current_setting('default_transaction_isolation') = 'read committed' AND limits.missing IS NULL AS "isOurs",
    (SELECT source = 'client' FROM pg_settings WHERE name = 'search_path') AS "isPathByUrl",
    limits.missing AS "unlimited", limits.is_asked AS "isUnlimitedByUrl",
    has_database_privilege(current_database(), 'CREATE') AS "mayCreateSchemas",
    coalesce((SELECT has_schema_privilege(oid, 'CREATE') FROM pg_namespace WHERE nspname = 'public'), true) AS "mayCreateTables",
    EXISTS (SELECT FROM pg_namespace WHERE nspname = 'public') AS "hasPublic",
    EXISTS (SELECT FROM pg_namespace WHERE nspname = 'drizzle') AS "hasDrizzle",
    (SELECT has_schema_privilege(relnamespace, 'USAGE') AND has_table_privilege(pg_class.oid, 'SELECT') FROM pg_class
      JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = 'drizzle' AND relname = '__drizzle_migrations') AS "readsMigrations",
    (SELECT pg_get_userbyid(relowner)::text FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = 'public' AND relname = 'operations' AND NOT pg_has_role(relowner, 'USAGE')) AS "otherOwner",
    EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') AS "hasTrigrams",
    (SELECT nspname::text FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace
      WHERE extname = 'pg_trgm' AND nspname <> ALL (current_schemas(true))) AS "trigramsElsewhere",
    EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS "offersTrigrams",
    least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database()),
      (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user)
    ) AS connections
  FROM (
    SELECT string_agg(name, ', ' ORDER BY name) AS missing, bool_or(source = 'client') AS is_asked FROM pg_settings
    WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') AND setting = '0'
  ) AS limits`;

type Facts = {
  version: string;
  encoding: string;
  lowersAscii: boolean;
  lowersAll: boolean;
  schema: string | null;
  role: string;
  name: string;
  pid: number;
  isReplica: boolean;
  isReadOnly: boolean;
  isOurs: boolean;
  isPathByUrl: boolean;
  unlimited: string | null;
  isUnlimitedByUrl: boolean | null;
  mayCreateSchemas: boolean;
  mayCreateTables: boolean;
  hasPublic: boolean;
  hasDrizzle: boolean;
  readsMigrations: boolean | null;
  otherOwner: string | null;
  hasTrigrams: boolean;
  /** The schema of the extension, if it is outside the role's search path. */
  trigramsElsewhere: string | null;
  offersTrigrams: boolean;
  connections: number;
};

/**
 * `missing`: the number of migrations that the database lacks; null when the role may not see them. `isPooled`: the
 * connection goes through a pooler.
 */
export type DatabaseFacts = Facts & { missing: number | null; isPooled: boolean };

/** All facts about a database that a start depends on, in one round trip, and one more when it was migrated before. */
export async function inspectDatabase(client: DeskClient): Promise<DatabaseFacts> {
  const { rows } = await client.query<Facts>(facts);
  const [found] = rows as [Facts];
  const applied = found.readsMigrations ? await readApplied(client) : [];
  const missing = found.readsMigrations === false ? null : countMissing(applied);
  return { ...found, missing, isPooled: client.backend !== found.pid };
}

const quoted = (name: string) => pg.escapeIdentifier(name);

/**
 * The reasons why the desk cannot work with a database, as sentences with instructions. Nothing has been changed yet.
 */
export function obstacles(found: DatabaseFacts): string[] {
  const { version, encoding, schema, missing } = found;
  const [role, name] = [quoted(found.role), quoted(found.name)];
  if (Number.parseInt(version, 10) < 14)
    return [`The database is Postgres ${version}. Awa Desk needs Postgres 14 or newer.`];
  if (encoding !== 'UTF8')
    return [`The database has the encoding ${encoding}. Awa Desk needs one with the encoding UTF8.`];
  const sentences: string[] = [];
  const say = (is: boolean, sentence: () => string) => is && sentences.push(sentence());
  say(
    found.isReplica,
    () =>
      'This is a replica, which takes no changes. Set DATABASE_URL to its primary, and this one as DATABASE_REPLICA_URL.',
  );
  say(
    found.isReadOnly && !found.isReplica,
    () =>
      `The database takes no changes (default_transaction_read_only). Run from another database of the server: ` +
      `ALTER DATABASE ${name} RESET default_transaction_read_only; or the same for its role or in postgresql.conf.`,
  );
  say(
    !found.lowersAscii,
    () =>
      'In the language of this database i is not the small letter of I (Turkish), so emails and searches would not be found. ' +
      "Move to one that was made with: CREATE DATABASE name TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C.UTF-8' LC_CTYPE 'C.UTF-8'.",
  );
  say(!found.hasPublic, () => `The database has no schema public. Run: CREATE SCHEMA public AUTHORIZATION ${role};`);
  say(found.hasPublic && schema !== 'public', () =>
    found.isPathByUrl
      ? 'options in the address of the database set search_path, in which public has to be the first. Remove it there.'
      : `The role ${role} looks for tables in ${schema ? `the schema ${quoted(schema)}` : 'no schema'} before public. Run: ` +
        `GRANT USAGE ON SCHEMA public TO ${role}; ALTER ROLE ${role} IN DATABASE ${name} SET search_path = public;`,
  );
  say(!found.isOurs, () =>
    found.isUnlimitedByUrl
      ? `options in the address of the database set ${found.unlimited} to 0, so calls could wait for ever. Give a time there, or nothing.`
      : 'The pooler in front of the database drops the settings of our sessions. Run this in the database, let the ' +
        `pooler connect anew, and start again: ${asRoleSettings}`,
  );
  say(
    missing === null,
    () =>
      `The role ${role} may not read the desk's tables. Sign in as their owner, or run: REASSIGN OWNED BY owner TO ${role};`,
  );
  if (!missing) return sentences;
  const grants = [
    !found.mayCreateSchemas &&
      !(found.hasDrizzle && found.hasTrigrams) &&
      `GRANT CREATE ON DATABASE ${name} TO ${role};`,
    !found.mayCreateTables && `GRANT CREATE ON SCHEMA public TO ${role};`,
  ].filter(Boolean);
  say(
    grants.length > 0,
    () => `The role ${role} may not create what the desk needs. Run as the owner of the database: ${grants.join(' ')}`,
  );
  say(
    !found.hasTrigrams && !found.offersTrigrams,
    () =>
      'The server lacks the extension pg_trgm. Install the contrib package of its version there (postgresql-contrib), or allow it at the provider.',
  );
  say(
    found.trigramsElsewhere !== null,
    () =>
      `The extension pg_trgm is in the schema ${quoted(found.trigramsElsewhere ?? '')}, where the role ${role} does not look. Run: ` +
      `ALTER ROLE ${role} IN DATABASE ${name} SET search_path = public, ${quoted(found.trigramsElsewhere ?? '')};`,
  );
  say(
    found.otherOwner !== null,
    () =>
      `The desk's tables belong to the role ${quoted(found.otherOwner ?? '')}. Sign in as that one, or run: ` +
      `REASSIGN OWNED BY ${quoted(found.otherOwner ?? '')} TO ${role};`,
  );
  return sentences;
}

/**
 * Sentences about settings that work now and cause trouble later. `opening` are the connections to be opened; without
 * it the number of connections is not checked, because the desk chooses it for its embedded database.
 */
export function warnings(found: DatabaseFacts, opening?: { databasePool: number; workers?: number }): string[] {
  const [role, name] = [quoted(found.role), quoted(found.name)];
  const { databasePool = 0, workers = 1 } = opening ?? {};
  const wanted = workers * (databasePool + besidePool);
  const sentences: string[] = [];
  if (!found.lowersAll) {
    sentences.push(
      'The database knows small and capital letters of a to z alone (LC_CTYPE C): a search finds Greek, Cyrillic, æ, ð and ß only as they ' +
        "are written. Another one is made with: CREATE DATABASE name TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'.",
    );
  }
  if (opening && !found.isPooled && found.connections < wanted) {
    sentences.push(
      `The database allows ${found.connections} connections, and ${workers === 1 ? 'this desk' : `${workers} workers`} may open ${wanted}: ` +
        `DATABASE_POOL and ${besidePool}${workers === 1 ? '' : ' each'}. Lower DATABASE_POOL, or raise max_connections or the CONNECTION LIMIT ` +
        `of ${role} or ${name}.`,
    );
  }
  if (found.missing === 0 && (!found.mayCreateTables || found.otherOwner !== null)) {
    sentences.push(
      `The role ${role} may not add parts for the coming months to the log, and without them no change can be made. Run as the owner of the ` +
        `database: GRANT CREATE ON SCHEMA public TO ${role};${found.otherOwner ? ` REASSIGN OWNED BY ${quoted(found.otherOwner)} TO ${role};` : ''}`,
    );
  }
  return sentences;
}
