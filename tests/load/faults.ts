import type pg from 'pg';

type Fault = {
  /** The number of the statement in its transaction at which the fault happens, from 1; `begin` and `commit` count. */
  at: number;
  /** Runs before the statement. The statement is not sent if this throws. */
  happen: (client: pg.PoolClient) => Promise<void>;
};

type Query = (...asked: unknown[]) => unknown;

/**
 * Makes the next transaction on the pool fail at one of its statements. `reached` says whether there was such a
 * statement, `statements` are those sent before it.
 */
export function failNext(pool: pg.Pool, { at, happen }: Fault) {
  const statements: string[] = [];
  const connect = pool.connect.bind(pool) as (done?: unknown) => Promise<pg.PoolClient>;
  let reached = false;
  const mend = () => {
    pool.connect = connect as typeof pool.connect;
  };
  pool.connect = (async (done?: unknown) => {
    if (done) return connect(done);
    const client = await connect();
    const query = client.query.bind(client) as Query;
    const release = client.release.bind(client);
    let mine = false;
    client.query = (async (...asked: unknown[]) => {
      const [first] = asked as [string | { text: string }];
      const text = typeof first === 'string' ? first : first.text;
      // Single statements outside a transaction do not count.
      mine ||= statements.length === 0 && text.startsWith('begin');
      if (!mine) return query(...asked);
      mend();
      if (statements.length + 1 === at) {
        reached = true;
        // Later statements are sent as usual.
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

/** The statements of the transaction that `work` starts, and its result. */
export async function statementsOf<T>(pool: pg.Pool, work: () => Promise<T>) {
  const { statements, mend } = failNext(pool, { at: Infinity, happen: () => Promise.resolve() });
  const answer = await work();
  mend();
  return { answer, statements };
}
