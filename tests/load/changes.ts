import type pg from 'pg';
import { type Random, seededRandom } from '#server/database/seeded-random.ts';

/** A time in the last 60 days, in milliseconds and UTC. */
const anyTime = (random: Random) => new Date(Date.now() - random.next() * 60 * 86_400_000).toISOString();
const names = ['', 'Ada', 'Adébáyọ̀', 'Ɓo', 'Ngozi', 'z', '😀', 'مريم', '%', '\\', 'Ọ'];
const email = (random: Random) => `${random.next()}@mail.test`;

/** Some users whose rows are not locked, so that the change does not wait. */
const someone = 'id IN (SELECT id FROM users ORDER BY random() LIMIT $1 FOR UPDATE SKIP LOCKED)';

type Change = [sql: string, values: (random: Random) => unknown[]];

const few = (random: Random) => 1 + Math.floor(random.next() * 3);

/** All changes that can happen to a user or a post, common ones several times. */
const changes: Change[] = [
  ...Array.from({ length: 4 }, (): Change => [
    `INSERT INTO users (id, email, name, username, is_verified, created_at, last_active_at)
       SELECT gen_random_uuid(), $2, $3, $4, $5, $6::timestamptz, $7::timestamptz FROM generate_series(1, $1)`,
    (random) => {
      const seen = random.chance(0.8) ? anyTime(random) : null;
      return [
        few(random),
        email(random),
        random.pick(names),
        random.pick(names),
        random.chance(0.5),
        anyTime(random),
        seen,
      ];
    },
  ]),
  ...Array.from({ length: 3 }, (): Change => [
    `INSERT INTO posts (id, user_id, content, created_at)
       SELECT gen_random_uuid(), id, 'x', $2 FROM users WHERE ${someone}`,
    (random) => [few(random), anyTime(random)],
  ]),
  [`UPDATE users SET last_active_at = $2 WHERE ${someone}`, (random) => [few(random), anyTime(random)]],
  [`UPDATE users SET last_active_at = now() WHERE ${someone}`, (random) => [few(random)]],
  [`UPDATE users SET is_verified = NOT is_verified WHERE ${someone}`, (random) => [few(random)]],
  [`UPDATE users SET created_at = $2 WHERE ${someone}`, (random) => [few(random), anyTime(random)]],
  [`UPDATE users SET name = $2, username = $2 WHERE ${someone}`, (random) => [few(random), random.pick(names)]],
  [`UPDATE users SET updated_at = now() WHERE ${someone}`, (random) => [few(random)]],
  [
    `UPDATE posts SET created_at = $2 WHERE id IN (SELECT id FROM posts ORDER BY random() LIMIT $1 FOR UPDATE SKIP LOCKED)`,
    (random) => [few(random), anyTime(random)],
  ],
  [
    `INSERT INTO comments (id, post_id, user_id, content)
       SELECT gen_random_uuid(), posts.id, users.id, 'x' FROM users, (SELECT id FROM posts ORDER BY random() LIMIT 2 FOR UPDATE SKIP LOCKED) AS posts
       WHERE users.${someone}`,
    (random) => [few(random)],
  ],
];

/**
 * Each runs alone in its transaction, and one at a time. It waits for the locks of the deleted rows and of their
 * authors, so a transaction with such locks must not wait for others.
 */
const deletions: Change[] = [
  [`DELETE FROM users WHERE ${someone}`, (random) => [few(random)]],
  [
    'DELETE FROM posts WHERE id IN (SELECT id FROM posts ORDER BY random() LIMIT $1 FOR UPDATE SKIP LOCKED)',
    (random) => [few(random)],
  ],
  [
    'UPDATE comments SET user_id = (SELECT min(id::text)::uuid FROM users) WHERE id IN (SELECT id FROM comments ORDER BY random() LIMIT $1)',
    (random) => [few(random)],
  ],
];
/** An arbitrary number: the key of the lock for deletions. */
const deletionLock = 20_261_122;

/**
 * Makes `count` changes of users and posts over four simultaneous connections, in transactions of up to four, some
 * rolled back.
 */
export async function changeAtRandom(pool: pg.Pool, count: number, seed: string): Promise<void> {
  let left = count;
  const work = async (random: Random) => {
    const client = await pool.connect();
    try {
      while (left > 0) {
        await client.query('BEGIN');
        const deleting = random.chance(0.2);
        if (deleting) await client.query('SELECT pg_advisory_xact_lock($1)', [deletionLock]);
        const steps = deleting
          ? [random.pick(deletions)]
          : Array.from({ length: few(random) }, () => random.pick(changes));
        for (const [sql, values] of steps) await client.query(sql, values(random));
        left -= steps.length;
        await client.query(random.chance(0.9) ? 'COMMIT' : 'ROLLBACK');
      }
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
  await Promise.all([1, 2, 3, 4].map((writer) => work(seededRandom(`${seed} ${writer}`))));
}
