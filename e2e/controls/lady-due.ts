import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { type Kind, capital } from '#contract/kinds.ts';
import {
  type Call,
  type Part,
  type Screen,
  about,
  all,
  bar,
  finding,
  heading,
  historyOf,
  menu,
  approvalOf,
  caseOn,
} from '#e2e/controls/parts.ts';
import type { Seeded } from '#e2e/controls/seed.ts';

const { cards, categories, history, images, ladyDue, ladyDuePreview, ladyDueRule, sections } = api;

/** The address of the tree with the three kinds open. */
const tree = ({ category, section }: Seeded) => `lady-due?open=${category.slice(-6)}${section.slice(-6)}`;

/** Lady Due: the tree, its menus and dialogs. */
export function ladyDueScreens(): Screen[] {
  const treeKinds = ['category', 'section', 'card'] as const;
  const calls = { category: categories, section: sections, card: cards };
  const head = all('button ', {
    'Create Default': ladyDue.createDefault,
    Export: ladyDue.export,
    Import: ladyDue.import,
    'Add Category': categories.create,
    'Publishing: …': ladyDueRule.update,
  });
  /** Its filters, and the links to the latest changes. */
  const banner = ['published', 'scheduled', 'draft', 'drafts', 'inactive', 'now', 'min'].map((end) => `link … ${end}`);
  const plain = [
    'textbox See the app on',
    'slider Time of the preview',
    'checkbox With drafts',
    ...banner,
    'shortcut Close or open the row',
    'button Kept …',
  ];
  const { order } = ladyDue;
  const list: Part = {
    plain,
    controls: {
      ...head,
      ...all('button ', {
        'Add section to …': sections.create,
        'Add card to …': cards.create,
        'Edit Kept category': categories.update,
        'Edit Kept section': sections.update,
        'Edit … card': cards.update,
        'Move …': order,
        'Actions for Kept category': about('category', history.revisions),
        'Actions for Kept section': about('section', history.revisions),
        'Actions for … card': about('card', history.revisions),
      }),
      // A read-only role sees the card there instead of the editor.
      'link … card': categories.list,
      'checkbox Select …': cards.bulk,
      'shortcut Move the row': order,
    },
  };
  const menuOf = (kind: (typeof treeKinds)[number], more: Record<string, Call>) => {
    const { update, duplicate, remove } = calls[kind];
    return menu(`Actions for Kept ${kind}`, {
      Edit: update,
      ...more,
      Duplicate: duplicate,
      'Duplicate to…': duplicate,
      'Move to…': order,
      History: about(kind, history.revisions),
      Delete: remove,
    });
  };
  const menus = [
    menuOf('category', { 'Add section': sections.create }),
    menuOf('section', { 'Add card': cards.create }),
    menuOf('card', {
      Publish: cards.update,
      'Schedule…': cards.update,
      Deactivate: cards.update,
      'Move down': order,
    }),
  ];
  // The phone beside the tree. The history takes its room, and a card's form has its own.
  const ofPhone = { 'button Open on a phone': ladyDuePreview.createLink };
  const cardRow = (page: Page) =>
    page
      .getByRole('checkbox', { name: 'Select Kept card' })
      .or(page.getByRole('link', { name: 'Kept card', exact: true }))
      .first();
  const editors = treeKinds.flatMap((kind) => {
    const { create, update } = calls[kind];
    const parent = { category: '', section: 'category', card: 'section' }[kind] as Kind | '';
    return (['new', 'edit'] as const).map((opened): Screen => {
      const call = opened === 'new' ? create : update;
      return {
        isDialog: true,
        path: (ids) =>
          `lady-due?form=${opened}${opened === 'edit' ? `&${kind}=${ids[kind]}` : parent && `&${parent}=${ids[parent]}`}`,
        shows: (page) =>
          page
            .getByRole('form')
            .or(page.getByRole('complementary', { name: capital(kind) }).getByRole('heading', { level: 2 }))
            .first(),
        // A read-only role sees the stored values instead of the form.
        plain: [
          ...plain,
          'button History of …',
          'button History',
          'button Previous card',
          'button Next card',
          'button Back to the content',
          finding,
        ],
        controls: {
          ...list.controls,
          [`button Save ${kind}`]: call,
          ...(kind === 'card' && { 'button Publish now': call }),
          ...(kind === 'card' && opened === 'edit' && { ...approvalOf(kind), ...caseOn(kind) }),
          ...ofPhone,
          ...(kind !== 'section' && { 'button Choose an image or drop it here': images.uploadForCard }),
        },
      };
    });
  });
  const selected = bar('Select …', cards.bulk, [
    'Activate',
    'Deactivate',
    'Publish',
    'Make drafts',
    'Schedule',
    'Move to…',
    'Delete',
  ]);
  return [
    {
      ...list,
      controls: { ...list.controls, ...ofPhone },
      path: tree,
      shows: (page) => page.getByRole('link', { name: 'Kept card' }),
      opens: [
        ...menus,
        {
          ...selected,
          controls: {
            ...selected.controls,
            'button Approve': api.ladyDueApprovals.approve,
            'button Ask for a review': api.ladyDueApprovals.ask,
          },
        },
        {
          by: 'button Import',
          at: (page) => page.getByRole('dialog'),
          controls: { 'button Choose a file': ladyDue.import },
        },
      ],
      keys: { 'shortcut Move the row': { key: 'Alt+ArrowDown', focus: (page) => cardRow(page).focus() } },
    },
    {
      path: () => 'lady-due?mode=PCOS',
      shows: (page) => heading(page, 'Nothing in PCOS yet'),
      plain,
      controls: {
        ...head,
        ...ofPhone,
      },
    },
    ...editors,
    historyOf('card', list),
    {
      onPhone: true,
      path: tree,
      shows: (page) => page.getByRole('link', { name: 'Kept card' }),
      plain: ['button Kept …', 'button Preview', ...banner],
      controls: {
        'button Publishing: …': ladyDueRule.update,
        'button Actions for Lady Due': categories.list,
        'button Actions for Kept category': about('category', history.revisions),
        'button Actions for Kept section': about('section', history.revisions),
        'button Actions for … card': about('card', history.revisions),
        'link … card': categories.list,
        'checkbox Select …': cards.bulk,
      },
      opens: [
        menu('Actions for Lady Due', {
          'Create Default': ladyDue.createDefault,
          Export: ladyDue.export,
          Import: ladyDue.import,
          'Add Category': categories.create,
        }),
        ...menus,
      ],
    },
  ];
}
