import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doctorFields } from '#contract/doctors.ts';
import { ownImage } from '#contract/images.ts';
import { type TrackingMode, ladyDueApi } from '#contract/lady-due.ts';
import { contentShownAt } from '#contract/lady-due-visibility.ts';
import { type Placeholders, fillTexts } from '#contract/placeholders.ts';
import { withPublicImages } from '#contract/rich-text.ts';
import type { Route } from '#contract/route.ts';
import { doctorKind } from '#server/doctors/kinds.ts';
import { serializer } from '#server/http/serializer.ts';
import { listTree } from '#server/lady-due/tree.ts';
import { readJson } from '#server/records/json.ts';
import { listEntities } from '#server/records/reads.ts';
import { loadDemo } from '#server/run/demo.ts';
import { send } from '#tests/desk/send.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { at } from '#tests/records/lady-due.ts';

const publicUrl = 'https://desk.example.org';
const values: Placeholders = { emergency: '112 or 767', helpline: 'SURPIN 0800 078 7746 (free)' };
const mode = 'TRACK_PERIOD';
const image = `/images/lady-due-images/${'a'.repeat(32)}.webp`;

const controls = Array.from({ length: 31 }, (_, index) => String.fromCharCode(index + 1)).join('');
const awkward = [
  '"quoted" \\ back\\\\slash \\" / {"a" : 1, "b": [1, 2]}, ["x", "y"]',
  controls,
  `\u007F\u0080\u009F\u2028\u2029\uFEFF\uFFFE`,
  '😀 👩🏾‍⚕️ Ẹ kú àárọ̀, ọ̀ṣọ́ ńlá',
  'Call {emergency}, {EMERGENCY} or {other}. "Talk" to\n{Helpline}! Stay \\ 😀.',
  'richContent":"/images/ <img src="/images/ {',
  '',
];
const richTexts = [
  `<p>"a" \\</p><img src="${image}" alt="{emergency} &quot;"><img src="https://a.example/b.png" alt="">`,
  '<p>Go now \u0001.</p><ul><li><p>Talk to {helpline}.</p></li></ul><p>Ẹ kú \u2028 😀</p>',
  `<p>src="${image}"</p><img src="${image}x" alt="">`,
];
const times = ['2026-01-02 03:04:05+00', '2026-01-02 03:04:05.1+00', '2026-01-02 03:04:05.120+00', '0001-01-01 BC'];
const more = ['infinity', '-infinity', '12026-01-01 00:00:00+00', '1999-12-31 23:59:59.999+00'];

/** Fills a desk with demo data, and with values that are hard to write as JSON. */
async function fill({ database }: TestDesk) {
  await loadDemo(database, 1, { doctors: 20 });
  const { pool } = database;
  const { rows: people } = await pool.query<{ id: string }>(
    `INSERT INTO staff (id, email, name, role, password_hash)
    SELECT gen_random_uuid(), n || '@example.org', $1 || n, role, password_hash FROM staff, generate_series(1, 2) AS n LIMIT 2
    RETURNING id`,
    [awkward[0]],
  );
  const [author, gone] = people.map(({ id }) => id);
  const pick = <T>(list: readonly T[], index: number) => list[index % list.length];
  let count = 0;
  const insert = async (table: string, fields: Record<string, unknown>) => {
    count += 1;
    const row = {
      created_at: pick([...times, ...more], count),
      updated_at: pick([...more, ...times], count * 3),
      created_by: pick([author, gone, null], count),
      display_order: pick([0, 1, 1, 2], count),
      version: count,
      description: pick(awkward, count),
      ...fields,
    };
    const names = Object.keys(row);
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO ${table} (id, ${names.join(', ')}) VALUES (gen_random_uuid(), ${names.map((_, index) => `$${index + 1}`).join(', ')})
      RETURNING id`,
      Object.values(row),
    );
    return rows[0]?.id;
  };
  const addresses = [
    image,
    'https://a.example/b.png?c=1&d="',
    '',
    `${image}?w=96`,
    `/images/other/${'a'.repeat(32)}.webp`,
  ];
  for (const name of awkward) {
    const category = await insert('categories', {
      name,
      tracking_mode: mode,
      header_image_url: pick(addresses, count),
    });
    // The first has no section, and of four sections one has no card and one more than a row takes.
    for (const [number, title] of name === awkward[0] ? [] : awkward.entries()) {
      const section = await insert('sections', { category_id: category, title });
      const size = pick([4, 0, 60, 3], number) ?? 0;
      for (let index = 0; index < size; index += 1) {
        await insert('cards', {
          section_id: section,
          title: pick(awkward, count),
          background_color: '#FFF0F3',
          image_asset_name: pick(awkward, index),
          content: pick(awkward, index + 1),
          rich_content: pick(richTexts, index),
          header_image_url: pick(addresses, index),
          header_image_alt: pick(awkward, index),
          citations: JSON.stringify(pick([[], [''], awkward, ['{helpline}', 'WHO'], ['a, b', '"']], index)),
          is_active: index % 4 !== 3,
          publish_status: pick(['published', 'draft', 'scheduled'], count),
          published_at: pick(
            [null, '2026-01-02 03:04:05+00', 'infinity', '-infinity', '2090-01-01 00:00:00.5+00'],
            count,
          ),
        });
      }
    }
  }
  await pool.query('DELETE FROM staff WHERE id = $1', [gone]);
}

let desk: TestDesk;
beforeAll(async () => {
  desk = await testDesk({ settings: { publicUrl, placeholders: values } });
  await fill(desk);
});
afterAll(() => desk.close());

/** The response of a route as the contract's serialiser writes it from objects. */
async function serialised(route: Route, answer: unknown) {
  const app = Fastify();
  const serialize = serializer(route);
  app.get('/', (_, reply) => reply.type('text/plain').send(serialize(reply, answer)));
  const { payload } = await app.inject('/');
  await app.close();
  return payload;
}

const textOf = async ({ url, bearer }: TestDesk, path: string) => (await send(url, path, { bearer })).text;

test.each(['TRACK_PERIOD', 'PCOS', 'TRACK_PREGNANCY'] as const)(
  'the tree of %s is the one that the contract writes from objects',
  async (of) => {
    const categories = await listTree(desk.database.db, of);
    const cards = categories.flatMap(({ sections }) => sections.flatMap((section) => section.cards));
    expect(cards.length).toBeGreaterThan(of === mode ? 500 : 3);
    const expected = await serialised(ladyDueApi.categories.list, { categories });
    expect(await textOf(desk, `${at}/categories?trackingMode=${of}`)).toBe(expected);
  },
);

test('the tree of all modes, and of a desk without content, too', async () => {
  const categories = await listTree(desk.database.db);
  const expected = await serialised(ladyDueApi.categories.list, { categories });
  expect(await textOf(desk, `${at}/categories`)).toBe(expected);
  const empty = await testDesk();
  expect(await textOf(empty, `${at}/categories`)).toBe('{"categories":[]}');
  expect(await textOf(empty, `/content/v1/lady-due/${mode}`)).toBe(`{"trackingMode":"${mode}","categories":[]}`);
  await empty.close();
});

/** The content that the app shows, from objects and by the rules in TypeScript. */
async function shownBy(database: TestDesk['database'], of: TrackingMode, placeholders: Placeholders) {
  const shown = contentShownAt(of, await listTree(database.db, of), new Date().toISOString());
  const absolute = (address: string) => (ownImage.test(address) ? `${publicUrl}${address}` : address);
  for (const category of shown.categories) {
    category.headerImageUrl = absolute(category.headerImageUrl);
    for (const card of category.sections.flatMap(({ cards }) => cards)) {
      card.headerImageUrl = absolute(card.headerImageUrl);
      card.richContent = withPublicImages(card.richContent, publicUrl);
    }
  }
  return fillTexts(shown, placeholders);
}

test.each([
  ['with help lines', values],
  ['without a help line', { emergency: '112', helpline: '' }],
])('the app and the preview get what the rules select, %s', async (_, placeholders) => {
  const { database } = desk;
  const own = await testDesk({ database, settings: { publicUrl, placeholders } });
  for (const of of ['TRACK_PERIOD', 'PCOS'] as const) {
    const shown = await shownBy(database, of, placeholders);
    expect(shown.categories.length).toBeGreaterThan(0);
    const expected = await serialised(ladyDueApi.ladyDue.published, shown);
    expect(await textOf(own, `/content/v1/lady-due/${of}`)).toBe(expected);
    expect(await textOf(own, `${at}/preview/${of}`)).toBe(expected);
  }
  await own.close();
});

test('a list without children, with decimals, is the one of the records as objects', async () => {
  const { db } = desk.database;
  const doctors = await listEntities(db, doctorKind);
  const schema = doctorFields.Entity.omit({ verifiedBy: true, verifiedOf: true });
  const parts = await db.transaction((tx) => readJson(tx, [{ entity: doctorKind, schema }]));
  expect(doctors).toHaveLength(20);
  const inOrder = doctors.map((doctor) => schema.parse(doctor));
  expect(Buffer.concat(parts).toString()).toBe(JSON.stringify(inOrder));
});
