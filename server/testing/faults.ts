import type pg from 'pg';

type Fault = {
  /** The statement of a transaction, from 1, at which it happens; `begin` and `commit` count. */
  at: number;
  /** Happens in place of the statement, which is then sent if this does not throw. */
  happen: (client: pg.PoolClient) => Promise<void>;
};

type Query = (...asked: unknown[]) => unknown;

/**
 * Makes the next transaction that is begun on the pool go wrong at one of its statements. `reached` says whether there
 * was such a statement, `statements` which ones were sent before.
 */
export function failNext(pool: pg.Pool, { at, happen }: Fault) {
  const statements: string[] = [];
  const connect = pool.connect.bind(pool) as (done?: unknown) => Promise<pg.PoolClient>;
  let reached = false;
  const mend = () => {
    pool.connect = connect as typeof pool.connect;
  };
  // A statement of its own takes a connection with a callback; only transactions ask for a promise.
  pool.connect = (async (done?: unknown) => {
    if (done) return connect(done);
    mend();
    const client = await connect();
    const query = client.query.bind(client) as Query;
    const release = client.release.bind(client);
    client.query = (async (...asked: unknown[]) => {
      const [first] = asked as [string | { text: string }];
      const text = typeof first === 'string' ? first : first.text;
      if (statements.length + 1 === at) {
        reached = true;
        // What it says after this is not the fault any more.
        client.query = query as typeof client.query;
        await happen(client);
      }
      statements.push(text);
      return query(...asked);
    }) as typeof client.query;
    client.release = (broken?: boolean | Error) => {
      client.query = query as typeof client.query;
      client.release = release;
      release(broken);
    };
    return client;
  }) as typeof pool.connect;
  return { statements, reached: () => reached, mend };
}
