import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { uuidv7 } from 'uuidv7';
import type { Feed } from '#contract/app-backend.ts';
import { account, type Bench, benchDoctors } from '#bench/desk.ts';
import type { Call } from '#bench/load.ts';
import { seededRandom } from '#server/database/seeded-random.ts';
import { doctorKind } from '#server/doctors/kinds.ts';
import { listEntities } from '#server/records/reads.ts';
import { formatCursor } from '#server/http/cursor.ts';
import { metricsStatement } from '#server/users/metrics.ts';
import { nearStatement, statementOf } from '#server/users/list.ts';

export type Row = {
  name: string;
  call: (n: number, connection: number) => Call;
  /** The smallest accepted share of the limit, with one connection and with 32. */
  ratio?: number | { one: number; many: number };
  /** Milliseconds that a call may take, with one connection. */
  within?: { at: 'p50' | 'p95' | 'p99'; milliseconds: number };
  /** The desk's own statements, whose plans are shown. */
  statements?: SQL[];
  /** The responses necessarily differ from those of the limit. */
  differs?: boolean;
  /** The call is made with the key of the app's backend. */
  isOfApp?: boolean;
  /** The size of the response is shown, compressed and decompressed. */
  weighed?: boolean;
};

/** The shares of all rows that the search terms match, from one row in a hundred thousand to half of them. */
const shares = [0.000_01, 0.000_1, 0.001, 0.003, 0.01, 0.02, 0.05, 0.12, 0.25, 0.5];
/** Terms for each share. */
const termsPerShare = 3;
/** The number of texts in which the terms are counted. */
const countedTexts = 20_000;

/** The number of steps, each of a factor of e, between the share of a term and the wanted one. */
const distance = (share: number, wanted: number) => Math.abs(Math.log(share / wanted));

/** Search terms from the texts of a query, which are in random order: three for each share, those with the nearest shares. */
async function termsOf(pool: pg.Pool, query: string): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(`${query} LIMIT ${countedTexts}`);
  const texts = rows.map(({ text }) => text);
  const random = seededRandom('terms');
  const partsOf = (text: string) => {
    const start = Math.floor(random.next() * Math.max(text.length - 3, 1));
    const word = text.slice(start).split(/[^\p{L}\p{M}\d]/u)[0] ?? '';
    return [3, 4, 6].map((length) => text.slice(start, start + length).trim()).concat(word);
  };
  const isTerm = (term: string) => term.length >= 3 && !/[%_\\\p{Cc}]/u.test(term);
  const terms = [...new Set(texts.slice(0, 600).flatMap(partsOf))].filter(isTerm);
  const counted = terms.map((term) => ({
    term,
    share: texts.filter((text) => text.includes(term)).length / texts.length,
  }));
  const chosen = new Set<string>();
  for (const wanted of shares) {
    const nearest = counted
      .filter(({ term }) => !chosen.has(term))
      .toSorted(
        (one, other) =>
          distance(one.share, wanted) - distance(other.share, wanted) || other.term.length - one.term.length,
      );
    for (const { term } of nearest.slice(0, termsPerShare)) chosen.add(term);
  }
  return [...chosen];
}

const all = { search: '', status: 'all', sort: '-createdAt', timeZone: 'UTC' } as const;
const list = (query: Record<string, string | number>): Call => ({
  path: `/admin/users?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
});

/** The first and the last page of all posts, of those of the busiest secret, and of those with a mark. */
async function postRows(pool: pg.Pool): Promise<Row[]> {
  const { rows: busiest } = await pool.query<{ id: string }>(
    'SELECT secret_id AS id FROM posts WHERE secret_id IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
  );
  const secretId = busiest[0]?.id ?? '';
  const filters = [
    { name: 'posts', query: '', condition: 'true' },
    { name: 'posts of a secret', query: `secretId=${secretId}`, condition: `secret_id = '${secretId}'` },
    { name: 'posts that need a look', query: 'marks=any', condition: "marks <> '{}'" },
  ];
  const rows = filters.map(async ({ name, query, condition }): Promise<Row[]> => {
    const { rows: found } = await pool.query<{ at: string; id: string }>(
      `SELECT created_at AS at, id FROM posts WHERE hidden_at IS NULL AND ${condition} ORDER BY created_at, id OFFSET 20 LIMIT 1`,
    );
    const last = found[0] && formatCursor({ at: new Date(found[0].at).toISOString(), id: found[0].id });
    return [
      { name: `${name}, first page`, call: () => ({ path: `/admin/awa/posts?${query}` }), ratio: 0.6 },
      { name: `${name}, last page`, call: () => ({ path: `/admin/awa/posts?${query}&cursor=${last}` }), ratio: 0.6 },
    ];
  });
  return (await Promise.all(rows)).flat();
}

/** Terms with diacritics, a space or a sign, and one that no post has. */
const oddTerms = ['pẹlẹ', 'hospital bag', '₦5,000', 'xyzzy'];

/** The rows of the table, one for each measured call. */
export async function rowsOf(bench: Bench, users: number): Promise<Row[]> {
  const { pool, desk, bearer } = bench;
  const random = seededRandom('bench');
  const terms = await termsOf(pool, 'SELECT search AS text FROM users ORDER BY md5(id::text)');
  const postTerms = [...(await termsOf(pool, 'SELECT search AS text FROM posts ORDER BY md5(id::text)')), ...oddTerms];
  const pages = Math.ceil(users / 10);
  const deep = Array.from({ length: 500 }, (_, index) => (index === 0 ? pages : 1 + Math.floor(random.next() * pages)));
  const found = terms.map((search) => ({ search, page: 1 + Math.floor(random.next() * 1000) }));
  const months = Array.from({ length: 20 }, () => {
    const last = new Date(Date.now() - Math.floor(random.next() * 600) * 86_400_000);
    const first = new Date(last.getTime() - 30 * 86_400_000);
    return { from: first.toISOString().slice(0, 10), to: last.toISOString().slice(0, 10) };
  });
  const any = <T>(from: T[]) => from[Math.floor(random.next() * from.length)] as T;
  const cards = await announcements(desk, bearer);
  const { rows: some } = await pool.query<{ id: string }>('SELECT id FROM cards ORDER BY id LIMIT 500');
  const ids = some.map(({ id }) => id);
  const hundreds = Array.from({ length: 5 }, (_, index) => ids.slice(index * 100, index * 100 + 100));
  const tomorrow = Date.now() + 86_400_000;
  const { rows: people } = await pool.query<{ id: string }>('SELECT id FROM users ORDER BY id LIMIT 1000');
  const authors = people.map(({ id }) => id);
  const after = await cursorBeforeChanges(bench);
  return [
    {
      name: 'users, page 1 with total',
      call: () => list({ page: 1, limit: 10 }),
      ratio: { one: 0.55, many: 0.7 },
      statements: [nearStatement(drizzle(pool), all, 10, 0).getSQL()],
    },
    {
      name: 'users, any page of all',
      call: () => list({ page: any(deep), limit: 10 }),
      within: { at: 'p99', milliseconds: 20 },
      statements: deep.slice(0, 20).map((page) => statementOf(all, { page, limit: 10 })),
    },
    ...(['-lastActiveAt', '-activity'] as const).map((sort): Row => ({
      name: `users by ${sort}, any page of all`,
      call: () => list({ page: any(deep), limit: 10, sort }),
      within: { at: 'p99', milliseconds: 20 },
      statements: deep.slice(0, 20).map((page) => statementOf({ ...all, sort }, { page, limit: 10 })),
      differs: true,
    })),
    {
      name: 'users who joined in 30 days, by -activity',
      call: () => list({ page: 1, limit: 10, sort: '-activity', ...any(months) }),
      within: { at: 'p95', milliseconds: 150 },
      statements: months.map((month) => statementOf({ ...all, ...month, sort: '-activity' }, { page: 1, limit: 10 })),
      differs: true,
    },
    {
      name: `users, search by ${terms.length} terms`,
      call: () => list({ search: any(terms), page: 1, limit: 10 }),
      within: { at: 'p95', milliseconds: 100 },
      statements: terms.map((search) => statementOf({ ...all, search }, { page: 1, limit: 10 })),
    },
    {
      name: 'users, search, any page up to 1,000',
      call: () => list({ ...any(found), limit: 10 }),
      within: { at: 'p95', milliseconds: 150 },
      statements: found.map(({ search, page }) => statementOf({ ...all, search }, { page, limit: 10 })),
    },
    ...(await postRows(pool)),
    {
      name: `posts, search by ${postTerms.length} terms`,
      call: () => ({ path: `/admin/awa/posts?search=${encodeURIComponent(any(postTerms))}` }),
      within: { at: 'p95', milliseconds: 150 },
      differs: true,
    },
    {
      name: 'metrics',
      call: () => ({ path: '/admin/metrics' }),
      within: { at: 'p50', milliseconds: 5 },
      statements: [metricsStatement(drizzle(pool)).getSQL()],
    },
    {
      name: `doctors, all ${benchDoctors}`,
      call: () => ({ path: '/api/doctors' }),
      ratio: 0.5,
      statements: [listEntities(drizzle(pool), doctorKind).getSQL()],
      weighed: true,
    },
    {
      name: 'the tree of one mode',
      call: () => ({ path: '/admin/lady-due/categories?trackingMode=TRACK_PERIOD' }),
      ratio: 0.5,
      weighed: true,
    },
    {
      name: 'one card saved, with its history',
      call: (n, connection) => ({
        method: 'PUT',
        path: `/admin/lady-due/cards/${ids[connection]}`,
        body: { description: `Saved for the time number ${n} by ${connection} at ${Date.now()}` },
      }),
      ratio: 0.65,
      differs: true,
    },
    {
      name: '100 cards scheduled in one call, with their history',
      call: (n, connection) => ({
        method: 'POST',
        path: '/admin/lady-due/cards/bulk',
        // Each call has another time, so that it changes every card.
        body: {
          ids: hundreds[connection % hundreds.length],
          action: 'schedule',
          publishedAt: new Date(tomorrow + (n * 32 + connection) * 1000).toISOString(),
        },
      }),
      ratio: 0.8,
      differs: true,
    },
    {
      name: 'one announcement saved, with its history',
      call: (n, connection) => ({
        method: 'PUT',
        path: `/admin/announcements/${cards[connection]}`,
        body: { message: `Saved for the time number ${n} by ${connection} at ${Date.now()}` },
      }),
      ratio: 0.65,
      differs: true,
    },
    {
      name: 'a post written by the app',
      call: (n) => ({
        method: 'POST',
        path: '/app/v1/posts',
        body: { posts: [{ id: uuidv7(), personId: any(authors), content: `Written for the time number ${n}` }] },
      }),
      ratio: 0.6,
      // The same post from both at once is a deadlock: the limit locks nothing in advance.
      differs: true,
      isOfApp: true,
    },
    {
      name: 'feed, 100 changes',
      call: () => ({ path: `/app/v1/changes?after=${after}&limit=100` }),
      ratio: 0.6,
      isOfApp: true,
    },
    {
      name: 'sign-in, beside argon2id alone',
      call: (_, connection) => ({
        method: 'POST',
        path: '/auth/login',
        body: { ...account, email: `${connection}${account.email}` },
      }),
      ratio: 0.8,
      differs: true,
    },
  ];
}

/** Adds 200 changes to the feed, and returns the cursor before them. */
async function cursorBeforeChanges({ pool, desk, appKey }: Bench): Promise<string> {
  const headers = { authorization: `Bearer ${appKey}` };
  const present = async () => ((await (await fetch(`${desk}/app/v1/changes`, { headers })).json()) as Feed).after;
  const after = await present();
  await pool.query(
    "INSERT INTO app_changes (type, subject) SELECT 'post.erased', gen_random_uuid() FROM generate_series(1, 200)",
  );
  // Numbers them: the limit reads only numbered ones.
  await present();
  return after;
}

/** One announcement for each connection, so that they do not wait for each other's row. */
async function announcements(url: string, bearer: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ message: 'Saved again and again', enabled: false });
  const made = Array.from({ length: 32 }, async () => {
    const answer = await fetch(`${url}/admin/announcements`, { method: 'POST', headers, body });
    return ((await answer.json()) as { id: string }).id;
  });
  return Promise.all(made);
}

type Node = { 'Node Type': string; 'Index Name'?: string; 'Relation Name'?: string; Plans?: Node[] };

function scansOf(node: Node): string[] {
  const by =
    node['Index Name'] ?? (node['Relation Name'] ? `${node['Node Type']} ${node['Relation Name']}` : undefined);
  // A bitmap's heap scan follows the index scan below it.
  const own = by && node['Node Type'] !== 'Bitmap Heap Scan' ? [by] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}

/** How the statements find their rows: by indexes, or by reading a whole table (`Seq Scan`). */
export async function plansOf(pool: pg.Pool, statements: SQL[]): Promise<string> {
  const scans = new Set<string>();
  for (const statement of statements) {
    const { rows } = await drizzle(pool).execute<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      sql`EXPLAIN (FORMAT JSON) ${statement}`,
    );
    for (const { 'QUERY PLAN': plans } of rows)
      for (const { Plan } of plans) scansOf(Plan).forEach((scan) => scans.add(scan));
  }
  return [...scans].sort().join(', ');
}
