import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { Id, manyIds, text as words } from '#contract/common.ts';
import { entity, entityRoutes } from '#contract/entity.ts';
import { choiceField, field, integerField, positionField, requiredField, textField } from '#contract/fields.ts';
import { route } from '#contract/route.ts';
import { crud } from '#server/history/crud.ts';
import { entityKind } from '#server/history/entity-kinds.ts';
import type { History } from '#server/history/history.ts';
import { listEntities } from '#server/history/reads.ts';
import { entityColumns } from '#server/history/tables.ts';
import type { Handlers } from '#server/http/mount.ts';

/**
 * An area of three nested kinds, made like any other area. It tests what announcements do not have: children in an
 * order, fields that belong together, a list, a unique field, a rule over two fields and changes of many things at
 * once.
 */
const categories = pgTable('tree_categories', {
  ...entityColumns(),
  name: text('name').notNull(),
  slot: integer('slot'),
});
const sections = pgTable('tree_sections', {
  ...entityColumns(),
  categoryId: uuid('category_id').notNull(),
  title: text('title').notNull(),
  opens: integer('opens').notNull(),
  closes: integer('closes').notNull(),
});
const cards = pgTable('tree_cards', {
  ...entityColumns(),
  sectionId: uuid('section_id').notNull(),
  title: text('title').notNull(),
  tags: jsonb('tags').$type<string[]>().notNull(),
  status: text('status').$type<'draft' | 'scheduled' | 'published'>().notNull(),
  publishedAt: text('published_at').notNull(),
  displayOrder: integer('display_order').notNull(),
});

const kept = `id uuid PRIMARY KEY, version integer NOT NULL DEFAULT 1,
  created_by uuid REFERENCES staff ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(), updated_at timestamptz(3) NOT NULL DEFAULT now()`;

/** The tables as a migration would make them. */
export const treeTables = `
  CREATE TABLE tree_categories (${kept}, name text NOT NULL, slot integer UNIQUE);
  CREATE TABLE tree_sections (${kept}, category_id uuid NOT NULL REFERENCES tree_categories, title text NOT NULL,
    opens integer NOT NULL, closes integer NOT NULL);
  CREATE INDEX ON tree_sections (category_id);
  CREATE TABLE tree_cards (${kept}, section_id uuid NOT NULL REFERENCES tree_sections, title text NOT NULL,
    tags jsonb NOT NULL, status text NOT NULL, published_at text NOT NULL, display_order integer NOT NULL);
  CREATE INDEX ON tree_cards (section_id)`;

const aCategory = entity({
  name: textField('Name', { min: 1, max: 200 }),
  slot: field('Slot', () => z.int().min(1).max(1000).nullable(), null),
});
const aSection = entity({
  categoryId: requiredField('Category', () => Id, ''),
  title: textField('Title', { min: 1, max: 200 }),
  opens: { ...integerField('Opens', { max: 24, example: 8 }), blank: 8 },
  closes: { ...integerField('Closes', { max: 24, example: 17 }), blank: 17 },
});
const aCard = entity({
  sectionId: requiredField('Section', () => Id, ''),
  title: textField('Title', { min: 1, max: 200 }),
  tags: field('Tags', () => z.array(words({ min: 1, max: 50, name: 'Tag' })).max(20), []),
  status: choiceField('Status', { draft: 'Draft', scheduled: 'Scheduled', published: 'Published' }),
  publishedAt: textField('Time', { max: 30 }),
  displayOrder: positionField('Place in the section'),
});
export type Category = z.infer<typeof aCategory.Entity>;
export type Section = z.infer<typeof aSection.Entity>;
export type Card = z.infer<typeof aCard.Entity>;

const failure = 'Failed';
const sentences = { create: failure, update: failure, remove: failure };

export const treeContract = {
  categories: entityRoutes('/tree/category', aCategory, sentences, sentences),
  sections: entityRoutes('/tree/section', aSection, sentences, sentences),
  cards: entityRoutes('/tree/card', aCard, sentences, sentences),
  tree: {
    list: route('GET /tree', {
      summary: 'All of it.',
      output: z.object({
        categories: z.array(aCategory.Entity),
        sections: z.array(aSection.Entity),
        cards: z.array(aCard.Entity),
      }),
      failure,
    }),
    order: route('POST /tree/card/order', {
      summary: 'Put the cards of a section in order.',
      input: z.strictObject({ ids: z.array(Id), parentId: Id }),
      failure,
    }),
    move: route('POST /tree/card/move', {
      summary: 'Move cards behind another one, or into another section.',
      input: z.strictObject({ ids: manyIds('card', 'cards'), within: Id.optional(), after: Id.nullable().optional() }),
      failure,
    }),
    copy: route('POST /tree/card/copies', {
      summary: 'Add cards.',
      input: z.strictObject({ cards: z.array(aCard.Input) }),
      output: z.object({ ids: z.array(Id) }),
      failure,
    }),
    bulk: route('POST /tree/card/bulk', {
      summary: 'Change cards, or delete them.',
      input: z.strictObject({ ids: manyIds('card', 'cards'), action: z.enum(['publish', 'tag', 'break', 'delete']) }),
      output: z.object({ count: z.int() }),
      failure,
    }),
    removeSections: route('POST /tree/section/bulk', {
      summary: 'Delete sections.',
      input: z.strictObject({ ids: manyIds('section', 'sections') }),
      failure,
    }),
  },
};

export const category = entityKind({
  kind: 'category',
  area: 'lady-due',
  table: categories,
  fields: aCategory.Input,
  label: ({ name }) => name,
  unique: ['slot'],
});
const section = entityKind({
  kind: 'section',
  area: 'lady-due',
  table: sections,
  fields: aSection.Input.refine(({ opens, closes }) => opens < closes, {
    path: ['closes'],
    error: 'It closes after it opens',
  }),
  label: ({ title }) => title,
  parent: { kind: 'category', column: 'categoryId' },
});
const card = entityKind({
  kind: 'card',
  area: 'lady-due',
  table: cards,
  fields: aCard.Input,
  label: ({ title }) => title,
  parent: { kind: 'section', column: 'sectionId' },
  order: { within: 'sectionId' },
  mergeGroups: [['status', 'publishedAt']],
});

export const treeKinds = [category, section, card];

/** What a bulk call does to a card. `break` breaks a rule for the last of them. */
const changesBy = {
  publish: () => ({ status: 'published' }),
  tag: ({ title }: Record<string, unknown>) => ({ tags: [title] }),
  break: ({ title }: Record<string, unknown>) => ({ title: title === 'Three' ? '' : 'Changed' }),
};

export const treeHandlers = (
  db: NodePgDatabase,
  history: History,
): { [Feature in keyof typeof treeContract]: Handlers<(typeof treeContract)[Feature]> } => ({
  categories: crud(history, category),
  sections: crud(history, section),
  cards: crud(history, card),
  tree: {
    order: crud(history, card).order,

    async list() {
      return {
        categories: (await listEntities(db, category)).toReversed(),
        sections: (await listEntities(db, section)).toReversed(),
        cards: await listEntities(db, card),
      };
    },

    move: ({ ids, ...target }, context) => history.change(context, (change) => change.move(card, ids, target)),

    copy: (input, context) =>
      history.change(context, async (change) => {
        const made = await change.createMany(card, input.cards);
        return { ids: made.map(({ id }) => id) };
      }),

    bulk: ({ ids, action }, context) =>
      history.change(context, async (change) => {
        if (action !== 'delete') return { count: (await change.updateMany(card, ids, changesBy[action])).length };
        await change.removeMany(card, ids);
        return { count: ids.length };
      }),

    removeSections: ({ ids }, context) => history.change(context, (change) => change.removeMany(section, ids)),
  },
});
