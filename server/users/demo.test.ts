import { describe, expect, test } from 'vitest';
import { Mark } from '#contract/mark.ts';
import { marksOf, placesIn } from '#contract/marks.ts';
import { statementLanguages } from '#contract/moderation.ts';
import type { Row } from '#server/database/copy.ts';
import { endOfDemo } from '#server/users/demo-calendar.ts';
import { demoMembers, demoPosts } from '#server/users/demo-community.ts';
import { demoWriting } from '#server/users/demo-posts.ts';
import { columns, type DemoUsers, demoUsers } from '#server/users/demo.ts';

const now = new Date('2026-11-21T10:00:00Z');
const day = 86_400_000;
const tables = ['users', 'posts', 'comments', 'likes'] as const;

type Named = Record<string, Row[number]>;

/** The rows of a table, by the names of its columns. */
function rowsOf(demo: DemoUsers, table: (typeof tables)[number]): Named[] {
  const named = (row: Row) => Object.fromEntries(columns[table].map((column, index) => [column, row[index] ?? null]));
  return Array.from(demo[table](), named);
}

/** All rows of all tables. */
function walk(count: number, at = now) {
  const made = demoUsers(count, at);
  const [users, posts, comments, likes] = tables.map((table) => rowsOf(made, table)) as [
    Named[],
    Named[],
    Named[],
    Named[],
  ];
  return { users, posts, comments, likes };
}

const share = (part: readonly unknown[], all: readonly unknown[]) => part.length / all.length;
const counts = (keys: readonly unknown[]) => {
  const found = new Map<unknown, number>();
  for (const key of keys) found.set(key, (found.get(key) ?? 0) + 1);
  return [...found.values()].sort((a, b) => b - a);
};
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

const demo = walk(5000);

describe('the same again', () => {
  test('the same number gives the same rows, at any hour of the day', () => {
    expect(walk(5000, new Date('2026-11-21T23:59:59.999Z'))).toEqual(demo);
  });

  test('on another day the people and the ends of their ids stay, and times move along', () => {
    const later = walk(5000, new Date('2026-12-02T10:00:00Z'));
    expect(later.users.map(({ email, name }) => [email, name])).toEqual(
      demo.users.map(({ email, name }) => [email, name]),
    );
    expect(String(later.users[7]?.id).slice(14)).toBe(String(demo.users[7]?.id).slice(14));
    expect(later.users[7]?.id).not.toBe(demo.users[7]?.id);
  });

  test('another number gives other people', () => {
    expect(walk(10).users[0]?.email).not.toBe(walk(11).users[0]?.email);
  });
});

describe('ids', () => {
  test('are version 7, unique, and begin with the time of their row', () => {
    for (const table of ['users', 'posts', 'comments'] as const) {
      for (const { id, created_at: at } of demo[table]) {
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(Number.parseInt(String(id).replace('-', '').slice(0, 12), 16)).toBe(at);
      }
      expect(new Set(demo[table].map(({ id }) => id)).size).toBe(demo[table].length);
    }
    expect(new Set(demo.likes.map((like) => `${like.post_id} ${like.user_id}`)).size).toBe(demo.likes.length);
  });
});

describe('people', () => {
  test('share no email and no username', () => {
    const users = rowsOf(demoUsers(50_000, now), 'users');
    expect(new Set(users.map(({ email }) => String(email).toLowerCase())).size).toBe(users.length);
    const usernames = users.map(({ username }) => String(username).toLowerCase()).filter(Boolean);
    expect(new Set(usernames).size).toBe(usernames.length);
  });

  test('have addresses that cannot belong to anyone', () => {
    for (const { email } of demo.users)
      expect(email).toMatch(/^[a-z_]+[a-z._0-9]*@(example\.(com|net|org)|mail\.example)$/);
  });

  test('write their names with all marks, some, or none, in composed characters', () => {
    const names = demo.users.map(({ name }) => String(name));
    for (const name of names) expect(name).toBe(name.normalize('NFC'));
    const marked = names.filter((name) => /\p{M}/u.test(name.normalize('NFD')));
    const toned = names.filter((name) => /[\u0300\u0301]/.test(name.normalize('NFD')));
    expect(share(marked, names)).toBeGreaterThan(0.1);
    expect(share(marked, names)).toBeLessThan(0.4);
    expect(toned.length).toBeLessThan(marked.length);
    for (const letter of ['ẹ', 'ọ', 'Ṣ', 'ị', 'ụ', 'ƙ', 'Ɗ', 'Ƴ']) {
      expect(
        names.some((name) => name.normalize('NFC').includes(letter)),
        letter,
      ).toBe(true);
    }
    expect(
      share(
        names.filter((name) => name === ''),
        names,
      ),
    ).toBeGreaterThan(0.03);
    expect(demo.users.some(({ name, username }) => name === '' && username === '')).toBe(true);
  });

  test('use the app in all languages of the desk, half of them in English; some have chosen none', () => {
    const languages = demo.users.map(({ language }) => language);
    expect(new Set(languages)).toEqual(new Set([...Object.keys(statementLanguages), null]));
    const inEnglish = languages.filter((language) => language === 'english');
    expect(share(inEnglish, languages)).toBeGreaterThan(0.4);
    expect(share(inEnglish, languages)).toBeLessThan(0.6);
  });

  test('are mostly verified, and some were never seen again', () => {
    const verified = share(
      demo.users.filter((user) => user.is_verified),
      demo.users,
    );
    expect(verified).toBeGreaterThan(0.8);
    expect(verified).toBeLessThan(0.86);
    const since = now.getTime() - 30 * day;
    const active = share(
      demo.users.filter((user) => Number(user.last_active_at ?? 0) > since),
      demo.users,
    );
    expect(active).toBeGreaterThan(0.35);
    expect(active).toBeLessThan(0.45);
    expect(demo.users.some((user) => user.last_active_at === null)).toBe(true);
  });

  test('join over two years, more of them lately and more at the start of a week', () => {
    const users = rowsOf(demoUsers(50_000, now), 'users');
    const joined = users.map((user) => Number(user.created_at));
    const age = (at: number) => (now.getTime() - at) / day;
    expect(Math.max(...joined.map(age))).toBeGreaterThan(700);
    const lately = joined.filter((at) => age(at) < 90).length;
    const first = joined.filter((at) => age(at) > 640).length;
    expect(lately).toBeGreaterThan(3 * first);
    const on = (weekday: number) => joined.filter((at) => new Date(at).getUTCDay() === weekday).length;
    expect(on(1)).toBeGreaterThan(on(6));
    expect([...joined].sort((a, b) => a - b)).toEqual(joined);
  });
});

describe('the texts for moderators', () => {
  const members = demoMembers(5000, endOfDemo(now));
  const written = [...demoWriting(members, demoPosts(members, endOfDemo(now))).posts()];

  test('is in a few posts, and the rules find most of it, by kind', () => {
    const looked = written.filter(({ needs }) => needs.length > 0);
    expect(share(looked, written)).toBeGreaterThan(0.015);
    expect(share(looked, written)).toBeLessThan(0.03);
    const figures = Mark.options.map((mark) => {
      const has = ({ places }: (typeof written)[number]) => marksOf(places).includes(mark);
      const meant = written.filter(({ needs }) => needs.includes(mark));
      const found = meant.filter(has).length;
      const wrong = written.filter((post) => !post.needs.includes(mark) && has(post)).length;
      return [mark, { found, missed: meant.length - found, wrong }];
    });
    // Misses: a number in words, a name in lower case, hints without a word from the list.
    expect(Object.fromEntries(figures)).toEqual({
      phone: { found: 23, missed: 4, wrong: 0 },
      email: { found: 15, missed: 0, wrong: 0 },
      link: { found: 12, missed: 0, wrong: 0 },
      name: { found: 6, missed: 2, wrong: 0 },
      money: { found: 19, missed: 3, wrong: 0 },
      sale: { found: 13, missed: 0, wrong: 0 },
      'self-harm': { found: 29, missed: 0, wrong: 0 },
      violence: { found: 20, missed: 0, wrong: 0 },
      threat: { found: 6, missed: 0, wrong: 0 },
      emergency: { found: 0, missed: 0, wrong: 0 },
    });
  });

  test('is in no other post, whatever is added to its text', () => {
    for (const { text, needs, places } of written)
      if (needs.length === 0) expect([text, placesIn(text)]).toEqual([text, places]);
  });

  test('has numbers, addresses and links that belong to no one', () => {
    for (const { text, places } of written) {
      for (const { mark, start, end } of places) {
        const found = text.slice(start, end);
        if (mark === 'phone') expect(found.replaceAll('o', '0')).toMatch(/^(?:\+234 ?|0)700[ -]?000[ -]?\d{4}$/);
        if (mark === 'email') expect(found).toMatch(/@example\.(?:com|org)$| at gmail dot com$/);
        if (mark === 'link') expect(found).toMatch(/example\.(?:com|org)/i);
      }
    }
  });
});

describe('the community', () => {
  const users = new Map(demo.users.map((user) => [user.id, user]));
  const posts = new Map(demo.posts.map((post) => [post.id, post]));

  test('nothing lies in the future or before the people in it joined', () => {
    const at = (row: Named | undefined, column = 'created_at') => Number(row?.[column]);
    for (const user of demo.users) {
      expect(at(user, 'updated_at')).toBeGreaterThanOrEqual(at(user));
      expect(at(user, 'updated_at')).toBeLessThan(now.getTime());
      if (user.last_active_at === null) continue;
      expect(at(user, 'last_active_at')).toBeGreaterThanOrEqual(at(user));
      expect(at(user, 'last_active_at')).toBeLessThan(now.getTime());
    }
    for (const row of [...demo.posts, ...demo.comments]) {
      const author = users.get(row.user_id ?? null);
      expect(at(row)).toBeGreaterThanOrEqual(at(author));
      // Authors are active: the last-seen time of a user is not before any of her texts.
      expect(at(row)).toBeLessThanOrEqual(at(author, 'last_active_at'));
    }
    for (const like of demo.likes) {
      expect(at(users.get(like.user_id ?? null))).toBeLessThanOrEqual(at(posts.get(like.post_id ?? null)));
    }
  });

  test('comments and likes belong to a post of another user, comments to an earlier one', () => {
    for (const row of [...demo.comments, ...demo.likes]) {
      expect(posts.get(row.post_id ?? null)?.user_id).not.toBe(row.user_id);
    }
    for (const comment of demo.comments) {
      expect(Number(comment.created_at)).toBeGreaterThanOrEqual(Number(posts.get(comment.post_id ?? null)?.created_at));
    }
  });

  test('each user has the right counts of posts and comments', () => {
    const by = (rows: Named[], { id }: Named) => rows.filter((row) => row.user_id === id).length;
    for (const user of demo.users.filter((_, at) => at % 50 === 0)) {
      expect([user.post_count, user.comment_count]).toEqual(
        [by(demo.posts, user), by(demo.comments, user)].map(String),
      );
    }
  });

  test('few write most, most write nothing', () => {
    const byAuthor = counts(demo.posts.map((post) => post.user_id));
    expect(byAuthor.length).toBeLessThan(demo.users.length / 2);
    expect(sum(byAuthor.slice(0, demo.users.length / 100))).toBeGreaterThan(demo.posts.length * 0.2);
    expect(sum(byAuthor.slice(0, demo.users.length / 10))).toBeGreaterThan(demo.posts.length * 0.6);
    expect(share(demo.posts, demo.users)).toBeGreaterThan(1);
    expect(share(demo.comments, demo.posts)).toBeGreaterThan(1.5);
    expect(share(demo.likes, demo.posts)).toBeGreaterThan(2);
  });

  test('has many different texts', () => {
    expect(new Set(demo.posts.map((post) => post.content)).size).toBeGreaterThan(2500);
    expect(new Set(demo.comments.map((comment) => comment.content)).size).toBeGreaterThan(100);
  });

  test.each([1, 2, 3, 10])('also works with %i people', (count) => {
    const { users: some, posts: said } = walk(count);
    expect(some).toHaveLength(count);
    expect(said.length).toBeLessThanOrEqual(2 * count);
  });
});
