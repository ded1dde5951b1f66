import type pg from 'pg';
import type { MarkedPlace } from '#contract/mark.ts';
import { markRules } from '#contract/mark-places.ts';
import { marksOf, placesIn } from '#contract/marks.ts';
import { loadWithoutIndexes } from '#server/database/bulk-load.ts';
import { copyRows, type Row } from '#server/database/copy.ts';
import { seededIds, seededRandom } from '#server/database/seeded-random.ts';
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
import { demoWriting } from '#server/users/demo-posts.ts';

const userId = seededIds('user');
const postId = seededIds('post');
const commentId = seededIds('comment');

/** The rows of each table, in the order of `columns`. Each iteration gives the same rows. */
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
    'language',
    'post_count',
    'comment_count',
  ],
  posts: [
    'id',
    'user_id',
    'content',
    'created_at',
    'image_url',
    'secret_id',
    'community_id',
    'like_count',
    'comment_count',
    'marks',
    'places',
    'rules',
  ],
  comments: ['id', 'post_id', 'user_id', 'content', 'created_at', 'marks', 'places', 'rules'],
  likes: ['post_id', 'user_id'],
  secret_members: ['secret_id', 'user_id'],
} as const;

/** The shares of people and of posts that have a picture. */
const pictured = { people: 0.4, posts: 0.08 };

/**
 * Pictures for a share of rows, `''` for the others. They have a separate seed, so that the rest does not depend on
 * them.
 */
function picturesOf(urls: readonly string[], share: number, seed: string): () => string {
  const random = seededRandom(seed);
  return () => (urls.length > 0 && random.chance(share) ? random.pick(urls) : '');
}

/**
 * The number of posts and comments of each user. The triggers that maintain these counts are disabled during a load.
 */
function countWritten(members: Members, posts: Posts, end: number) {
  const counts = { posts: new Uint32Array(members.joined.length), comments: new Uint32Array(members.joined.length) };
  const add = (to: Uint32Array, user: number) => (to[user] = (to[user] as number) + 1);
  for (const author of posts.author.subarray(0, posts.count)) add(counts.posts, author);
  for (const { user } of demoComments(members, posts, end)) add(counts.comments, user);
  return counts;
}

/** The number of likes and comments of each post. */
function countAnswered(members: Members, posts: Posts, end: number) {
  const counts = { likes: new Uint32Array(posts.count), comments: new Uint32Array(posts.count) };
  for (const { post } of demoLikes(members, posts)) counts.likes[post] = (counts.likes[post] as number) + 1;
  for (const { post } of demoComments(members, posts, end))
    counts.comments[post] = (counts.comments[post] as number) + 1;
  return counts;
}

function* userRows(members: Members, posts: Posts, end: number, people: readonly string[]): Generator<Row> {
  const { joined, lastSeen } = members;
  const written = countWritten(members, posts, end);
  const random = seededRandom(`users ${joined.length}`);
  const picture = picturesOf(people, pictured.people, `people ${joined.length}`);
  let row = 0;
  for (const { name, username, email, language } of demoPeople(joined.length)) {
    const at = joined[row] as number;
    const seen = lastSeen[row] as number;
    const isVerified = random.chance(Number.isNaN(seen) ? 0.3 : 0.85);
    // The only change of a user is the verification, at most two days after joining.
    const changed = Math.min(end, at + Math.floor(2 * day * random.next() ** 3));
    const lastActive = Number.isNaN(seen) ? null : seen;
    const updated = isVerified ? changed : at;
    const counts = [String(written.posts[row]), String(written.comments[row])];
    const times = [lastActive, at, updated];
    yield [userId(at, row), name, username, email, isVerified, ...times, picture(), language, ...counts];
    row++;
  }
}

/** The secrets and communities for the posts of each topic, by its title. */
export type DemoPlaces = ReadonlyMap<string, { secrets: readonly string[]; communities: readonly string[] }>;

/** The shares of posts that are written in a secret, and in a community. Some are in both, few in none. */
const placed = { secret: 0.65, community: 0.4 };

/** The secret and the community of each post: the first of a topic are the busiest. They have a separate seed. */
function placesOf(places: DemoPlaces, seed: string) {
  const random = seededRandom(seed);
  return (title: string) => {
    // The same quantity of random numbers is drawn when there is no such topic, so that everything else stays the same.
    const [inSecret, inCommunity] = [random.chance(placed.secret), random.chance(placed.community)];
    const [secret, community] = [random.next() ** 1.8, random.next() ** 1.8];
    const { secrets = [], communities = [] } = places.get(title) ?? {};
    return {
      secret: (inSecret && secrets[Math.floor(secret * secrets.length)]) || null,
      community: (inCommunity && communities[Math.floor(community * communities.length)]) || null,
    };
  };
}

/** The marks, the places and the rules of a text. */
const markColumns = (places: readonly MarkedPlace[]): Row => [
  `{${marksOf(places).join(',')}}`,
  JSON.stringify(places),
  String(markRules),
];

const noPictures: Pick<DemoImages, 'people' | 'scenes'> = { people: [], scenes: [] };

/**
 * `count` people with their posts, comments and likes, before the day of `now`. The data is the same all day. On
 * another day all times move, and so do the ids, which begin with a time. Rows are created while they are read: a
 * million users take about 60 MB.
 */
export function demoUsers(
  count: number,
  now: Date,
  { people, scenes } = noPictures,
  places: DemoPlaces = new Map(),
): DemoUsers {
  const end = endOfDemo(now);
  const members = demoMembers(count, end);
  const posts = demoPosts(members, end);
  const writing = demoWriting(members, posts);
  const idOfUser = (user: number) => userId(members.joined[user] as number, user);
  const idOfPost = (post: number) => postId(posts.at[post] as number, post);
  return {
    users: () => userRows(members, posts, end, people),
    *posts() {
      const picture = picturesOf(scenes, pictured.posts, `post pictures ${count}`);
      const placeOf = placesOf(places, `post places ${count}`);
      const answered = countAnswered(members, posts, end);
      let post = 0;
      for (const { text, title, places: found } of writing.posts()) {
        const { secret, community } = placeOf(title);
        yield [
          idOfPost(post),
          idOfUser(posts.author[post] as number),
          text,
          posts.at[post] as number,
          picture(),
          secret,
          community,
          String(answered.likes[post]),
          String(answered.comments[post]),
          ...markColumns(found),
        ];
        post++;
      }
    },
    *comments() {
      const random = seededRandom(`comment texts ${count}`);
      // Thousands of comments have the same text.
      const known = new Map<string, Row>();
      let row = 0;
      for (const { post, user, at } of demoComments(members, posts, end)) {
        const text = writing.answer(post, random);
        const found = known.get(text) ?? markColumns(placesIn(text));
        known.set(text, found);
        yield [commentId(at, row++), idOfPost(post), idOfUser(user), text, at, ...found];
      }
    },
    *likes() {
      for (const { post, user } of demoLikes(members, posts)) yield [idOfPost(post), idOfUser(user)];
    },
    // The authors of the posts in a secret have joined it.
    *secret_members() {
      const placeOf = placesOf(places, `post places ${count}`);
      // As numbers, to save memory: a number for each pair of secret and user.
      const numbers = new Map<string, number>();
      const joined = new Set<number>();
      let post = 0;
      for (const { title } of writing.posts()) {
        const author = posts.author[post++] as number;
        const { secret } = placeOf(title);
        if (secret === null) continue;
        const number = numbers.get(secret) ?? numbers.size;
        numbers.set(secret, number);
        const key = number * count + author;
        if (joined.has(key)) continue;
        joined.add(key);
        yield [secret, idOfUser(author)];
      }
    },
  };
}

/** The existing secrets and communities, by the titles of their topics, oldest first. */
async function readPlaces(client: pg.ClientBase): Promise<DemoPlaces> {
  const held = (table: string) =>
    `ARRAY(SELECT id::text FROM ${table} WHERE topic_id = topics.id ORDER BY created_at, id)`;
  const { rows } = await client.query<{ title: string; secrets: string[]; communities: string[] }>(
    `SELECT title, ${held('secrets')} AS secrets, ${held('communities')} AS communities FROM topics`,
  );
  return new Map(rows.map(({ title, ...of }) => [title, of]));
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
  // Checked again under the lock: existing users must not be removed.
  await client.query('LOCK TABLE users');
  if (!(await isEmpty(client))) return;
  const demo = demoUsers(count, now, pictures, await readPlaces(client));
  const tables = ['users', 'posts', 'comments', 'likes', 'secret_members'] as const;
  await client.query(`TRUNCATE ${tables.join(', ')} CASCADE`);
  // They would count the comments a second time, and rewrite every user for it.
  const switchTriggers = (word: 'ENABLE' | 'DISABLE') =>
    client.query(tables.map((table) => `ALTER TABLE ${table} ${word} TRIGGER USER`).join('; '));
  await switchTriggers('DISABLE');
  await loadWithoutIndexes(client, tables, async () => {
    for (const table of tables) await copyRows(client, table, columns[table], demo[table](), { freeze: true });
  });
  await switchTriggers('ENABLE');
  await client.query('SELECT recount_figures()');
  await client.query("SELECT raise_content_version('awa-members')");
  await client.query(`ANALYZE ${tables.join(', ')}, figures`);
}
