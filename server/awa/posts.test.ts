import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { api } from '#contract/api.ts';
import type { Secret, TopicTree } from '#contract/awa.ts';
import type { MarkedPlace } from '#contract/mark.ts';
import { markRules } from '#contract/mark-places.ts';
import type { Role } from '#contract/roles.ts';
import type { Output } from '#contract/route.ts';
import { markWaiting, textsPassedOver } from '#server/awa/mark-texts.ts';
import { createLog } from '#server/http/log/log.ts';
import { loadDemo } from '#server/run/demo.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { addPerson } from '#tests/desk/people.ts';
import { download, plainPicture, upload } from '#tests/records/pictures.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { addAdmin, newBearer, startSession } from '#tests/desk/staff.ts';
import { type Caller, caller, expectDone, operationOf } from '#tests/desk/caller.ts';
import { comments, likes, posts } from '#server/users/tables.ts';

const silent = createLog('silent');
let app: TestApp;
let bearer: string;
let ada: Caller;
let bola: Caller;
beforeAll(async () => {
  app = await testApp();
  bearer = await newBearer(app);
  ada = caller(app.url, bearer);
  const other = await startSession(app, await addAdmin(app, 'bola@awa.local', 'Bola Ojo'));
  bola = caller(app.url, other.session.token);
});
afterAll(() => app.close());
beforeEach(() => app.database.pool.query('TRUNCATE topics, users, posts CASCADE'));

const path = '/admin/awa/posts';
type Page = Output<typeof api.posts.list>;
const page = async (query = '') => expectDone(await ada.get(`${path}${query}`)) as Page;
const texts = async (query = '') => (await page(query)).posts.map(({ content }) => content);
const sql = async <T>(text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows as T[];

const addUser = (fields?: Parameters<typeof addPerson>[1]) => addPerson(app, fields);

/** Adds posts a second apart, the last one newest. */
async function addPosts(userId: string, ...contents: (string | Partial<typeof posts.$inferInsert>)[]) {
  const from = Date.now() - 1_000_000;
  const rows = await app.database.db
    .insert(posts)
    .values(
      contents.map((one, at) =>
        Object.assign(
          { content: 'Hm', createdAt: new Date(from + at * 1000).toISOString(), userId },
          typeof one === 'string' ? { content: one } : one,
        ),
      ),
    )
    .returning({ id: posts.id });
  return rows.map(({ id }) => id);
}

async function addPlaces(title = 'Periods') {
  const topic = await ada.make<TopicTree>('/admin/awa/topics', { title });
  const secret = await ada.make<Secret>('/admin/awa/secrets', { topicId: topic.id, title, groupMode: 'PCOS' });
  const community = await ada.make<{ id: string }>('/admin/awa/communities', { topicId: topic.id, name: title });
  return { topicId: topic.id, secretId: secret.id, communityId: community.id };
}

test('a role that may only look at posts gets a made-up name of each author, the same on all posts', async () => {
  const [ife, ayo] = [
    await addUser({ username: 'ife_writes', profileImage: '/images/user-images/x.webp' }),
    await addUser({ username: 'ayo' }),
  ];
  await addPosts(ife, 'One', 'Two');
  await addPosts(ayo, 'Three');
  const seenBy = async (role: Role) => {
    const { posts: all } = expectDone(await caller(app.url, await newBearer(app, role)).get(path)) as Page;
    return new Map(all.map(({ content, user }) => [content, user]));
  };
  for (const role of ['administrator', 'moderator'] as const) {
    const seen = await seenBy(role);
    expect(seen.get('One')).toEqual({
      username: 'ife_writes',
      profiles: { profile_image: '/images/user-images/x.webp' },
    });
  }
  const seen = await seenBy('support');
  expect(seen.get('One')).toEqual({ username: expect.stringMatching(/^[a-z]+-[a-z]+-\d{3}$/), profiles: null });
  expect(seen.get('Two')).toEqual(seen.get('One'));
  expect(seen.get('Three')?.username).not.toBe(seen.get('One')?.username);
  // It depends on a secret of the desk, and not only on the id.
  await app.database.pool.query('UPDATE desk SET pseudonym_key = sha256(pseudonym_key)');
  const other = await testApp({ database: app.database });
  const again = await caller(other.url, await newBearer(app, 'support')).get(path);
  expect((again.json as Page).posts.map(({ user }) => user.username)).not.toContain(seen.get('One')?.username);
  await other.drain();
});

describe('the list', () => {
  test('is empty while there are no posts', async () => {
    expect(await page()).toEqual({
      posts: [],
      pagination: { nextCursor: null, total: 0, totalIsCapped: false, newest: null },
    });
  });

  test('shows a post with the fields of the screen, and nothing that identifies the author', async () => {
    const { secretId, communityId } = await addPlaces();
    const author = await addUser({
      name: 'Adé Bello',
      username: 'ade',
      email: 'ade@mail.test',
      profileImage: '/images/x',
    });
    const [plain = '', post = ''] = await addPosts(author, 'Plain', {
      content: 'A secret',
      imageUrl: 'https://example.org/a.png',
      secretId,
      communityId,
      createdAt: '2026-01-02T03:04:05.678Z',
    });
    const unnamed = await addUser();
    await addPosts(unnamed, 'From nobody');
    await app.database.db.insert(likes).values([
      { postId: post, userId: author },
      { postId: post, userId: unnamed },
    ]);
    await app.database.db.insert(comments).values({ postId: post, userId: unnamed, content: 'Hm' });
    const answer = await ada.get(path);
    const shown = (answer.json as Page).posts.find(({ id }) => id === post);
    expect(shown).toEqual({
      id: post,
      content: 'A secret',
      imageUrl: 'https://example.org/a.png',
      createdAt: '2026-01-02T03:04:05.678Z',
      hiddenAt: null,
      user: { username: 'ade', profiles: { profile_image: '/images/x' } },
      _count: { likes: 2, comments: 1 },
      secretId,
      secret: { id: secretId, title: 'Periods' },
      communityId,
      community: { id: communityId, name: 'Periods' },
      marks: [],
    });
    const others = (answer.json as Page).posts.filter(({ id }) => id !== post);
    expect(others.find(({ id }) => id === plain)).toMatchObject({
      secretId: null,
      secret: null,
      communityId: null,
      community: null,
    });
    expect(others.find(({ id }) => id !== plain)?.user).toEqual({ username: '', profiles: null });
    for (const private_ of [author, unnamed, 'mail.test', 'Bello']) expect(answer.text).not.toContain(private_);
  });

  test('has pages of twenty, newest first, with every post once, also those with equal times', async () => {
    const author = await addUser();
    const createdAt = '2026-01-02T03:04:05.678Z';
    await addPosts(author, ...Array.from({ length: 45 }, (_, at) => ({ content: String(at), createdAt })));
    const seen: string[] = [];
    let cursor: string | null = '';
    const sizes: number[] = [];
    while (cursor !== null) {
      const { posts: found, pagination } = await page(cursor === '' ? '' : `?cursor=${cursor}`);
      sizes.push(found.length);
      seen.push(...found.map(({ id }) => id));
      expect(pagination.total).toBe(45);
      cursor = pagination.nextCursor;
    }
    expect(sizes).toEqual([20, 20, 5]);
    expect(seen).toEqual([...new Set(seen)].toSorted().toReversed());
  });

  test('is walked to its end while a thousand posts arrive, and skips and repeats none', async () => {
    const author = await addUser();
    const { secretId } = await addPlaces();
    const there = await addPosts(author, ...Array.from({ length: 100 }, (_, at) => ({ content: `${at}`, secretId })));
    const arrive = () =>
      app.database.db
        .insert(posts)
        .values(Array.from({ length: 25 }, () => ({ userId: author, content: 'New', secretId })));
    for (const filter of ['', `&secretId=${secretId}`]) {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        await Promise.all([arrive(), arrive()]);
        const found: Page = await page(
          `?limit=${filter === '' ? 5 : 50}${filter}${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        seen.push(...found.posts.map(({ id }) => id));
        cursor = found.pagination.nextCursor;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(there.filter((id) => !seen.includes(id))).toEqual([]);
    }
    expect((await page()).pagination.total).toBeGreaterThan(1100);
  });

  test('says how many posts came since it was read', async () => {
    const author = await addUser();
    await addPosts(author, 'One', 'Two');
    const { newest } = (await page()).pagination;
    const count = async (query = '') => expectDone(await ada.get(`${path}/new?since=${newest}${query}`));
    expect(await count()).toEqual({ count: 0, countIsCapped: false });
    const createdAt = new Date().toISOString();
    await addPosts(author, ...Array.from({ length: 1001 }, () => ({ createdAt })));
    await addPosts(
      author,
      { content: 'Call 0700 000 1234', createdAt },
      { content: 'Older', createdAt: '2026-01-01T00:00:00.000Z' },
    );
    expect(await count()).toEqual({ count: 1000, countIsCapped: true });
    expect(await count('&search=call')).toEqual({ count: 1, countIsCapped: false });
    // The same page can be requested again.
    expect((await page(`?cursor=${newest}`)).posts.map(({ content }) => content).slice(0, 2)).toEqual(['Two', 'One']);
    const wrong = await ada.get(`${path}/new?since=x`);
    expect([wrong.status, problemOf(wrong).errors?.[0]?.path]).toEqual([422, 'since']);
  });
});

describe('filters', () => {
  test('find the posts of a secret, a community, and a topic, each once, with exact totals', async () => {
    const [here, there] = [await addPlaces(), await addPlaces('Food')];
    const author = await addUser();
    await addPosts(
      author,
      { content: 'secret', secretId: here.secretId },
      { content: 'community', communityId: here.communityId },
      { content: 'both', secretId: here.secretId, communityId: here.communityId },
      { content: 'mixed', secretId: here.secretId, communityId: there.communityId },
      { content: 'there', secretId: there.secretId },
      'nowhere',
    );
    const found = async (query: string) => {
      const { posts: some, pagination } = await page(query);
      expect([query, pagination.total]).toEqual([query, some.length]);
      return some.map(({ content }) => content);
    };
    expect(await found('')).toEqual(['nowhere', 'there', 'mixed', 'both', 'community', 'secret']);
    expect(await found(`?secretId=${here.secretId}`)).toEqual(['mixed', 'both', 'secret']);
    expect(await found(`?communityId=${there.communityId}`)).toEqual(['mixed']);
    expect(await found(`?topicId=${here.topicId}`)).toEqual(['mixed', 'both', 'community', 'secret']);
    expect(await found(`?topicId=${there.topicId}`)).toEqual(['there', 'mixed']);
    expect(await found(`?topicId=${there.topicId}&secretId=${here.secretId}`)).toEqual(['mixed']);
    expect(await found(`?topicId=${here.topicId}&search=co`)).toEqual(['community']);
    expect(await found(`?secretId=${here.secretId}&communityId=${here.communityId}&search=OTH`)).toEqual(['both']);
    const first = await page(`?topicId=${here.topicId}&limit=2`);
    expect(await texts(`?topicId=${here.topicId}&limit=2&cursor=${first.pagination.nextCursor}`)).toEqual([
      'community',
      'secret',
    ]);
    expect(await found(`?secretId=${here.topicId}`)).toEqual([]);
    // Each of these statements has a name of its own.
    for (const marks of ['any', 'sale'])
      for (const cursor of ['', `&cursor=${first.pagination.nextCursor}`])
        expect(
          await texts(
            `?topicId=${here.topicId}&secretId=${here.secretId}&communityId=${here.communityId}&search=ot&hidden=true&marks=${marks}${cursor}`,
          ),
        ).toEqual([]);
    expect((await ada.get(`${path}?secretId=x`)).status).toBe(422);
  });

  test.each([
    ['ỌMỌ', ['Ọmọ mi']],
    ['omo m', ['Ọmọ mi']],
    ['100%', ['100% sure']],
    ['a_b', ['a_b']],
    ['\\', ['back\\slash']],
    ['\u0301', []],
  ])('a search for %j finds %j', async (term, expected) => {
    await addPosts(await addUser({ username: 'omo' }), 'Ọmọ mi', '100% sure', '1000 sure', 'a_b', 'axb', 'back\\slash');
    const { posts: found, pagination } = await page(`?search=${encodeURIComponent(term)}`);
    expect([found.map(({ content }) => content), pagination.total]).toEqual([expected, expected.length]);
  });

  test('a search finds words that very many posts have and words of a few old ones, in the order of all, page by page', async () => {
    const author = await addUser();
    await addPosts(
      author,
      'The only okra',
      ...Array.from({ length: 2100 }, (_, at) => (at % 2 ? `Yam ${at}` : 'Rice')),
    );
    expect(await texts('?search=okra')).toEqual(['The only okra']);
    const yams = await page('?search=yam&limit=100');
    const next = await page(`?search=yam&limit=100&cursor=${yams.pagination.nextCursor}`);
    expect([...yams.posts, ...next.posts].map(({ content }) => content)).toEqual(
      Array.from({ length: 200 }, (_, at) => `Yam ${2099 - 2 * at}`),
    );
    expect((await page('?search=ya')).pagination.total).toBe(1050);
  });

  test('a search of very many posts finds and counts the same, however common its word is', async () => {
    const author = await addUser();
    const many = 10_100;
    // Every post has yam, every tenth egusi, every 60th okra, and only the oldest one garri.
    await sql(
      `INSERT INTO posts (id, user_id, created_at, content)
       SELECT gen_random_uuid(), $1, now() - make_interval(secs => n), concat_ws(' ', 'Yam', n, CASE WHEN n % 10 = 0 THEN 'egusi' END,
         CASE WHEN n % 60 = 0 THEN 'okra' END, CASE WHEN n = $2 THEN 'garri' END) FROM generate_series(1, $2::int) AS n`,
      [author, many],
    );
    // With even more posts, posts are scanned one after the other also for okra.
    for (const others of [0, 2_000_000]) {
      await sql("UPDATE figures SET value = value + $1 WHERE name = 'posts' AND per = 'all'", [others]);
      for (const [word, step, total] of [
        ['yam', 1, 10_000],
        ['egusi', 10, many / 10],
        ['okra', 60, Math.floor(many / 60)],
        ['garri', many, 1],
        ['moinmoin', many + 1, 0],
      ] as const) {
        const first = await page(`?search=${word}&limit=100`);
        const { nextCursor } = first.pagination;
        const next = nextCursor ? await page(`?search=${word}&limit=100&cursor=${nextCursor}`) : { posts: [] };
        const numbers = [...first.posts, ...next.posts].map(({ content }) => Number(content.split(' ')[1]));
        const most = Math.min(200, Math.floor(many / step));
        expect([word, numbers]).toEqual([word, Array.from({ length: most }, (_, at) => step * (at + 1))]);
        expect([word, first.pagination.total]).toEqual([word, total]);
      }
    }
  });
});

describe('marks', () => {
  const marked = (post: Page['posts'][number] | undefined) =>
    post?.marks.map(({ mark, start, end }: MarkedPlace) => [mark, post.content.slice(start, end)]);

  test('are there at the first reading after a post is written, with their places, and follow its text', async () => {
    const author = await addUser();
    const [id] = await addPosts(author, '😭 call 0700 000 1234 or I kill myself', 'Nothing');
    const read = async (query = '') => (await page(query)).posts.find((post) => post.id === id);
    expect(marked(await read('?marks=harm'))).toEqual([
      ['phone', '0700 000 1234'],
      ['self-harm', 'kill myself'],
    ]);
    await sql("UPDATE posts SET content = 'All is well, ada@example.com' WHERE id = $1", [id]);
    expect((await page('?marks=harm')).posts).toEqual([]);
    expect(marked(await read('?marks=any'))).toEqual([['email', 'ada@example.com']]);
    expect((await page('?marks=any')).pagination.total).toBe(1);
    await sql("UPDATE posts SET image_url = 'x'");
    expect(marked(await read())).toEqual([['email', 'ada@example.com']]);
  });

  test('filter by each, by any, and beside another filter', async () => {
    const { secretId, topicId } = await addPlaces();
    await addPosts(
      await addUser(),
      { content: '0700 000 1234', secretId },
      { content: 'www.example.org', secretId },
      'send me money, ada@example.com',
      'Nothing',
    );
    const found = async (query: string) => {
      const { posts: some, pagination } = await page(query);
      return [some.length, pagination.total, pagination.totalIsCapped];
    };
    expect(await found('?marks=any')).toEqual([3, 3, false]);
    for (const mark of ['phone', 'link', 'money', 'email'])
      expect(await found(`?marks=${mark}`)).toEqual([1, 1, false]);
    expect(await found('?marks=name')).toEqual([0, 0, false]);
    expect(await found(`?marks=any&secretId=${secretId}`)).toEqual([2, 2, false]);
    expect(await found(`?marks=link&topicId=${topicId}`)).toEqual([1, 1, false]);
    expect((await ada.get(`${path}?marks=all`)).status).toBe(422);
  });

  test('sort posts by how serious they are, then the newest first, over pages and beside other filters', async () => {
    const { secretId, topicId } = await addPlaces();
    const author = await addUser();
    const written = [
      'www.example.org',
      'I kill myself',
      '0700 000 1234',
      'Nothing',
      'send me money',
      'www.example.com',
    ];
    // Each is older than the one before it.
    for (const [at, content] of written.toReversed().entries()) {
      const [id] = await addPosts(author, { content, secretId });
      await sql("UPDATE posts SET created_at = now() - interval '1 hour' + make_interval(mins => $2) WHERE id = $1", [
        id,
        at,
      ]);
    }
    await page();
    const sorted = ['I kill myself', '0700 000 1234', 'send me money', 'www.example.org', 'www.example.com'];
    for (const filter of ['', `&secretId=${secretId}`, `&topicId=${topicId}`]) {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { posts: some, pagination }: Page = await page(
          `?marks=serious&limit=2${filter}${cursor && `&cursor=${cursor}`}`,
        );
        expect(pagination.total).toBe(5);
        seen.push(...some.map(({ content }) => content));
        cursor = pagination.nextCursor;
      }
      expect(seen).toEqual(sorted);
    }
    for (const search of ['www', 'ww']) expect(await texts(`?marks=serious&search=${search}`)).toEqual(sorted.slice(3));
  });

  test('of the list of the most serious, posts that come above its first one are counted, and its first page stays', async () => {
    const author = await addUser();
    await addPosts(author, 'send me money');
    const { pagination } = await page('?marks=serious');
    await addPosts(author, 'www.example.org', 'I kill myself', 'Nothing');
    await page();
    const count = await ada.get(`${path}/new?marks=serious&since=${pagination.newest}`);
    expect(expectDone(count)).toEqual({ count: 1, countIsCapped: false });
    expect(await texts(`?marks=serious&limit=1&cursor=${pagination.newest}`)).toEqual(['send me money']);
    expect(await texts('?marks=serious&limit=1')).toEqual(['I kill myself']);
  });

  test('find the full name of another account, in either order and without its marks, never that of the author', async () => {
    const adaeze = await addUser({ name: 'Adaéze Òkafor' });
    const halima = await addUser({ name: 'Halima Ɓello' });
    await addPosts(halima, 'Ask Adaeze Okafor', 'Ask Okafor Adaeze too', 'I, Halima Bello, say', 'Ask Adaeze, Okafor');
    await addPosts(adaeze, 'HALIMA BELLO knows');
    expect((await page('?marks=name')).posts.map((post) => marked(post)?.[0]?.[1]).toSorted()).toEqual([
      'Adaeze Okafor',
      'HALIMA BELLO',
      'Okafor Adaeze',
    ]);
  });

  test('are made again, in batches, when the rules change', async () => {
    const author = await addUser();
    await addPosts(author, ...Array.from({ length: 450 }, (_, at) => (at % 9 === 0 ? 'kill myself' : 'Hm')));
    await markWaiting(app.database.db, 'post', silent);
    await sql("UPDATE posts SET rules = 0, marks = '{link}', places = '[]'");
    await Promise.all([markWaiting(app.database.db, 'post', silent), markWaiting(app.database.db, 'post', silent)]);
    expect(
      await sql(`SELECT marks::text, count(*)::int AS n FROM posts WHERE rules = ${markRules} GROUP BY 1 ORDER BY 1`),
    ).toEqual([
      { marks: '{self-harm}', n: 50 },
      { marks: '{}', n: 400 },
    ]);
    expect((await page('?marks=any')).pagination.total).toBe(50);
  });

  test('of earlier rules that cannot be made again still say that somebody may be in danger', async () => {
    const author = await addUser();
    await addPosts(author, 'Hm');
    await sql(
      `UPDATE posts SET rules = ${markRules}, marks = '{harm}', places = '[{"mark":"harm","start":0,"end":2}]'`,
    );
    const found = await page('?marks=harm');
    expect(found.posts.map(({ marks }) => marks)).toEqual([[]]);
    expect(found.pagination.total).toBe(1);
  });

  test('pass over a post that the database refuses, count it, and mark the others', async () => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const [bad] = await addPosts(await addUser(), 'No kill myself', ...Array.from({ length: 20 }, () => 'kill myself'));
    await sql(`CREATE FUNCTION refuse_bad() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'not %', NEW.content USING ERRCODE = 'data_exception'; END $$`);
    await sql(`CREATE TRIGGER bad BEFORE UPDATE ON posts FOR EACH ROW
      WHEN (NEW.content = 'No kill myself' AND NEW.places <> '[]') EXECUTE FUNCTION refuse_bad()`);
    const before = textsPassedOver();
    await markWaiting(app.database.db, 'post', log);
    await sql('DROP FUNCTION refuse_bad CASCADE');
    expect(textsPassedOver() - before).toBe(1);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        post: bad,
        error: expect.objectContaining({ code: '22000', routine: 'exec_stmt_raise' }) as unknown,
      }),
    ]);
    expect(lines.join('')).not.toContain('kill myself');
    expect(await sql('SELECT marks::text, rules, count(*)::int AS n FROM posts GROUP BY 1, 2 ORDER BY 1')).toEqual([
      { marks: '{self-harm}', rules: markRules, n: 20 },
      { marks: '{}', rules: markRules, n: 1 },
    ]);
  });

  test('are those of the text that is there, also when it changes while they are looked for', async () => {
    const [id] = await addPosts(await addUser(), 'kill myself');
    await app.database.db.transaction(async (tx) => {
      await tx.update(posts).set({ content: 'All is well, ada@example.com' });
      await markWaiting(app.database.db, 'post', silent);
    });
    expect(await sql('SELECT rules, marks::text FROM posts')).toEqual([{ rules: 0, marks: '{}' }]);
    expect(marked((await page()).posts.find((post) => post.id === id))).toEqual([['email', 'ada@example.com']]);
  });

  test('of a text that is longer than any can be now are those of its beginning', async () => {
    const author = await addUser();
    const long = `kill myself${' .'.repeat(10_000)} 0700 000 1234`;
    const refused = {
      cause: expect.objectContaining({ code: '23514', constraint: 'posts_content_length' }) as unknown,
    };
    await expect(addPosts(author, long)).rejects.toMatchObject(refused);
    await app.database.db.transaction(async (tx) => {
      await tx.execute('SET LOCAL session_replication_role = replica');
      await tx.insert(posts).values({ userId: author, content: long });
    });
    const [post] = (await page()).posts;
    expect(marked(post)).toEqual([['self-harm', 'kill myself']]);
    await app.database.db.insert(likes).values({ postId: post?.id ?? '', userId: author });
    expect((await page()).posts[0]?._count.likes).toBe(1);
    await expect(
      app.database.db.insert(comments).values({ postId: post?.id ?? '', userId: author, content: long }),
    ).rejects.toMatchObject({ cause: expect.objectContaining({ constraint: 'comments_content_length' }) as unknown });
  });

  test.each(['post', 'comment'] as const)(
    'of each demo %s are those that the rules give it in the database',
    async (kind) => {
      await loadDemo(app.database, 1500);
      const read = () => sql(`SELECT id, marks::text, places FROM ${kind}s ORDER BY id`);
      const loaded = await read();
      await sql(`UPDATE ${kind}s SET rules = 0, marks = '{}', places = '[]'`);
      await markWaiting(app.database.db, kind, silent);
      expect(await read()).toEqual(loaded);
    },
  );
});

describe('counts', () => {
  /** Expects the counts in the rows and figures to equal a recount. */
  const expectRight = async () => {
    expect(
      await sql(`SELECT count(*)::int AS wrong FROM posts WHERE (like_count, comment_count) <> (
        (SELECT count(*) FROM likes WHERE post_id = posts.id), (SELECT count(*) FROM comments WHERE post_id = posts.id AND hidden_at IS NULL))`),
    ).toEqual([{ wrong: 0 }]);
    const kept = () =>
      sql(
        "SELECT name, per, bucket, sum(value)::int AS n FROM figures WHERE name IN ('posts', 'members') GROUP BY 1, 2, 3 HAVING sum(value) <> 0 ORDER BY 1, 2, 3",
      );
    const before = await kept();
    await sql('SELECT recount_figures()');
    expect(before).toEqual(await kept());
  };

  test('of likes and comments are right after changes of every kind, at once', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => addUser()));
    const ids = await addPosts(people[0] ?? '', 'One', 'Two', 'Three');
    await Promise.all(
      people.flatMap((userId) => [
        app.database.db.insert(likes).values(ids.map((postId) => ({ postId, userId }))),
        app.database.db.insert(comments).values(ids.toReversed().map((postId) => ({ postId, userId, content: 'Hm' }))),
      ]),
    );
    await expectRight();
    expect((await page()).posts.map(({ _count }) => _count)).toEqual(ids.map(() => ({ likes: 8, comments: 8 })));
    await sql('UPDATE comments SET post_id = $1 WHERE user_id = $2', [ids[0], people[1]]);
    await sql('DELETE FROM likes WHERE user_id = $1', [people[2]]);
    await expectRight();
    await Promise.all([
      ada.remove(`/admin/users/${people[3]}`),
      ada.remove(`/admin/users/${people[4]}`),
      bola.post(`${path}/bulk-delete`, { ids: ids.slice(1) }),
    ]);
    await expectRight();
    await sql('TRUNCATE likes');
    await expectRight();
    expect((await page()).posts.map(({ _count }) => _count)).toEqual([{ likes: 0, comments: 8 }]);
  });

  test('are right after a load of demo data, and after its people are erased', async () => {
    await loadDemo(app.database, 600);
    await expectRight();
    const some = await sql<{ id: string }>('SELECT user_id AS id FROM posts GROUP BY 1 ORDER BY count(*) DESC LIMIT 6');
    const done = await Promise.all(some.map(({ id }) => ada.remove(`/admin/users/${id}`)));
    expect(done.map(({ status }) => status)).toEqual(some.map(() => 204));
    await expectRight();
  });
});

describe('deleting', () => {
  const actions = async () =>
    (await ada.operations('?kind=post&limit=100')).operations.map(
      ({ action, entityId, label, count, actor, undoable }) => [action, entityId, label, count, actor?.name, undoable],
    );
  const entered = async () => (await ada.operations('?kind=post')).pagination.total;

  test('takes comments, likes and the image along, and leaves the id in the log', async () => {
    const [author, other] = [await addUser(), await addUser()];
    const { imageUrl } = (await upload(app, bearer, await plainPicture('png'))).json as { imageUrl: string };
    const [id = '', kept = ''] = await addPosts(author, { content: 'canary5c1e8b', imageUrl }, 'Stays');
    await app.database.db.insert(comments).values([
      { postId: id, userId: other, content: 'canary5c1e8b' },
      { postId: kept, userId: other, content: 'Stays' },
    ]);
    await app.database.db.insert(likes).values({ postId: id, userId: other });
    const answer = await ada.remove(`${path}/${id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await page()).posts.map((post) => post.id)).toEqual([kept]);
    expect((await download(app, imageUrl)).status).toBe(404);
    expect(await sql('SELECT post_count, comment_count FROM users ORDER BY id')).toEqual([
      { post_count: 1, comment_count: 0 },
      { post_count: 0, comment_count: 1 },
    ]);
    expect((await actions())[0]).toEqual(['delete', id, '', 1, 'Ada Obi', false]);
    expect(JSON.stringify([await sql('SELECT * FROM operations'), await sql('SELECT * FROM revisions')])).not.toContain(
      'canary',
    );
    const undone = await ada.undo(operationOf(answer) ?? '');
    expect([undone.status, problemOf(undone).code]).toEqual([409, 'not_undoable']);
    expect((await ada.bin()).items).toEqual([]);
  });

  test('a post that is gone already is no failure; one that never was is 404', async () => {
    const [one = '', other = ''] = await addPosts(await addUser(), 'One', 'Other');
    const statuses = async (id: string) => [
      (await ada.remove(`${path}/${id}`)).status,
      (await bola.remove(`${path}/${id}`)).status,
    ];
    expect(await statuses(one)).toEqual([204, 204]);
    expectDone(await ada.post(`${path}/bulk-delete`, { ids: [other, one] }));
    expect(await statuses(other)).toEqual([204, 204]);
    expect(await statuses('01936f00-0000-7000-8000-000000000001')).toEqual([404, 404]);
    expect((await ada.remove(`${path}/x`)).status).toBe(404);
  });

  test('several at once is one operation; ids that are gone are passed over', async () => {
    const ids = await addPosts(await addUser(), ...Array.from({ length: 30 }, () => 'Hm'));
    await ada.remove(`${path}/${ids[0]}`);
    const count = await entered();
    expect(expectDone(await ada.post(`${path}/bulk-delete`, { ids }))).toEqual({ count: 29 });
    expect(await entered()).toBe(count + 1);
    expect((await actions())[0]).toEqual(['delete', null, '', 29, 'Ada Obi', false]);
    const again = await ada.post(`${path}/bulk-delete`, { ids });
    expect([expectDone(again), operationOf(again)]).toEqual([{ count: 0 }, undefined]);
    for (const wrong of [[], [ids[0], ids[0]], ['x']])
      expect((await ada.post(`${path}/bulk-delete`, { ids: wrong })).status).toBe(422);
  });

  test('two moderators delete the same posts simultaneously: both see them gone, and each deletion is logged', async () => {
    const [author, other] = [await addUser(), await addUser()];
    for (let round = 0; round < 5; round += 1) {
      const ids = await addPosts(author, ...Array.from({ length: 20 }, () => 'Hm'));
      await app.database.db.insert(comments).values(ids.map((postId) => ({ postId, userId: other, content: 'Hm' })));
      const count = await entered();
      const answers = await Promise.all([
        ada.post(`${path}/bulk-delete`, { ids }),
        bola.post(`${path}/bulk-delete`, { ids: ids.toReversed() }),
        ...ids.slice(0, 4).flatMap((id) => [ada.remove(`${path}/${id}`), bola.remove(`${path}/${id}`)]),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, ...Array.from({ length: 8 }, () => 204)]);
      expect((await page()).posts).toEqual([]);
      const entries = (await actions()).slice(0, (await entered()) - count);
      expect(entries.reduce((sum, [, , , n]) => sum + Number(n), 0)).toBe(20);
      const said = answers.filter((answer) => operationOf(answer) !== undefined);
      expect(said).toHaveLength(entries.length);
    }
    expect(await sql('SELECT post_count, comment_count FROM users ORDER BY id')).toEqual([
      { post_count: 0, comment_count: 0 },
      { post_count: 0, comment_count: 0 },
    ]);
  });

  test('a call that is repeated with its key deletes once', async () => {
    const ids = await addPosts(await addUser(), 'One', 'Two');
    const call = () => ada.post(`${path}/bulk-delete`, { ids }, { key: 'delete-posts' });
    const [one, other] = [await call(), await call()];
    expect([other.json, operationOf(other)]).toEqual([one.json, operationOf(one)]);
    expect(one.json).toEqual({ count: 2 });
  });
});

test('an erased person leaves no mark that reveals an account of that name', async () => {
  const [gone, author] = [await addUser({ name: 'Adaeze Okafor' }), await addUser()];
  await addPosts(author, 'Ask Adaeze Okafor', 'Ask Okafor Adaeze, 0700 000 1234');
  expect((await page('?marks=name')).pagination.total).toBe(2);
  await ada.remove(`/admin/users/${gone}`);
  expect((await page('?marks=name')).pagination.total).toBe(0);
  expect((await page('?marks=phone')).pagination.total).toBe(1);
  expect(await sql("SELECT count(*)::int AS n FROM posts WHERE 'name' = ANY (marks)")).toEqual([{ n: 0 }]);
  const other = await addUser({ name: 'Adaeze Okafor' });
  expect((await send(app.url, `/admin/users/${other}`, { bearer })).status).toBe(200);
});
