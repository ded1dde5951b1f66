import pg from 'pg';
import { type DeskConfig, DeskClient } from '#server/database/connect/desk-client.ts';

type Connection = { describe: (message: object) => void };
/** The column information with which the driver reads the rows of a result. */
type Columns = { fields: unknown; _parsers: unknown };
/** A prepared statement as the query builder sends it. */
type Prepared = pg.QueryArrayConfig & { name: string; query_timeout?: number };

/**
 * The members of the driver's query that are used here and missing from its types. The version of the driver is fixed.
 */
interface DriverQuery {
  name: string;
  query_timeout: number | undefined;
  callback: (error: Error | null, result: pg.QueryArrayResult) => void;
  _result: Columns & { rowAsArray: boolean; parseRow: unknown; _parseRowAsArray: unknown; _types: unknown };
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
}
const Base = pg.Query as unknown as new (text: string, values: unknown[]) => DriverQuery;

/**
 * For each connection: the columns of the statements that have run on it, by name, and a variant of it that does not
 * request them.
 */
const kept = new WeakMap<Connection, { columns: Map<string, Columns>; mute: Connection }>();

class PreparedQuery extends Base {
  constructor({ text, name, types, query_timeout }: Prepared, values: unknown[]) {
    // A text, because the driver copies a configuration property by property, which takes longer than sending it.
    super(text, values);
    this.name = name;
    this.query_timeout = query_timeout;
    this._result._types = types;
    this._result.rowAsArray = true;
    this._result.parseRow = this._result._parseRowAsArray;
  }

  override prepare(connection: Connection) {
    const known = kept.get(connection);
    const columns = known?.columns.get(this.name);
    if (!known || !columns) return super.prepare(connection);
    Object.assign(this._result, columns);
    this._accumulateRows = true;
    super.prepare(known.mute);
  }

  override handleReadyForQuery(connection: Connection) {
    const { fields, _parsers } = this._result;
    let known = kept.get(connection);
    if (!known) {
      known = { columns: new Map(), mute: Object.assign(Object.create(connection), { describe() {} }) as Connection };
      kept.set(connection, known);
    }
    known.columns.set(this.name, { fields, _parsers });
    super.handleReadyForQuery(connection);
  }
}

const isPrepared = (asked: unknown): asked is Prepared =>
  typeof asked === 'object' && asked !== null && 'name' in asked && 'rowMode' in asked && Boolean(asked.name);

/**
 * A connection that requests the columns of a prepared statement only at its first use. The driver itself requests them
 * at each use, and rebuilds their parsers: a seventh of Node's work for a save. The database never changes the columns of
 * a prepared statement.
 */
export class PreparingClient extends DeskClient {
  constructor(config?: DeskConfig) {
    super(config);
    const send = this.query.bind(this) as (...asked: unknown[]) => unknown;
    this.query = ((...asked: unknown[]) => {
      const [first, values, done] = asked;
      if (!isPrepared(first) || done) return send(...asked);
      return new Promise((resolve, reject) => {
        const prepared = new PreparedQuery(first, values as unknown[]);
        prepared.callback = (error, result) => (error ? reject(error) : resolve(result));
        send(prepared);
      });
    }) as typeof this.query;
  }
}
