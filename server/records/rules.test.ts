import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { entity } from '#contract/entity.ts';
import { field, imageField, textField } from '#contract/fields.ts';
import { z } from 'zod';
import { entityKind } from '#server/records/kind.ts';
import { checkedChanges, imagesNamed } from '#server/records/rules.ts';
import { entityColumns } from '#server/log/tables.ts';

const leaflets = pgTable('leaflets', {
  ...entityColumns(),
  title: text('title').notNull(),
  cover: text('cover').notNull(),
  pages: jsonb('pages').$type<string[]>().notNull(),
});
const aLeaflet = entity('topic', {
  title: textField('Title', { min: 1, max: 5 }),
  cover: imageField('Cover'),
  pages: field('Pages', () => z.array(z.string()), []),
});
const leaflet = entityKind(aLeaflet, leaflets, {
  label: ({ title }) => title,
  images: [{ field: 'pages', addresses: (pages) => (pages as string[]).flatMap((page) => page.split(' ')) }],
});

test('images are looked up in the fields that are saved, one address in a field or several', () => {
  expect(imagesNamed(leaflet, [{ title: 'One' }])).toEqual([]);
  expect(imagesNamed(leaflet, [{ cover: 'a', pages: ['b c', 'd'] }, { pages: ['e'] }])).toEqual([
    ['cover', 'a'],
    ['pages', 'b'],
    ['pages', 'c'],
    ['pages', 'd'],
    ['pages', 'e'],
  ]);
});

test('a change is checked together with the stored fields', () => {
  const stored = { id: '', version: 1, createdAt: '', updatedAt: '', title: 'One', cover: '', pages: [] };
  expect(checkedChanges(leaflet, stored, { title: ' Two ' })).toEqual({ title: 'Two' });
  expect(() => checkedChanges(leaflet, { ...stored, title: '' }, { cover: 'https://x.example' })).toThrow(
    'Title is required',
  );
});
