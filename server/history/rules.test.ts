import { drizzle } from 'drizzle-orm/node-postgres';
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { entity } from '#contract/entity.ts';
import { field, imageField, textField } from '#contract/fields.ts';
import { z } from 'zod';
import { entityKind } from '#server/history/entity-kinds.ts';
import type { Recorder } from '#server/history/recorder.ts';
import { checkedChanges, lockImagesOf } from '#server/history/rules.ts';
import { entityColumns } from '#server/history/tables.ts';

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

test('images are looked up in the fields that are saved, one address in a field or several', async () => {
  const asked: unknown[] = [];
  const recorder = {
    tx: drizzle.mock(),
    lockImages: async (_: unknown, fields: unknown, message: unknown) => {
      asked.push(fields, message);
    },
  } as unknown as Recorder;
  await lockImagesOf(recorder, leaflet, [{ title: 'One' }]);
  await lockImagesOf(recorder, leaflet, [{ cover: 'a', pages: ['b c', 'd'] }, { pages: ['e'] }], 'Gone');
  expect(asked).toEqual([
    [
      ['cover', 'a'],
      ['pages', 'b'],
      ['pages', 'c'],
      ['pages', 'd'],
      ['pages', 'e'],
    ],
    'Gone',
  ]);
});

test('a change is checked together with the stored fields', () => {
  const stored = { id: '', version: 1, createdAt: '', updatedAt: '', title: 'One', cover: '', pages: [] };
  expect(checkedChanges(leaflet, stored, { title: ' Two ' })).toEqual({ title: 'Two' });
  expect(() => checkedChanges(leaflet, { ...stored, title: '' }, { cover: 'https://x.example' })).toThrow(
    'Title is required',
  );
});
