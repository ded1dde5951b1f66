import { eq, max } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { Actor, Id, Instant, Version, changes, text as words } from '#contract/common.ts';
import { route } from '#contract/route.ts';
import { id, timestamps, version } from '#server/database/columns.ts';
import type { History } from '#server/history/history.ts';
import { type EntityKind, type KeptTable, entityKind } from '#server/history/entity-kinds.ts';
import { notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';

/**
 * An area of three kinds that hold each other, made as any area is, for what announcements have not: children, fields
 * that belong together, a list, a unique place, a rule over two fields and a place that no person types.
 */
const categories = pgTable('tree_categories', {
  id: id(),
  version: version(),
  name: text('name').notNull(),
  place: integer('place'),
  createdBy: uuid('created_by'),
  ...timestamps(),
});
const sections = pgTable('tree_sections', {
  id: id(),
  version: version(),
  categoryId: uuid('category_id').notNull(),
  title: text('title').notNull(),
  opens: integer('opens').notNull(),
  closes: integer('closes').notNull(),
  ...timestamps(),
});
const cards = pgTable('tree_cards', {
  id: id(),
  version: version(),
  sectionId: uuid('section_id').notNull(),
  title: text('title').notNull(),
  tags: jsonb('tags').$type<string[]>().notNull(),
  status: text('status').notNull(),
  publishedAt: text('published_at').notNull(),
  position: integer('position').notNull(),
  ...timestamps(),
});

/** The tables as a migration would make them. */
export const treeTables = `
  CREATE TABLE tree_categories (id uuid PRIMARY KEY, version integer NOT NULL DEFAULT 1, name text NOT NULL,
    place integer UNIQUE, created_by uuid REFERENCES staff ON DELETE SET NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(), updated_at timestamptz(3) NOT NULL DEFAULT now());
  CREATE TABLE tree_sections (id uuid PRIMARY KEY, version integer NOT NULL DEFAULT 1,
    category_id uuid NOT NULL REFERENCES tree_categories, title text NOT NULL, opens integer NOT NULL,
    closes integer NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(), updated_at timestamptz(3) NOT NULL DEFAULT now());
  CREATE INDEX ON tree_sections (category_id);
  CREATE TABLE tree_cards (id uuid PRIMARY KEY, version integer NOT NULL DEFAULT 1,
    section_id uuid NOT NULL REFERENCES tree_sections, title text NOT NULL, tags jsonb NOT NULL, status text NOT NULL,
    published_at text NOT NULL, position integer NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(), updated_at timestamptz(3) NOT NULL DEFAULT now());
  CREATE INDEX ON tree_cards (section_id)`;

const categoryFields = {
  name: words({ min: 1, max: 200, name: 'Name' }),
  place: z.int().min(1).max(1000).nullable(),
};
const sectionFields = {
  categoryId: Id,
  title: words({ min: 1, max: 200, name: 'Title' }),
  opens: z.int().min(0).max(24),
  closes: z.int().min(0).max(24),
};
const cardFields = {
  sectionId: Id,
  title: words({ min: 1, max: 200, name: 'Title' }),
  tags: z.array(words({ min: 1, max: 50, name: 'Tag' })).max(20),
  status: z.enum(['draft', 'scheduled', 'published']),
  publishedAt: words({ max: 30, name: 'Time' }),
};

const kept = { id: Id, version: Version, createdAt: Instant, updatedAt: Instant };
const Category = z.object({ ...kept, ...categoryFields, createdBy: Actor.nullable() });
export type Category = z.infer<typeof Category>;
const Section = z.object({ ...kept, ...sectionFields });
export type Section = z.infer<typeof Section>;
const Card = z.object({ ...kept, ...cardFields, position: z.int() });
export type Card = z.infer<typeof Card>;

const CategoryInput = z.strictObject({ ...categoryFields, place: categoryFields.place.default(null) });
const SectionInput = z
  .strictObject({ ...sectionFields, opens: sectionFields.opens.default(8), closes: sectionFields.closes.default(17) })
  .refine(({ opens, closes }) => opens < closes, { path: ['closes'], error: 'It closes after it opens' });
const CardInput = z.strictObject({
  ...cardFields,
  tags: cardFields.tags.default([]),
  status: cardFields.status.default('draft'),
  publishedAt: cardFields.publishedAt.default(''),
});

const failure = 'Failed';
const one = { input: z.strictObject({ id: Id }), versioned: true, failure };

export const treeContract = {
  list: route('GET /tree', {
    summary: 'All of it.',
    output: z.object({ categories: z.array(Category), sections: z.array(Section), cards: z.array(Card) }),
    failure,
  }),
  createCategory: route('POST /tree/category', {
    summary: 'Add one.',
    input: CategoryInput,
    output: Category,
    status: 201,
    failure,
  }),
  createSection: route('POST /tree/section', {
    summary: 'Add one.',
    input: SectionInput,
    output: Section,
    status: 201,
    failure,
  }),
  createCard: route('POST /tree/card', {
    summary: 'Add one, at the end.',
    input: CardInput,
    output: Card,
    status: 201,
    failure,
  }),
  updateCategory: route('PUT /tree/category/{id}', {
    ...one,
    summary: 'Change it.',
    input: changes(categoryFields),
    output: Category,
  }),
  updateSection: route('PUT /tree/section/{id}', {
    ...one,
    summary: 'Change it.',
    input: changes(sectionFields),
    output: Section,
  }),
  updateCard: route('PUT /tree/card/{id}', {
    ...one,
    summary: 'Change it.',
    input: changes(cardFields),
    output: Card,
  }),
  removeCategory: route('DELETE /tree/category/{id}', { ...one, summary: 'Delete it with all it holds.' }),
  removeSection: route('DELETE /tree/section/{id}', { ...one, summary: 'Delete it with all it holds.' }),
  removeCard: route('DELETE /tree/card/{id}', { ...one, summary: 'Delete it.' }),
};

const reads = (table: KeptTable) => async (tx: NodePgDatabase, key: string) => {
  const rows = await tx.select().from(table).where(eq(table.id, key));
  return asShown(rows[0]);
};

/** The author's name is of no interest here. */
function asShown<T extends Record<string, unknown>>(row: T | undefined) {
  if (typeof row?.createdBy !== 'string') return row;
  return { ...row, createdBy: { id: row.createdBy, name: '' } };
}

export const category = entityKind({
  kind: 'category',
  area: 'lady-due',
  table: categories,
  fields: CategoryInput,
  label: ({ name }) => name,
  read: reads(categories),
  unique: ['place'],
});
const section = entityKind({
  kind: 'section',
  area: 'lady-due',
  table: sections,
  fields: SectionInput,
  label: ({ title }) => title,
  read: reads(sections),
  parent: { kind: 'category', column: 'categoryId' },
});
const card = entityKind({
  kind: 'card',
  area: 'lady-due',
  table: cards,
  fields: CardInput,
  label: ({ title }) => title,
  read: reads(cards),
  parent: { kind: 'section', column: 'sectionId' },
  mergeGroups: [['status', 'publishedAt']],
});

export const treeKinds = [category, section, card];

export function treeHandlers(db: NodePgDatabase, history: History): Handlers<typeof treeContract> {
  async function shown<T>(tx: NodePgDatabase, entity: EntityKind, key: string) {
    const found = await entity.read(tx, key);
    if (!found) throw notFound(entity.kind);
    return found as T;
  }
  return {
    async list() {
      const all = await db.select().from(categories).orderBy(categories.id);
      return {
        categories: all.map((row) => asShown(row) as Category),
        sections: await db.select().from(sections).orderBy(sections.id),
        cards: (await db.select().from(cards).orderBy(cards.sectionId, cards.position)) as Card[],
      };
    },
    createCategory: (values, context) =>
      history.change(context, async (change) => {
        const row = await change.create(category, { ...values, createdBy: context.staff.id });
        return shown<Category>(change.tx, category, row.id);
      }),
    createSection: (values, context) =>
      history.change(context, async (change) => {
        const row = await change.create(section, values);
        return shown<Section>(change.tx, section, row.id);
      }),
    createCard: (values, context) =>
      history.change(context, async (change) => {
        await change.lock(section, values.sectionId);
        const [last] = await change.tx.select({ position: max(cards.position) }).from(cards);
        const row = await change.create(card, { ...values, position: (last?.position ?? 0) + 1 });
        return shown<Card>(change.tx, card, row.id);
      }),
    updateCategory: ({ id: key, name, place }, context) =>
      history.change(context, async (change) => {
        await change.update(category, key, { name, place });
        return shown<Category>(change.tx, category, key);
      }),
    updateSection: ({ id: key, categoryId, title, opens, closes }, context) =>
      history.change(context, async (change) => {
        if (categoryId) await change.lock(category, categoryId);
        await change.update(section, key, { categoryId, title, opens, closes });
        return shown<Section>(change.tx, section, key);
      }),
    updateCard: ({ id: key, sectionId, title, tags, status, publishedAt }, context) =>
      history.change(context, async (change) => {
        if (sectionId) await change.lock(section, sectionId);
        await change.update(card, key, { sectionId, title, tags, status, publishedAt });
        return shown<Card>(change.tx, card, key);
      }),
    removeCategory: ({ id: key }, context) => history.change(context, (change) => change.remove(category, key)),
    removeSection: ({ id: key }, context) => history.change(context, (change) => change.remove(section, key)),
    removeCard: ({ id: key }, context) => history.change(context, (change) => change.remove(card, key)),
  };
}
