import { randomUUID } from 'node:crypto';
import pg from 'pg';

export type NewAppUser = { name?: string; username?: string; email?: string; profileImage?: string; posts?: number };

/**
 * Lets people sign up, which the app does and no call of the desk's API can. The answer is a mark that is part of each
 * email: a search for it finds these people and no others. The last one is the newest.
 */
export async function addAppUsers(database: pg.ClientConfig, people: NewAppUser[]): Promise<string> {
  const mark = `m${randomUUID().slice(0, 8)}`;
  const client = new pg.Client(database);
  await client.connect();
  try {
    for (const [
      at,
      { name = `Person ${at + 1}`, username = '', email, profileImage = '', posts = 0 },
    ] of people.entries()) {
      const id = randomUUID();
      await client.query('INSERT INTO users (id, name, username, email, profile_image) VALUES ($1, $2, $3, $4, $5)', [
        id,
        name,
        username,
        email ?? `${at + 1}.${mark}@example.org`,
        profileImage,
      ]);
      for (let post = 0; post < posts; post += 1) {
        await client.query("INSERT INTO posts (id, user_id, content) VALUES ($1, $2, 'Hello')", [randomUUID(), id]);
      }
    }
    return mark;
  } finally {
    await client.end();
  }
}
