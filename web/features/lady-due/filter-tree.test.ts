import { expect, test } from 'vitest';
import { type Card, type CategoryTree, cardFields, categoryFields, sectionFields } from '#contract/lady-due.ts';
import { type TreeFilter, cardsIn, filterTree, foundIn } from '#web/features/lady-due/filter-tree.ts';
import { asSaved } from '#contract/editions.ts';

const kept = { id: '', version: 1, createdAt: '', updatedAt: '', createdBy: null, ...asSaved };
const aCard = (title: string, fields: Partial<Card> = {}): Card => ({ ...cardFields.blank, ...kept, title, ...fields });
const aSection = (title: string, ...cards: Card[]) => ({ ...sectionFields.blank, ...kept, title, cards });
const aCategory = (name: string, ...sections: CategoryTree['sections']): CategoryTree => ({
  ...categoryFields.blank,
  ...kept,
  name,
  sections,
});

const tree = [
  aCategory(
    'Your cycle',
    aSection(
      'Basics',
      aCard('What a cycle is', { publishStatus: 'published', richContent: '<p>Count <strong>from day</strong> 1</p>' }),
      aCard('Pain', { publishStatus: 'scheduled', content: 'Wárm báths help' }),
    ),
    aSection('Empty'),
  ),
  aCategory(
    'Food',
    aSection(
      'Iron',
      aCard('Beans', { isActive: false, hasChanges: true }),
      aCard('Leaves', { citations: ['WHO: Anaemia'] }),
    ),
  ),
  aCategory('Nothing yet'),
];

const titlesIn = ({ title, cards }: CategoryTree['sections'][number]) => [title].concat(cards.map((one) => one.title));
const left = (filter: Partial<TreeFilter>) =>
  filterTree(tree, { term: '', ...filter }).map(({ name, sections }) =>
    [name as unknown].concat(sections.map((one) => titlesIn(one))),
  );

test('without search and filters the tree is complete', () => {
  expect(filterTree(tree, { term: ' ' })).toEqual(tree);
});

test.each<[Partial<TreeFilter>, unknown]>([
  [{ term: 'pain' }, [['Your cycle', ['Basics', 'Pain']]]],
  [{ term: 'warm bath' }, [['Your cycle', ['Basics', 'Pain']]]],
  [{ term: 'FROM DAY 1' }, [['Your cycle', ['Basics', 'What a cycle is']]]],
  [{ term: 'anaemia' }, [['Food', ['Iron', 'Leaves']]]],
  [{ term: 'strong' }, []],
  [{ term: 'iron' }, [['Food', ['Iron', 'Beans', 'Leaves']]]],
  [{ term: 'empty' }, [['Your cycle', ['Empty']]]],
  [{ term: 'nothing yet' }, [['Nothing yet']]],
  [{ term: 'your cycle' }, [['Your cycle', ['Basics', 'What a cycle is', 'Pain'], ['Empty']]]],
  [{ status: 'inactive' }, [['Food', ['Iron', 'Beans']]]],
  [{ publish: 'scheduled' }, [['Your cycle', ['Basics', 'Pain']]]],
  [{ publish: 'draft', status: 'active' }, [['Food', ['Iron', 'Leaves']]]],
  [{ term: 'your cycle', publish: 'published' }, [['Your cycle', ['Basics', 'What a cycle is']]]],
  [{ term: 'empty', publish: 'draft' }, []],
  [{ publish: 'unshown' }, [['Food', ['Iron', 'Beans']]]],
  [{ publish: 'unshown', status: 'active' }, []],
])('%j keeps the matches with their parents', (filter, expected) => {
  expect(left(filter)).toEqual(expected);
});

test('a match in a text is shown with the words around it', () => {
  const one = aCard('Pain', {
    description: 'Warm baths',
    richContent: `<p>${'Many words stand before. '.repeat(4)}Then a <em>ginger</em> tea.</p>`,
  });
  expect(foundIn(one, 'GINGER')).toBe('…stand before. Then a ginger tea.');
  expect(foundIn(aCard('Pain', { content: 'Ginger tea' }), 'ginger')).toBe('Ginger tea');
  expect([foundIn(one, 'warm'), foundIn(one, 'pain'), foundIn(one, 'coffee'), foundIn(one, '')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('the cards of a tree are the cards of all its sections', () => {
  expect(cardsIn(tree)).toHaveLength(4);
});
