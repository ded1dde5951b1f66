import type pg from 'pg';
import type { TrackingMode } from '#contract/lady-due.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { type Random, seededRandom } from '#server/database/seeded-random.ts';
import { type Demo, type DemoRow, copyDemoRecords } from '#server/records/demo-records.ts';
import { defaultTexts } from '#server/lady-due/default-texts.ts';
import { demoCards, demoCategories, demoSections } from '#server/lady-due/demo-texts.ts';
import { cardKind, categoryKind, sectionKind } from '#server/lady-due/kinds.ts';
import { asDraft } from '#server/lady-due/publish.ts';
import type { cards, categories, sections } from '#server/lady-due/tables.ts';

const day = 86_400_000;
const modes = Object.keys(trackingModes) as TrackingMode[];

type Text = { title: string; description: string; richContent: string; citations: string[] };
type Tree = { mode: TrackingMode; name: string; description: string; sections: { title: string; cards: Text[] }[] };

/** The number of cards in each section of the first additional category of a mode, and of the later ones. */
const perSection = { first: 5, later: 10 };

/** The content of all modes: the default content, and then more, most of it for the first mode. */
function treesOf(count: number): Tree[] {
  const trees: Tree[] = modes.map((mode) => {
    const { name, description, sections: children } = defaultTexts[mode];
    const texts = children.map((one) => ({
      title: one.title,
      cards: one.cards.map(({ text, title, ...rest }) => ({ title, ...rest, richContent: text })),
    }));
    return { mode, name, description, sections: texts };
  });
  let left = count - trees.flatMap(({ sections: children }) => children.flatMap((one) => one.cards)).length;
  for (let number = 0; left > 0; number += 1) {
    const name = demoCategories[number % demoCategories.length] ?? '';
    const children = demoSections.map((title, at) => {
      const size = Math.max(0, Math.min(number < modes.length ? perSection.first : perSection.later, left));
      left -= size;
      return {
        title,
        cards: Array.from({ length: size }, (_, index) => textOf(number * 50 + at * perSection.later + index)),
      };
    });
    trees.push({
      mode: modes[number] ?? 'TRACK_PERIOD',
      name,
      description: `What readers of “${name}” asked for.`,
      sections: children.filter((one) => one.cards.length > 0),
    });
  }
  return trees;
}

/** The text of card `number`: the texts repeat, with a number that distinguishes the copies. */
function textOf(number: number): Text {
  const { title, description, text, citations } = demoCards[number % demoCards.length] as (typeof demoCards)[number];
  const round = Math.floor(number / demoCards.length);
  const body = text.map((words) => `<p>${words}</p>`).join('');
  const name = round === 0 ? title : `${title} (${round + 1})`;
  return { title: name, description, richContent: `<h3>${description}</h3>${body}`, citations };
}

/** Of ten cards seven are published, one is a draft, one is scheduled within three weeks, and one is inactive. */
function stateOf(number: number, made: number, today: number, random: Random) {
  if (number % 10 === 4) return asDraft;
  const inDays = (days: number, from: number) => new Date(Math.round(from + days * day)).toISOString();
  if (number % 10 === 7) {
    return { publishStatus: 'scheduled' as const, publishedAt: inDays(2 + random.next() * 20, today) };
  }
  return { publishStatus: 'published' as const, publishedAt: inDays(random.next(), made), isActive: number % 10 !== 9 };
}

const tints = ['#FFF0F3', '#F0F9FF', '#FFF7E6', '#F3F0FF', '#EEFBF3'];

/** The ids of the rows of a table, by their parent and position. */
async function idsIn(client: pg.ClientBase, table: string, scope: string) {
  const { rows } = await client.query<{ id: string; place: string }>(
    `SELECT id, concat_ws(' ', ${scope}, display_order) AS place FROM ${table}`,
  );
  const ids = new Map(rows.map(({ id, place }) => [place, id]));
  return (...place: (string | number)[]) => ids.get(place.join(' ')) ?? '';
}

/** Fills all modes, unless there is a category. */
export async function loadLadyDue(client: pg.ClientBase, demo: Demo) {
  const { rowCount } = await client.query('SELECT FROM categories LIMIT 1');
  if (rowCount !== 0) return;
  const { today } = demo;
  const random = seededRandom('lady due');
  const madeAt = () => Math.round(today - (5 + random.next() * 200) * day);
  const pictures = demo.pictures?.cards ?? [];
  const picture = (share: number) => {
    // The same quantity of random numbers is drawn without pictures, so that everything else stays the same.
    const [isPictured, which] = [random.chance(share), random.next()];
    return (isPictured && pictures[Math.floor(which * pictures.length)]) || '';
  };
  const header = (share: number) => {
    const headerImageUrl = picture(share);
    return { headerImageUrl, headerImageAlt: headerImageUrl && 'A drawn landscape in the evening' };
  };

  const trees = treesOf(demo.cards);
  const places = new Map<TrackingMode, number>();
  const placed = trees.map((tree) => {
    const displayOrder = (places.get(tree.mode) ?? 0) + 1;
    places.set(tree.mode, displayOrder);
    return Object.assign(tree, { displayOrder });
  });
  const categoryRows = placed.map(({ mode, name, description, displayOrder }): DemoRow<typeof categories> => ({
    name,
    description,
    trackingMode: mode,
    ...header(0.5),
    displayOrder,
    made: madeAt(),
  }));
  await copyDemoRecords(client, categoryKind, categoryRows, demo);

  const categoryAt = await idsIn(client, 'categories', 'tracking_mode');
  const sectionRows: DemoRow<typeof sections>[] = [];
  const cardRows: { place: [categoryId: string, at: number]; rows: Omit<DemoRow<typeof cards>, 'sectionId'>[] }[] = [];
  let number = 0;
  for (const tree of placed) {
    const categoryId = categoryAt(tree.mode, tree.displayOrder);
    for (const [at, { title, cards: texts }] of tree.sections.entries()) {
      sectionRows.push({ categoryId, title, displayOrder: at + 1, made: madeAt() });
      const rows = texts.map((text, index) => {
        const made = madeAt();
        number += 1;
        return Object.assign(
          { backgroundColor: random.pick(tints), ...header(0.3), displayOrder: index + 1, made },
          text,
          stateOf(number, made, today, random),
        );
      });
      cardRows.push({ place: [categoryId, at + 1], rows });
    }
  }
  await copyDemoRecords(client, sectionKind, sectionRows, demo);
  const sectionAt = await idsIn(client, 'sections', 'category_id');
  const allCards = cardRows.flatMap(({ place, rows }) =>
    rows.map((row): DemoRow<typeof cards> => Object.assign(row, { sectionId: sectionAt(...place) })),
  );
  await copyDemoRecords(client, cardKind, allCards, demo);
}
