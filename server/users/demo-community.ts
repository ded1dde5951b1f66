import { type Random, seededRandom } from '#server/database/seeded-random.ts';
import { day, moments } from '#server/users/demo-calendar.ts';

/** The times when each user joined and was last seen. All activity of a user is in between. */
export type Members = { joined: Float64Array; /** NaN: never seen after joining. */ lastSeen: Float64Array };

/**
 * The author and time of each post, in the order of time. `appeal` is the relative number of comments and likes on a
 * post: 1 on average.
 */
export type Posts = { count: number; author: Uint32Array; at: Float64Array; appeal: Float32Array };

// A third of the users ever write. With more posts than this, a million users would take too long to load.
const postsPerUser = 1.2;
const commentsPerPost = 2;
const likesPerPost = 3;

/** On the last day, seven times as many users join as on the first. */
const growth = (age: number) => 1 + 6 * age ** 1.6;

/** Sign-ups over two years, and the time when each user was last seen: about 40% are still active. */
export function demoMembers(count: number, end: number): Members {
  const random = seededRandom(`members ${count}`);
  const joined = moments(`joined ${count}`, count, end, growth);
  const lastSeen = joined.map((at) => {
    const age = end - at;
    if (random.chance(0.04)) return NaN;
    if (age < 30 * day) return Math.floor(at + age * random.next() ** 0.6);
    if (random.chance(0.37)) return Math.floor(end - 30 * day * random.next() ** 2);
    return Math.floor(at + (age - 30 * day) * random.next() ** 2);
  });
  return { joined, lastSeen };
}

/** The share of a normal distribution above `z`, to three digits, which is enough to pick people. */
const shareAbove = (z: number) => 1 / (1 + Math.exp(1.5976 * z + 0.07056 * z * z * z));

/**
 * Picks active users: `share` of all users are active, as unevenly as a log-normal distribution of that `spread` (at
 * 1.25 a tenth of the active users does half of everything).
 */
function participants(count: number, share: number, spread: number, random: Random): () => number {
  const active = Math.max(1, Math.round(count * share));
  // The order is the same for every kind of activity: a frequent poster also comments often.
  const order = Uint32Array.from({ length: count }, (_, index) => index);
  const shuffle = seededRandom(`order ${count}`);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(shuffle.next() * (i + 1));
    [order[i], order[j]] = [order[j] as number, order[i] as number];
  }
  return () => order[Math.floor(active * shareAbove(spread + random.normal()))] as number;
}

/** A matching pick. Undefined when no try matched, because in the first days there are few users. */
function fitting(tries: number, pick: () => number, fits: (user: number) => boolean): number | undefined {
  for (let i = 0; i < tries; i++) {
    const user = pick();
    if (fits(user)) return user;
  }
  return undefined;
}

const presentAt =
  ({ joined, lastSeen }: Members, at: number) =>
  (user: number) =>
    (joined[user] as number) <= at && (lastSeen[user] as number) >= at;

/** Rounds `mean` up or down at random, so that many results have this mean. */
const around = (mean: number, random: Random) => Math.floor(mean + random.next());

export function demoPosts(members: Members, end: number): Posts {
  const users = members.joined.length;
  const random = seededRandom(`posts ${users}`);
  // Posts grow with the number of users, which is the integral of `growth`.
  const times = moments(
    `posted ${users}`,
    Math.round(users * postsPerUser),
    end,
    (age) => 0.02 + age + 2.3 * age ** 2.6,
  );
  const regular = participants(users, 0.3, 1.25, random);
  const posts: Posts = {
    count: 0,
    author: new Uint32Array(times.length),
    at: new Float64Array(times.length),
    appeal: new Float32Array(times.length),
  };
  let soFar = 0;
  for (const at of times) {
    while (soFar < users && (members.joined[soFar] as number) <= at) soFar++;
    const anyone = () => Math.floor(random.next() * soFar);
    const newcomer = () => Math.max(0, soFar - 1 - Math.floor(random.next() ** 3 * (soFar / 20)));
    const present = presentAt(members, at);
    const author = fitting(30, random.chance(0.1) ? newcomer : regular, present) ?? fitting(30, anyone, present);
    if (author === undefined) continue;
    posts.author[posts.count] = author;
    posts.at[posts.count] = at;
    posts.appeal[posts.count] = Math.exp(random.normal() - 0.5);
    posts.count++;
  }
  return posts;
}

/** Comments by others: most within hours, few after weeks. */
export function* demoComments(
  members: Members,
  posts: Posts,
  end: number,
): Generator<{ post: number; user: number; at: number }> {
  const users = members.joined.length;
  const random = seededRandom(`comments ${users}`);
  const pick = participants(users, 0.45, 1.1, random);
  for (let post = 0; post < posts.count; post++) {
    const comments = around((posts.appeal[post] as number) * commentsPerPost, random);
    for (let i = 0; i < comments; i++) {
      const at = Math.floor((posts.at[post] as number) + Math.exp(Math.log(day / 8) + 1.6 * random.normal()));
      if (at >= end) continue;
      const present = presentAt(members, at);
      const user = fitting(30, pick, (someone) => someone !== posts.author[post] && present(someone));
      if (user !== undefined) yield { post, user, at };
    }
  }
}

/** Likes by other users who were active when the post was new, at most one each. */
export function* demoLikes(members: Members, posts: Posts): Generator<{ post: number; user: number }> {
  const users = members.joined.length;
  const random = seededRandom(`likes ${users}`);
  const pick = participants(users, 0.7, 0.9, random);
  for (let post = 0; post < posts.count; post++) {
    const present = presentAt(members, posts.at[post] as number);
    const by = new Set<number>([posts.author[post] as number]);
    const likes = around((posts.appeal[post] as number) * likesPerPost, random);
    for (let i = 0; i < likes; i++) {
      const user = fitting(30, pick, (someone) => !by.has(someone) && present(someone));
      if (user === undefined) break;
      by.add(user);
      yield { post, user };
    }
  }
}
