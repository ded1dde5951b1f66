import { DeskClient } from '#server/database/connect/desk-client.ts';
import { type Target, connectTimeout, sessionConfig } from '#server/database/connect/pool.ts';

/**
 * The minimum number of connections with which a process works: two pipelines, one that listens, and two of the pool.
 */
const least = 5;

/**
 * The number of `wanted` connections through a pooler that work while the others are open too. It takes 3 seconds when
 * some do not.
 */
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
 * A sentence when a pooler in session mode has too few connections: it accepts all clients, and never responds to those
 * beyond its number. `isTooSmall` is whether no desk can work there. Undefined when there are enough.
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
