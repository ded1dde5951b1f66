import type { Card, Category, CategoryTree, Section } from '#contract/lady-due.ts';
import { type Caller, expectDone } from '#tests/desk/caller.ts';

/** The path of its calls. */
export const at = '/admin/lady-due';

/** Creates a category with two sections and three cards, two of them in the first section. */
export async function createTree(staff: Caller) {
  const category = await staff.make<Category>(`${at}/categories`, { name: 'Track', trackingMode: 'TRACK_PERIOD' });
  const under = { categoryId: category.id };
  const basics = await staff.make<Section>(`${at}/sections`, { ...under, title: 'Basics' });
  const phases = await staff.make<Section>(`${at}/sections`, { ...under, title: 'Phases' });
  const cards: Card[] = [];
  for (const [section, title] of [[basics, 'One'] as const, [phases, 'Two'] as const, [basics, 'Three'] as const]) {
    cards.push(await staff.make<Card>(`${at}/cards`, { sectionId: section.id, title, citations: [title, 'all'] }));
  }
  return { category, basics, phases, cards: cards as [Card, Card, Card] };
}

/** All categories, sections and cards as they are now, in the order of the lists. */
export async function listAll(staff: Caller) {
  const { categories: trees } = expectDone(await staff.get(`${at}/categories`)) as {
    categories: CategoryTree[];
  };
  const categories = trees.map((tree): Category => {
    const { sections: _, ...category } = tree;
    return category;
  });
  const sections = trees.flatMap((tree) =>
    tree.sections.map((one): Section => {
      const { cards: _, ...section } = one;
      return section;
    }),
  );
  const cards = trees.flatMap((one) => one.sections.flatMap((section) => section.cards));
  return { categories, sections, cards };
}

/** A category with its sections and cards as they are now, in the order of the lists. */
export async function treeOf(staff: Caller, { id }: { id: string }) {
  const all = await listAll(staff);
  const sections = all.sections.filter(({ categoryId }) => categoryId === id);
  const cards = all.cards.filter(({ sectionId }) => sections.some((section) => section.id === sectionId));
  return { category: all.categories.find((one) => one.id === id), sections, cards };
}
