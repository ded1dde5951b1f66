import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { Id, manyIds, text as words } from '#contract/common.ts';
import { entity } from '#contract/entity.ts';
import { bulkRoute, entityRoutes, orderRoute, publishedRoute } from '#contract/entity-routes.ts';
import {
  activeField,
  choiceField,
  field,
  integerField,
  parentField,
  positionField,
  textField,
} from '#contract/fields.ts';
import { route } from '#contract/route.ts';
import { crud } from '#server/history/crud.ts';
import { entityKind } from '#server/history/entity-kinds.ts';
import type { Feature } from '#server/history/feature.ts';
import { listEntities } from '#server/history/reads.ts';
import { entityColumns } from '#server/history/tables.ts';

/**
 * An area of three nested kinds, made like any other area. It tests what announcements do not have: children in an
 * order, fields that belong together, a list, a unique field, a rule over two fields and changes of many things at
 * once.
 */
const categories = pgTable('tree_categories', {
  ...entityColumns(),
  name: text('name').notNull(),
  slot: integer('slot'),
  isActive: boolean('is_active').notNull(),
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
  CREATE TABLE tree_categories (${kept}, name text NOT NULL, slot integer UNIQUE,
    is_active boolean NOT NULL);
  CREATE TABLE tree_sections (${kept}, category_id uuid NOT NULL REFERENCES tree_categories, title text NOT NULL,
    opens integer NOT NULL, closes integer NOT NULL);
  CREATE INDEX ON tree_sections (category_id);
  CREATE TABLE tree_cards (${kept}, section_id uuid NOT NULL REFERENCES tree_sections, title text NOT NULL,
    tags jsonb NOT NULL, status text NOT NULL, published_at text NOT NULL, display_order integer NOT NULL);
  CREATE INDEX ON tree_cards (section_id);
  SELECT watch_content('tree_categories', 'lady-due'), watch_content('tree_sections', 'lady-due'),
    watch_content('tree_cards', 'lady-due')`;

const aCategory = entity('category', {
  name: textField('Name', { min: 1, max: 200 }),
  slot: field('Slot', () => z.int().min(1).max(1000).nullable(), null),
  isActive: activeField(),
});
const aSection = entity(
  'section',
  {
    categoryId: parentField('category'),
    title: textField('Title', { min: 1, max: 200 }),
    opens: { ...integerField('Opens', { max: 24, example: 8 }), blank: 8 },
    closes: { ...integerField('Closes', { max: 24, example: 17 }), blank: 17 },
  },
  ({ opens = 0, closes = 24 }) => (opens < closes ? {} : { closes: 'It closes after it opens' }),
);
const aCard = entity('card', {
  sectionId: parentField('section'),
  title: textField('Title', { min: 1, max: 200 }),
  tags: field('Tags', () => z.array(words({ min: 1, max: 50, name: 'Tag' })).max(20), []),
  status: choiceField('Status', { draft: 'Draft', scheduled: 'Scheduled', published: 'Published' }),
  publishedAt: textField('Time', { max: 30 }),
  displayOrder: positionField('Position in the section'),
});
export type Category = z.infer<typeof aCategory.Entity>;
export type Section = z.infer<typeof aSection.Entity>;
export type Card = z.infer<typeof aCard.Entity>;

const failure = 'Failed';

export const treeContract = {
  categories: entityRoutes(aCategory, {}, '/tree/category'),
  sections: {
    ...entityRoutes(aSection, {}, '/tree/section'),
    bulk: bulkRoute(aSection, ['unknown'], '/tree/section'),
  },
  cards: {
    ...entityRoutes(aCard, {}, '/tree/card'),
    order: orderRoute(aCard, '/tree/card'),
    bulk: bulkRoute(aCard, ['publish', 'tag', 'break'], '/tree/card'),
    published: publishedRoute(aCard),
  },
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
    move: route('POST /tree/card/move', {
      summary: 'Move cards behind another one, or into another section.',
      input: z.strictObject({
        ids: manyIds('card', 'cards'),
        parentId: Id.optional(),
        after: Id.nullable().optional(),
      }),
      failure,
    }),
    copy: route('POST /tree/card/copies', {
      summary: 'Add cards.',
      input: z.strictObject({ cards: z.array(aCard.Input) }),
      output: z.object({ ids: z.array(Id) }),
      failure,
    }),
  },
};

export const category = entityKind(aCategory, categories, { label: ({ name }) => name, unique: ['slot'] });
const section = entityKind(aSection, sections, { label: ({ title }) => title });
const card = entityKind(aCard, cards, {
  label: ({ title }) => title,
  mergeGroups: [['status', 'publishedAt']],
});

export const treeFeature: Feature<typeof treeContract> = {
  kinds: [category, section, card],
  handlers: ({ history, publicUrl }) => ({
    categories: crud(history, category, { publicUrl }),
    sections: crud(history, section, { publicUrl }),
    cards: crud(history, card, {
      publicUrl,
      actions: {
        publish: () => ({ status: 'published' as const }),
        tag: ({ title }) => ({ tags: [title] }),
        // It breaks a rule for the last of them.
        break: ({ title }) => ({ title: title === 'Three' ? '' : 'Changed' }),
      },
    }),
    tree: {
      async list() {
        return {
          categories: (await listEntities(history.db, category)).toReversed(),
          sections: (await listEntities(history.db, section)).toReversed(),
          cards: await listEntities(history.db, card),
        };
      },

      move: ({ ids, ...target }, context) => history.change(context, (change) => change.move(card, ids, target)),

      copy: (input, context) =>
        history.change(context, async (change) => {
          const made = await change.createMany(card, input.cards);
          return { ids: made.map(({ id }) => id) };
        }),
    },
  }),
};
