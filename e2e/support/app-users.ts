import { randomUUID } from 'node:crypto';
import pg from 'pg';

export type NewAppUser = {
  name?: string;
  username?: string;
  email?: string;
  profileImage?: string;
  isVerified?: boolean;
  posts?: number;
};

/**
 * Adds users of the app, because no call of the desk's API can. Returns a mark in each email: a search for it finds
 * exactly these users. They sign up a second apart, and the last one is the newest.
 */
export async function addAppUsers(database: pg.ClientConfig, people: NewAppUser[]): Promise<string> {
  const mark = `m${randomUUID().slice(0, 8)}`;
  const client = new pg.Client(database);
  await client.connect();
  try {
    for (const [
      at,
      { name = `Person ${at + 1}`, username = '', email, profileImage = '', isVerified = false, posts = 0 },
    ] of people.entries()) {
      const id = randomUUID();
      await client.query(
        `INSERT INTO users (id, name, username, email, profile_image, is_verified, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, now() - make_interval(secs => $7))`,
        [
          id,
          name,
          username,
          email ?? `${at + 1}.${mark}@example.org`,
          profileImage,
          isVerified,
          people.length - 1 - at,
        ],
      );
      await client.query(
        "INSERT INTO posts (id, user_id, content) SELECT gen_random_uuid(), $1, 'Hello' FROM generate_series(1, $2)",
        [id, posts],
      );
    }
    return mark;
  } finally {
    await client.end();
  }
}
