import type pg from 'pg';
import { loadWithoutIndexes } from '#server/database/bulk-load.ts';
import { copyRows, type Row } from '#server/database/copy.ts';
import { idsOf, type Random, seededRandom } from '#server/database/seeded-random.ts';
import type { DemoImages } from '#server/images/demo.ts';
import { day, endOfDemo } from '#server/users/demo-calendar.ts';
import {
  demoComments,
  demoLikes,
  demoMembers,
  demoPosts,
  type Members,
  type Posts,
} from '#server/users/demo-community.ts';
import { demoPeople } from '#server/users/demo-people.ts';
import { anyAnswers, closers, hello, lightAnswers, openers, type Topic, topics } from '#server/users/demo-texts.ts';

const userId = idsOf('user');
const postId = idsOf('post');
const commentId = idsOf('comment');

/** The rows of each table, in the order of `columns`. They can be read again, and are the same again. */
export type DemoUsers = Record<keyof typeof columns, () => Iterable<Row>>;

/** The columns of each table. A table refers only to those before it. */
export const columns = {
  users: [
    'id',
    'name',
    'username',
    'email',
    'is_verified',
    'last_active_at',
    'created_at',
    'updated_at',
    'profile_image',
    'post_count',
    'comment_count',
  ],
  posts: ['id', 'user_id', 'content', 'created_at', 'image_url'],
  comments: ['id', 'post_id', 'user_id', 'content', 'created_at'],
  likes: ['post_id', 'user_id'],
} as const;

/** Every text that can be a post, with what may be answered to it. */
const stories = [hello, ...topics].flatMap((topic) =>
  topic.stories.map((story) => {
    const [text, ...own] = typeof story === 'string' ? [story] : story;
    const general = topic.tone === 'light' ? [...anyAnswers, ...lightAnswers] : anyAnswers;
    return { topic, text, own, general };
  }),
);

/** Each topic, as many times as its share says. */
const byShare = topics.flatMap((topic) => Array.from({ length: topic.share }, () => topic));

/** Draws the texts of a topic in any order, and none again before all have been drawn. */
function drawsOf(topic: Topic, random: Random): () => number {
  const all = stories.flatMap((story, index) => (story.topic === topic ? [index] : []));
  let left: number[] = [];
  return () => {
    if (left.length === 0) left = [...all];
    return left.splice(Math.floor(random.next() * left.length), 1)[0] as number;
  };
}

/** The text of each post. Most new users say hello first; everybody else writes on any topic. */
function chooseStories({ joined }: Members, { count, author, at }: Posts): Uint16Array {
  const random = seededRandom(`stories ${joined.length}`);
  const draws = new Map([hello, ...topics].map((topic) => [topic, drawsOf(topic, random)]));
  return Uint16Array.from({ length: count }, (_, post) => {
    const isNew = (at[post] as number) - (joined[author[post] as number] as number) < 3 * day;
    const topic = isNew && random.chance(0.6) ? hello : random.pick(byShare);
    return draws.get(topic)?.() ?? 0;
  });
}

function postText({ text, topic }: (typeof stories)[number], random: Random): string {
  if (topic.tone === 'heavy' || text.length < 30) return text;
  const opened = topic !== hello && random.chance(0.2) ? random.pick(openers) + text : text;
  return random.chance(0.25) ? opened + random.pick(closers) : opened;
}

function answerText({ topic, own, general }: (typeof stories)[number], random: Random): string {
  if (own.length > 0 && random.chance(0.25)) return random.pick(own);
  return random.pick(random.chance(0.5) ? topic.answers : general);
}

/** The shares of people and of posts that have a picture. */
const pictured = { people: 0.4, posts: 0.08 };

/** Pictures for a share of rows, `''` for the others. They have a seed of their own, so that the rest does not depend on them. */
function picturesOf(urls: readonly string[], share: number, seed: string): () => string {
  const random = seededRandom(seed);
  return () => (urls.length > 0 && random.chance(share) ? random.pick(urls) : '');
}

/** How many posts and comments each user has. The triggers that keep these counts do not see a load. */
function countWritten(members: Members, posts: Posts, end: number) {
  const counts = { posts: new Uint32Array(members.joined.length), comments: new Uint32Array(members.joined.length) };
  const add = (to: Uint32Array, user: number) => (to[user] = (to[user] as number) + 1);
  for (const author of posts.author.subarray(0, posts.count)) add(counts.posts, author);
  for (const { user } of demoComments(members, posts, end)) add(counts.comments, user);
  return counts;
}

function* userRows(members: Members, posts: Posts, end: number, people: readonly string[]): Generator<Row> {
  const { joined, lastSeen } = members;
  const written = countWritten(members, posts, end);
  const random = seededRandom(`users ${joined.length}`);
  const picture = picturesOf(people, pictured.people, `people ${joined.length}`);
  let row = 0;
  for (const { name, username, email } of demoPeople(joined.length)) {
    const at = joined[row] as number;
    const seen = lastSeen[row] as number;
    const isVerified = random.chance(Number.isNaN(seen) ? 0.3 : 0.85);
    // The only change of a user is the verification, at most two days after joining.
    const changed = Math.min(end, at + Math.floor(2 * day * random.next() ** 3));
    const lastActive = Number.isNaN(seen) ? null : seen;
    const updated = isVerified ? changed : at;
    const counts = [String(written.posts[row]), String(written.comments[row])];
    yield [userId(at, row), name, username, email, isVerified, lastActive, at, updated, picture(), ...counts];
    row++;
  }
}

const noPictures: Pick<DemoImages, 'people' | 'scenes'> = { people: [], scenes: [] };

/**
 * `count` people with what they write to each other, before the day of `now`. The data is the same at every moment of a
 * day. On another day all times move, and so do the ids, which begin with a time. Rows are made while they are read: a
 * million users take about 60 MB.
 */
export function demoUsers(count: number, now: Date, { people, scenes } = noPictures): DemoUsers {
  const end = endOfDemo(now);
  const members = demoMembers(count, end);
  const posts = demoPosts(members, end);
  const chosen = chooseStories(members, posts);
  const storyOf = (post: number) => stories[chosen[post] as number] as (typeof stories)[number];
  const idOfUser = (user: number) => userId(members.joined[user] as number, user);
  const idOfPost = (post: number) => postId(posts.at[post] as number, post);
  return {
    users: () => userRows(members, posts, end, people),
    *posts() {
      const random = seededRandom(`post texts ${count}`);
      const picture = picturesOf(scenes, pictured.posts, `post pictures ${count}`);
      for (let post = 0; post < posts.count; post++) {
        const text = postText(storyOf(post), random);
        yield [idOfPost(post), idOfUser(posts.author[post] as number), text, posts.at[post] as number, picture()];
      }
    },
    *comments() {
      const random = seededRandom(`comment texts ${count}`);
      let row = 0;
      for (const { post, user, at } of demoComments(members, posts, end)) {
        const text = answerText(storyOf(post), random);
        yield [commentId(at, row++), idOfPost(post), idOfUser(user), text, at];
      }
    },
    *likes() {
      for (const { post, user } of demoLikes(members, posts)) yield [idOfPost(post), idOfUser(user)];
    },
  };
}

const isEmpty = async (client: pg.ClientBase) => (await client.query('SELECT FROM users LIMIT 1')).rows.length === 0;

/** Fills an area without users, in the transaction of `client`. */
export async function loadDemoUsers(
  client: pg.ClientBase,
  count: number,
  now: Date,
  pictures?: DemoImages,
): Promise<void> {
  if (!(await isEmpty(client))) return;
  // Looked at again under the lock: users who are there must not be removed.
  await client.query('LOCK TABLE users');
  if (!(await isEmpty(client))) return;
  const demo = demoUsers(count, now, pictures);
  const tables = ['users', 'posts', 'comments', 'likes'] as const;
  await client.query(`TRUNCATE ${tables.join(', ')}`);
  // They would count the comments a second time, and write every user anew for it.
  const switchTriggers = (word: 'ENABLE' | 'DISABLE') =>
    client.query(tables.map((table) => `ALTER TABLE ${table} ${word} TRIGGER USER`).join('; '));
  await switchTriggers('DISABLE');
  await loadWithoutIndexes(client, tables, async () => {
    for (const table of tables) await copyRows(client, table, columns[table], demo[table](), { freeze: true });
  });
  await switchTriggers('ENABLE');
  await client.query('SELECT recount_figures()');
  await client.query(`ANALYZE ${tables.join(', ')}, figures`);
}
