import { DeskClient } from '#server/database/desk-client.ts';
import { type Target, connectTimeout, sessionConfig } from '#server/database/pool.ts';

/** The fewest connections of a process that let it answer: two pipelines, one that listens, and two of the pool. */
const least = 5;

/** How many of `wanted` connections through a pooler are answered while the others are open too. It takes 3 seconds where not all are. */
async function countAnswered(target: Target, wanted: number): Promise<number> {
  const config = { ...sessionConfig(target), query_timeout: connectTimeout };
  const clients = Array.from({ length: wanted }, () => new DeskClient(config));
  const answers = clients.map(async (client) => {
    client.on('error', () => undefined);
    await client.connect();
    await client.query('SELECT 1');
  });
  const settled = await Promise.allSettled(answers);
  await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  return settled.filter(({ status }) => status === 'fulfilled').length;
}

/**
 * What a pooler in session mode has too little room for, as a sentence: it lets everybody in, and never answers those beyond its
 * connections. `isTooSmall` is whether no desk can work there. Undefined where there is room.
 */
export async function poolerRoom(target: Target, pool: number) {
  const wanted = pool + least - 1;
  const answered = await countAnswered(target, wanted);
  if (answered === wanted) return undefined;
  const sentence =
    `The pooler in front of the database answers ${answered} connections at a time, and this desk may open ${wanted}: DATABASE_POOL and ` +
    `${least - 1}. Raise its default_pool_size, set pool_mode = transaction there, or lower DATABASE_POOL.`;
  return { sentence, isTooSmall: answered < least };
}
