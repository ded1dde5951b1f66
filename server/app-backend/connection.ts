import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Connection } from '#contract/app-backend.ts';
import { numberWaiting } from '#server/app-backend/feed.ts';
import { appFeed } from '#server/app-backend/tables.ts';

/** The state of the feed, and of the news about it when a host gets them. */
export async function readConnection(
  db: NodePgDatabase,
  { publicUrl, newsHost }: { publicUrl: string; newsHost: string | null },
): Promise<Connection> {
  await db.execute(numberWaiting);
  const waiting = sql<number>`(${appFeed.numbered} - ${appFeed.readUpTo})::float8`;
  const [feed] = await db.select({ row: appFeed, waiting }).from(appFeed);
  if (!feed) throw new Error('The feed has no state');
  const { readAt, pushedAt, pushFailures, pushFailure, pushFailedAt, nextPushAt } = feed.row;
  return {
    address: publicUrl,
    feed: { readAt, waiting: feed.waiting },
    push:
      newsHost === null
        ? null
        : {
            host: newsHost,
            deliveredAt: pushedAt,
            failures: pushFailures,
            failure: pushFailure,
            failedAt: pushFailedAt,
            nextAt: nextPushAt,
          },
  };
}
