import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { DeskClient } from '#server/database/connect/desk-client.ts';
import { isPlain } from '#server/database/driver/plain.ts';
import { PreparingClient } from '#server/database/driver/preparing-client.ts';
import { type Target, sessionConfig, tooBusy } from '#server/database/connect/pool.ts';

type Connection = {
  client: DeskClient;
  /** Statements that the database has parsed on this connection. */
  parsed: Set<string>;
  /** Statements that are being sent to be parsed for the first time. */
  parsing: Map<string, Promise<unknown>>;
  /** A statement timed out on it. */
  stuck: boolean;
};

/**
 * One connection on which statements are sent before the earlier ones have results, for prepared reads of a few rows.
 * Each statement is a separate transaction, so that a failing one does not affect the others. Results come in order:
 * slow statements, transactions and changes go through the pool. A statement without a result after `patience`
 * milliseconds ends the connection and fails with all those behind it. The next statement opens another connection.
 */
export function openPipeline(target: Target, patience = 5000) {
  const { Client = isPlain() ? DeskClient : PreparingClient } = target;
  let current: Connection | undefined;

  function forget(client: pg.Client) {
    if (current?.client === client) current = undefined;
  }

  function connect(): Connection {
    const client = new Client({ ...sessionConfig(target), pipeline: true, query_timeout: patience });
    client.on('error', () => forget(client)).on('end', () => forget(client));
    client.connect().catch(() => forget(client));
    return { client, parsed: new Set(), parsing: new Map(), stuck: false };
  }

  /** The driver ends the connection on which a statement timed out, and reports that only later. */
  const send = (connection: Connection, statement: pg.QueryConfig, values: unknown[]) =>
    connection.client.query(statement, values).catch((error: Error) => {
      if (error.message === 'Query read timeout') {
        connection.stuck = true;
        forget(connection.client);
      }
      // The statements behind it fail as well: for them, too, the database is busy, not unreachable.
      throw connection.stuck ? tooBusy() : error;
    });

  async function query(statement: pg.QueryConfig, values: unknown[]) {
    if (current?.client.isStale) {
      // Statements in progress still get their results.
      current.client.end().catch(() => undefined);
      current = undefined;
    }
    current ??= connect();
    const connection = current;
    const { parsed, parsing } = connection;
    const { name = '' } = statement;
    // The driver considers a statement parsed once it is sent. If parsing failed, statements sent before the failure is
    // known would fail too.
    while (!parsed.has(name)) {
      const first = parsing.get(name);
      if (first) {
        await first.catch(() => undefined);
      } else {
        const asked = send(connection, statement, values);
        parsing.set(name, asked);
        try {
          const result = await asked;
          parsed.add(name);
          return result;
        } finally {
          parsing.delete(name);
        }
      }
    }
    return send(connection, statement, values);
  }

  return {
    /** For prepared statements only: transactions cannot share a connection. */
    db: drizzle({ query } as unknown as pg.Client) satisfies NodePgDatabase,
    close: async () => current?.client.end(),
  };
}
