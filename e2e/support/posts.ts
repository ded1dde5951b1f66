import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { awaApi } from '#contract/awa.ts';
import type { Call } from '#e2e/support/calls.ts';

export const postsPath = '/admin/desk/awa/posts';

/** Adds a topic with a secret for the posts of one test, and returns their ids. */
export async function addSecret(api: Call, title = 'Cycle talk') {
  const topic = await api(awaApi.topics.create, { title, color: '#1F9D8F' });
  const secret = await api(awaApi.secrets.create, { topicId: topic.id, title, groupMode: 'TRACK_PERIOD' });
  return { topicId: topic.id, secretId: secret.id };
}

/** The address of the picture of a demo post. */
export async function demoPicture(database: pg.ClientConfig) {
  const client = new pg.Client(database);
  await client.connect();
  try {
    const { rows } = await client.query<{ address: string }>(
      "SELECT image_url AS address FROM posts WHERE image_url LIKE '/images/%' LIMIT 1",
    );
    return rows[0]?.address ?? '';
  } finally {
    await client.end();
  }
}

type NewPost = { content: string; imageUrl?: string; minutesAgo?: number };

/** Adds posts by a user of the app, because no call of the desk can. The first one is the newest. */
export async function addPosts(database: pg.ClientConfig, secretId: string, posts: NewPost[], portrait = '') {
  const client = new pg.Client(database);
  await client.connect();
  try {
    const userId = randomUUID();
    await client.query('INSERT INTO users (id, username, email, profile_image) VALUES ($1, $2, $3, $4)', [
      userId,
      'moonchild_ife',
      `${userId}@example.org`,
      portrait,
    ]);
    const rows = posts.map(({ content, imageUrl = '', minutesAgo = 0 }) => ({
      id: randomUUID(),
      content,
      imageUrl,
      minutesAgo,
    }));
    await client.query(
      `INSERT INTO posts (id, user_id, secret_id, content, image_url, created_at)
       SELECT id::uuid, $1, $2, content, "imageUrl", now() - make_interval(mins => "minutesAgo", secs => at * 0.01)
       FROM ROWS FROM (json_to_recordset($3) AS (id text, content text, "imageUrl" text, "minutesAgo" int))
         WITH ORDINALITY AS made (id, content, "imageUrl", "minutesAgo", at)`,
      [userId, secretId, JSON.stringify(rows)],
    );
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

/** Adds comments on a post by another user of the app, a second apart. The first one is the oldest. */
export async function addComments(database: pg.ClientConfig, postId: string, contents: string[]) {
  const client = new pg.Client(database);
  await client.connect();
  try {
    const userId = randomUUID();
    await client.query("INSERT INTO users (id, username, email) VALUES ($1, 'kind_reader', $2)", [
      userId,
      `${userId}@example.org`,
    ]);
    await client.query(
      `INSERT INTO comments (id, post_id, user_id, content, created_at)
       SELECT gen_random_uuid(), $1, $2, content, now() - interval '1 hour' + make_interval(secs => at)
       FROM unnest($3::text[]) WITH ORDINALITY AS made (content, at)`,
      [postId, userId, contents],
    );
  } finally {
    await client.end();
  }
}
