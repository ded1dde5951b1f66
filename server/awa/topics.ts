import { type SQL, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Secret, TopicTree } from '#contract/awa.ts';
import { communityKind, secretKind, topicKind } from '#server/awa/kinds.ts';
import { secrets } from '#server/awa/tables.ts';
import { listEntities } from '#server/records/reads.ts';
import { figures } from '#server/users/tables.ts';

/** The number of members of each secret, or of one. Secrets without members are missing. */
async function countMembers(db: NodePgDatabase, secretId?: string) {
  const rows = await db
    .select({ id: figures.bucket, members: sql<number>`sum(${figures.value})::int` })
    .from(figures)
    .where(
      sql`${figures.per} = 'secret' AND ${figures.name} = 'members' ${secretId === undefined ? sql`` : sql`AND ${figures.bucket} = ${secretId}`}`,
    )
    .groupBy(figures.bucket);
  return new Map(rows.map(({ id, members }) => [id, members]));
}

/** A secret with the number of its members. */
export async function withMembers<One extends { id: string }>(db: NodePgDatabase, one: One) {
  return { ...one, members: (await countMembers(db, one.id)).get(one.id) ?? 0 };
}

async function listSecrets(db: NodePgDatabase, condition?: SQL): Promise<Secret[]> {
  const members = await countMembers(db);
  const all = await listEntities(db, secretKind, condition);
  return all.map((one) => Object.assign(one, { members: members.get(one.id) ?? 0 }));
}

export const listSecretsOf = (db: NodePgDatabase, topicId: string | undefined) =>
  listSecrets(db, topicId === undefined ? undefined : eq(secrets.topicId, topicId));

/** All topics with their secrets and communities, newest first, read at one moment. */
export const listTopics = (db: NodePgDatabase): Promise<TopicTree[]> =>
  db.transaction(
    async (tx) => {
      const all = await listEntities(tx, topicKind);
      const children = { secrets: await listSecrets(tx), communities: await listEntities(tx, communityKind) };
      return all.map((one) =>
        Object.assign(one, {
          secrets: children.secrets.filter(({ topicId }) => topicId === one.id),
          communities: children.communities.filter(({ topicId }) => topicId === one.id),
        }),
      );
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

/** A topic as a change left it, with its secrets and communities. */
export async function withHeld<One extends { id: string }>(db: NodePgDatabase, one: One) {
  const found = (await listTopics(db)).find(({ id }) => id === one.id);
  return { ...one, secrets: found?.secrets ?? [], communities: found?.communities ?? [] };
}
