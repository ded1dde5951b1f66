import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { markRules } from '#contract/mark-places.ts';
import { lastId } from '#server/http/cursor.ts';

/**
 * The limit: the speed of a bare server over the same database, with handwritten SQL and the same bytes. Like the desk,
 * it looks up the session in the statement of the call, if there is one, and does no other work. It runs in a separate
 * process; `LIMIT_TARGET` is the connection as JSON.
 */
const pool = new pg.Pool({
  ...(JSON.parse(process.env.LIMIT_TARGET ?? '{}') as pg.PoolConfig),
  max: 10,
  connectionTimeoutMillis: 0,
});
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const staff = `SELECT staff.id, staff.name FROM bearers JOIN sessions ON sessions.id = session_id JOIN staff ON staff.id = staff_id
  WHERE hash = $1 AND expires_at > now() AND enabled AND role = 'administrator' AND ends_at > now()
    AND used_at > now() - interval '30 minutes'`;

const iso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const author = (of: string) =>
  `(SELECT json_build_object('id', staff.id, 'name', staff.name) FROM staff WHERE staff.id = ${of}.created_by)`;

const person = `users.id, users.name, users.username, users.email, users.profile_image, users.is_verified,
  ${iso('users.created_at')} AS created_at, ${iso('users.last_active_at')} AS last_active_at,
  users.post_count AS posts, users.comment_count AS comments`;

const latest = 'ORDER BY created_at DESC, id DESC';

/**
 * A page of the posts that match a condition, and their total. With a cursor, its time and id are the last two values.
 */
const postsWhere = (condition: string, total: string, cursor: string) => `
  WITH me AS (${staff}), page AS MATERIALIZED (
    SELECT id, created_at FROM posts WHERE hidden_at IS NULL AND ${condition} ${cursor} ${latest} LIMIT 21)
  SELECT (SELECT coalesce(sum(value), 0) FROM figures WHERE name = 'posts' AND ${total})::int AS total,
    posts.id, posts.content, posts.image_url, ${iso('posts.created_at')} AS at, username, profile_image, like_count,
    posts.comment_count, secret_id, secrets.title, community_id, communities.name, places
  FROM me, page JOIN posts USING (id) JOIN users ON users.id = posts.user_id
    LEFT JOIN secrets ON secrets.id = secret_id LEFT JOIN communities ON communities.id = community_id
  ORDER BY page.created_at DESC, page.id DESC`;

const before = (first: number) => `AND (created_at, id) < ($${first}::timestamptz, $${first + 1}::uuid)`;
const ofAll = ['true', "per = 'all'"] as const;
const marked = ["marks <> '{}'", "per = 'marks'"] as const;
const inSecret = ['secret_id = $2', "per = 'place' AND split_part(bucket, '/', 1) = $2::uuid::text"] as const;

const statements = {
  page: `WITH me AS (${staff}), page AS MATERIALIZED (SELECT id FROM users ${latest} LIMIT 10)
    SELECT (SELECT sum(value) FROM figures WHERE per = 'all' AND name IN ('verified', 'unverified'))::int AS total, ${person}
    FROM me, page JOIN users USING (id) ORDER BY users.created_at DESC, id DESC`,
  search: `WITH me AS (${staff}), found AS MATERIALIZED (
      SELECT id, created_at FROM users WHERE search LIKE $2 ${latest} LIMIT greatest(10001, $3::int + 10)),
    page AS MATERIALIZED (SELECT id FROM found ${latest} LIMIT 10 OFFSET $3)
    SELECT (SELECT count(*) FROM found)::int AS total, ${person}
    FROM me LEFT JOIN (page JOIN users USING (id)) ON true ORDER BY users.created_at DESC, id DESC`,
  deep: `WITH me AS (${staff}), counted AS (
      SELECT bucket, sum(value) AS held, sum(sum(value)) OVER (ORDER BY bucket DESC) AS upto FROM figures
      WHERE per = 'day' AND name IN ('verified', 'unverified') GROUP BY bucket HAVING sum(value) > 0),
    start AS (SELECT bucket, $2::int - (upto - held) AS skipped FROM counted WHERE upto > $2::int ORDER BY upto LIMIT 1),
    page AS MATERIALIZED (SELECT id FROM users
      WHERE created_at < (SELECT bucket FROM start)::timestamp AT TIME ZONE 'UTC' + interval '1 day'
      ${latest} LIMIT 10 OFFSET (SELECT skipped FROM start))
    SELECT (SELECT sum(held) FROM counted)::int AS total, ${person}
    FROM me, page JOIN users USING (id) ORDER BY users.created_at DESC, id DESC`,
  posts: postsWhere(...ofAll, ''),
  postsBefore: postsWhere(...ofAll, before(2)),
  marked: postsWhere(...marked, ''),
  markedBefore: postsWhere(...marked, before(2)),
  ofSecret: postsWhere(...inSecret, ''),
  ofSecretBefore: postsWhere(...inSecret, before(3)),
  metrics: `WITH me AS (${staff})
    SELECT CASE per WHEN 'active' THEN per ELSE figures.name END AS name, sum(value)::bigint AS value, (SELECT count(*) FROM users WHERE sort_active > now() - interval '720 hours'
      AND sort_active < date_trunc('day', now() - interval '720 hours', 'UTC') + interval '1 day') AS edge
    FROM me, figures WHERE (per = 'all' AND figures.name IN ('verified', 'unverified', 'posts'))
      OR (per = 'active' AND figures.name IN ('verified', 'unverified') AND bucket > utc_day(now() - interval '720 hours')) GROUP BY 1`,
  versions: `WITH me AS (${staff})
    SELECT me.id, string_agg(token::text, ' ' ORDER BY content_versions.id) AS version
    FROM me LEFT JOIN content_versions ON area = ANY($2) GROUP BY me.id`,
  tree: `SELECT coalesce(json_agg(json_build_object('id', c.id, 'version', c.version, 'name', c.name, 'description', c.description,
      'trackingMode', tracking_mode, 'headerImageUrl', header_image_url, 'headerImageAlt', header_image_alt, 'displayOrder', display_order,
      'createdAt', ${iso('c.created_at')}, 'updatedAt', ${iso('c.updated_at')}, 'createdBy', ${author('c')}, 'sections', (
        SELECT coalesce(json_agg(json_build_object('id', s.id, 'version', s.version, 'categoryId', category_id, 'title', s.title,
          'description', s.description, 'displayOrder', s.display_order, 'createdAt', ${iso('s.created_at')},
          'updatedAt', ${iso('s.updated_at')}, 'createdBy', ${author('s')}, 'cards', (
            SELECT coalesce(json_agg(json_build_object('id', k.id, 'version', k.version, 'sectionId', section_id, 'title', k.title,
              'description', k.description, 'backgroundColor', background_color, 'imageAssetName', image_asset_name,
              'content', content, 'richContent', rich_content, 'headerImageUrl', k.header_image_url, 'headerImageAlt', k.header_image_alt, 'citations', citations,
              'isActive', is_active, 'publishStatus', publish_status, 'publishedAt', ${iso('published_at')},
              'shownUntil', ${iso('k.shown_until')}, 'displayOrder', k.display_order, 'createdAt', ${iso('k.created_at')}, 'updatedAt', ${iso('k.updated_at')},
              'createdBy', ${author('k')}, 'shown', NULL, 'next', NULL, 'hasChanges', false) ORDER BY k.display_order), '[]') FROM cards k WHERE section_id = s.id))
          ORDER BY s.display_order), '[]') FROM sections s WHERE category_id = c.id)) ORDER BY display_order), '[]') AS tree
    FROM categories c WHERE tracking_mode = 'TRACK_PERIOD'`,
  doctors: `SELECT doctors.id, version, doctors.name, specialty, bio, doctors.email, phone, image_url AS "imageUrl",
      profile_image AS "profileImage", years_of_experience AS "yearsOfExperience", location,
      availability_status AS "availabilityStatus", consultation_fee::float8 AS "consultationFee", rating::float8 AS rating,
      languages, calendly_url AS "calendlyUrl", is_active AS "isActive", display_order AS "displayOrder",
      ${iso('doctors.created_at')} AS "createdAt", ${iso('doctors.updated_at')} AS "updatedAt", NULL AS "createdBy"
    FROM doctors ORDER BY nullif(display_order, 0), doctors.created_at, doctors.id`,
};

/** Statements are prepared, except for a search, whose best plan depends on its term. */
const ask = async <T>(name: keyof typeof statements, values: unknown[]) =>
  (await pool.query({ text: statements[name], values, ...(name === 'search' ? {} : { name }) })).rows as T[];

type Person = Record<'id' | 'name' | 'username' | 'email' | 'profile_image' | 'created_at', string> & {
  last_active_at: string | null;
  is_verified: boolean;
  posts: number;
  comments: number;
  total: number;
};

function pageOf(rows: Person[], page: number, capped = false) {
  const found = rows[0]?.total ?? 0;
  const total = capped ? Math.min(found, 10_000) : found;
  return {
    users: rows
      .filter(({ id }) => id !== null)
      .map((row) => ({
        id: row.id,
        name: row.name,
        username: row.username,
        email: row.email,
        profileImage: row.profile_image,
        isVerified: row.is_verified,
        createdAt: row.created_at,
        lastActiveAt: row.last_active_at,
        stats: { posts: row.posts, comments: row.comments },
      })),
    pagination: { page, limit: 10, total, totalPages: Math.ceil(total / 10), totalIsCapped: capped && found > 10_000 },
  };
}

async function listUsers(bearer: Buffer, query: URLSearchParams) {
  const page = Number(query.get('page') ?? 1);
  const search = query.get('search');
  if (search) {
    return pageOf(await ask<Person>('search', [bearer, `%${search}%`, (page - 1) * 10]), page, true);
  }
  if (page === 1) return pageOf(await ask<Person>('page', [bearer]), page);
  return pageOf(await ask<Person>('deep', [bearer, (page - 1) * 10]), page);
}

type PostRow = Record<'id' | 'content' | 'image_url' | 'at' | 'username' | 'profile_image', string> &
  Record<'secret_id' | 'title' | 'community_id' | 'name', string | null> &
  Record<'like_count' | 'comment_count' | 'total', number> & { places: { mark: string; start: number; end: number }[] };

const cursorOf = ({ at, id }: Pick<PostRow, 'at' | 'id'>) => Buffer.from(`${at} ${id}`).toString('base64url');

async function listPosts(bearer: Buffer, query: URLSearchParams) {
  const [secretId, cursor] = [query.get('secretId'), query.get('cursor')];
  const list = secretId ? 'ofSecret' : query.has('marks') ? 'marked' : 'posts';
  const values = [bearer, ...(secretId ? [secretId] : [])];
  const place = cursor ? Buffer.from(cursor, 'base64url').toString().split(' ') : [];
  const rows = await ask<PostRow>(cursor ? `${list}Before` : list, [...values, ...place]);
  const shown = rows.slice(0, 20);
  const [first, last] = [shown[0], shown.at(-1)];
  const nextCursor = rows.length > 20 && last ? cursorOf(last) : null;
  return {
    posts: shown.map((row) => ({
      id: row.id,
      content: row.content,
      imageUrl: row.image_url,
      createdAt: row.at,
      hiddenAt: null,
      user: { username: row.username, profiles: row.profile_image ? { profile_image: row.profile_image } : null },
      _count: { likes: row.like_count, comments: row.comment_count },
      secretId: row.secret_id,
      secret: row.title === null ? null : { id: row.secret_id, title: row.title },
      communityId: row.community_id,
      community: row.name === null ? null : { id: row.community_id, name: row.name },
      marks: row.places.map(({ mark, start, end }) => ({ mark, start, end })),
    })),
    pagination: {
      nextCursor,
      total: first?.total ?? 0,
      totalIsCapped: false,
      newest: first ? cursorOf({ at: first.at, id: lastId }) : null,
    },
  };
}

async function readMetrics(bearer: Buffer) {
  const rows = await ask<{ name: string; value: number; edge: number }>('metrics', [bearer]);
  const of = Object.fromEntries(rows.map(({ name, value }) => [name, value])) as Record<string, number>;
  const { verified = 0, unverified = 0, active = 0, posts = 0 } = of;
  const rate = (verified / (verified + unverified)) * 100;
  return {
    totalUsers: verified + unverified,
    verifiedUsers: verified,
    verificationRate: Math.round(rate * 10) / 10,
    activeUsers: active + (rows[0]?.edge ?? 0),
    totalPosts: posts,
  };
}

const kept = new Map<string, { version: string; bytes: Buffer }>();

/** The cached bytes of a list, while the database says that nothing in its areas has changed. */
async function listKept(bearer: Buffer, list: string, areas: string[], read: () => Promise<unknown>) {
  const [me] = await ask<{ version: string }>('versions', [bearer, areas]);
  if (!me) throw new Error('Nobody is signed in');
  const found = kept.get(list);
  if (found?.version === me.version) return found.bytes;
  const bytes = Buffer.from(JSON.stringify({ [list]: await read() }));
  kept.set(list, { version: me.version, bytes });
  return bytes;
}

const listDoctors = (bearer: Buffer) => listKept(bearer, 'doctors', ['doctors', 'staff'], () => ask('doctors', []));

const readTree = async () => (await ask<{ tree: unknown }>('tree', []))[0]?.tree;
const listTree = (bearer: Buffer) => listKept(bearer, 'categories', ['lady-due/TRACK_PERIOD', 'staff'], readTree);

/** A saved record: its table, the column that changes, and its kind in the log. */
const saved = {
  announcement: { table: 'announcements', column: 'message', area: 'announcements', label: 'message' },
  card: { table: 'cards', column: 'description', area: 'lady-due', label: 'title' },
} as const;

/**
 * The statements that save one record with its history, as few as in the desk, with no other work between them. The
 * account that saves is the author.
 */
async function save(kind: keyof typeof saved, bearer: Buffer, id: string, value: string) {
  const { table, column, area, label } = saved[kind];
  const { rows: me } = await pool.query<{ id: string; name: string }>({ name: 'me', text: staff, values: [bearer] });
  const client = await pool.connect();
  const run = (name: string, text: string, values: unknown[]) =>
    client.query<Record<string, unknown>>({ name: `${name} ${kind}`, text, values });
  try {
    await client.query('BEGIN');
    const before = (await run('lock', `SELECT * FROM ${table} WHERE id = $1 FOR UPDATE`, [id])).rows[0];
    const change = `UPDATE ${table} SET ${column} = $2, version = version + 1, updated_at = now() WHERE id = $1 RETURNING *`;
    const after = (await run('change', change, [id, value])).rows[0];
    await run(
      'log',
      `WITH operation AS (
         INSERT INTO operations (id, actor_id, actor_name, action, area, kind, entity_id, label, count)
         VALUES ($1, $2, $3, 'update', $9, $10, $4, $5, 1) RETURNING id, at
       ), waiting AS (
         INSERT INTO unsealed (operation_id, at) SELECT id, at FROM operation
       )
       INSERT INTO revisions (operation_id, position, kind, entity_id, version, before, after)
       VALUES ($1, 0, $10, $4, $6, $7, $8)`,
      [
        uuidv7(),
        me[0]?.id,
        me[0]?.name,
        id,
        after?.[label],
        after?.version,
        JSON.stringify(before),
        JSON.stringify(after),
        area,
        kind,
      ],
    );
    await client.query('COMMIT');
    return { ...after, createdBy: me[0] };
  } finally {
    client.release();
  }
}

/** The statements that schedule many cards with their history. */
async function schedule(bearer: Buffer, { ids, publishedAt }: { ids: string[]; publishedAt: string }) {
  const { rows: me } = await pool.query<{ id: string; name: string }>({ name: 'me', text: staff, values: [bearer] });
  const client = await pool.connect();
  const run = (name: string, text: string, values: unknown[]) =>
    client.query<Record<string, unknown>>({ name, text, values });
  try {
    await client.query('BEGIN');
    const lock = 'SELECT * FROM cards WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE';
    const before = new Map((await run('lock cards', lock, [ids])).rows.map((row) => [row.id, row]));
    const change = `UPDATE cards SET publish_status = 'scheduled', published_at = $2, version = version + 1, updated_at = now()
      WHERE id = ANY ($1::uuid[]) RETURNING *`;
    const { rows: after } = await run('schedule cards', change, [ids, publishedAt]);
    const revisions = after.map((row, position) => ({
      id: row.id,
      version: row.version,
      position,
      before: before.get(row.id),
      after: row,
    }));
    await run(
      'log cards',
      `WITH operation AS (
         INSERT INTO operations (id, actor_id, actor_name, action, area, kind, label, count)
         VALUES ($1, $2, $3, 'schedule', 'lady-due', 'card', '', $4) RETURNING id, at
       ), waiting AS (
         INSERT INTO unsealed (operation_id, at) SELECT id, at FROM operation
       )
       INSERT INTO revisions (operation_id, position, kind, entity_id, version, before, after)
       SELECT operation.id, sent.position, 'card', sent.id, sent.version, sent.before, sent.after
       FROM operation, jsonb_to_recordset($5::jsonb) AS sent (position int, id uuid, version int, before jsonb, after jsonb)`,
      [uuidv7(), me[0]?.id, me[0]?.name, after.length, JSON.stringify(revisions)],
    );
    await client.query('COMMIT');
    return { count: after.length };
  } finally {
    client.release();
  }
}

/** Writes one post with the key of the app's backend. It counts as marked, or the desk would mark it during the measurement. */
const postByApp = `WITH key AS (
    SELECT id FROM app_keys WHERE hash = $1 AND revoked_at IS NULL AND expires_at > now() AND 'posts:write' = ANY (scopes))
  INSERT INTO posts (id, user_id, content, rules) SELECT $2, $3, $4, ${markRules} FROM key
  ON CONFLICT (id) DO UPDATE SET content = excluded.content
  RETURNING id`;

async function writePost(key: Buffer, { posts: [post] }: { posts: Record<'id' | 'personId' | 'content', string>[] }) {
  const values = [key, post?.id, post?.personId, post?.content];
  const { rowCount } = await pool.query({ name: 'post by app', text: postByApp, values });
  return { written: rowCount, refused: [] };
}

/** The numbered changes after a cursor. The limit numbers none. */
const changes = `WITH key AS (
    SELECT id FROM app_keys WHERE hash = $1 AND revoked_at IS NULL AND expires_at > now() AND 'changes:read' = ANY (scopes))
  SELECT number || '-' || left(app_feed.id::text, 8) AS id, type, ${iso('at')} AS at, subject
  FROM key, app_feed, app_changes WHERE number > $2 ORDER BY number LIMIT $3`;

async function readChanges(key: Buffer, query: URLSearchParams) {
  const [after, limit] = [query.get('after') ?? '', Number(query.get('limit'))];
  const values = [key, after.split('-')[0], limit + 1];
  const { rows } = await pool.query<{ id: string }>({ name: 'changes', text: changes, values });
  const page = rows.slice(0, limit);
  return { changes: page, after: page.at(-1)?.id ?? after, more: rows.length > limit };
}

async function body<T = Record<string, string>>(request: http.IncomingMessage) {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString()) as T;
}

async function answer(request: http.IncomingMessage) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://limit');
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const bearer = createHash('sha256').update(token).digest();
  if (pathname === '/admin/users') return listUsers(bearer, searchParams);
  if (pathname === '/admin/awa/posts') return listPosts(bearer, searchParams);
  if (pathname === '/admin/metrics') return readMetrics(bearer);
  if (pathname === '/api/doctors') return listDoctors(bearer);
  if (pathname === '/auth/login') return verify(process.env.LIMIT_HASH ?? '', (await body(request)).password ?? '');
  if (pathname === '/app/v1/changes') return readChanges(bearer, searchParams);
  if (pathname === '/app/v1/posts') return writePost(bearer, await body(request));
  if (pathname === '/admin/lady-due/categories') return listTree(bearer);
  if (pathname === '/admin/lady-due/cards/bulk') return schedule(bearer, await body(request));
  const { message = '', description = '' } = await body(request);
  const id = pathname.split('/').at(-1) ?? '';
  return description ? save('card', bearer, id, description) : save('announcement', bearer, id, message);
}

async function serve(request: http.IncomingMessage, response: http.ServerResponse) {
  try {
    const answered = await answer(request);
    const bytes = Buffer.isBuffer(answered) ? answered : Buffer.from(JSON.stringify(answered));
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.byteLength };
    response.writeHead(200, headers).end(bytes);
  } catch (error) {
    response.writeHead(500).end((error as Error).message);
  }
}

const server = http.createServer((request, response) => void serve(request, response));
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
