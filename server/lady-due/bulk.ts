import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ladyDueApi } from '#contract/lady-due.ts';
import type { Input, Output } from '#contract/route.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import type { Change } from '#server/history/change.ts';
import { publishMany } from '#server/editions/publish.ts';
import { actOn } from '#server/history/crud.ts';
import { isOneOf } from '#server/records/rows.ts';
import { invalid } from '#server/http/failure.ts';
import { cardKind } from '#server/lady-due/kinds.ts';
import { cards, categories, sections } from '#server/lady-due/tables.ts';
import { countIf, stateNow } from '#server/lady-due/tree.ts';

type Bulk = Input<typeof ladyDueApi.cards.bulk>;
type Done = Output<typeof ladyDueApi.cards.bulk>;

/** Throws 422 when a time or a section is sent without its action, or the other way round. */
function checkInput({ action, publishedAt, sectionId }: Bulk) {
  if (publishedAt != null && action !== 'schedule') {
    throw invalid([{ path: 'publishedAt', message: 'Only cards that are scheduled take a time' }]);
  }
  if ((sectionId === undefined) === (action === 'move')) {
    const message = action === 'move' ? 'Choose a section' : 'Only cards that are moved take a section';
    throw invalid([{ path: 'sectionId', message }]);
  }
}

/** The number of these cards that the app does not show now, by reason. */
async function countHidden(db: NodePgDatabase, ids: readonly string[]): Promise<Done['hidden']> {
  const [row] = await db
    .select({
      inactive: countIf(sql`NOT ${cards.isActive}`),
      draft: countIf(sql`${stateNow} = 'draft'`),
      scheduled: countIf(sql`${stateNow} = 'scheduled'`),
      ended: countIf(sql`${stateNow} = 'ended'`),
    })
    .from(cards)
    .where(isOneOf(cards.id, ids));
  if (!row) throw new Error('A count without a row');
  return row;
}

/** The mode of these cards for the log: `in Pregnancy`. `''` when they are of several modes. */
async function modeInWords(db: NodePgDatabase, ids: readonly string[]) {
  const [mode, ...others] = await db
    .selectDistinct({ name: categories.trackingMode })
    .from(cards)
    .innerJoin(sections, sql`${sections.id} = ${cards.sectionId}`)
    .innerJoin(categories, sql`${categories.id} = ${sections.categoryId}`)
    .where(isOneOf(cards.id, ids));
  return mode && others.length === 0 ? `in ${trackingModes[mode.name]}` : '';
}

/** Changes several cards as one operation, and returns the result. */
export async function changeCards(change: Change, input: Bulk): Promise<Done> {
  checkInput(input);
  const { ids, action, publishedAt, sectionId } = input;
  const isMove = action === 'move';
  const where = isMove ? '' : await modeInWords(change.tx, ids);
  const actions = {
    publish: () => ({ publishStatus: 'published' }),
    draft: () => ({ publishStatus: 'draft' }),
    schedule: () => ({ publishStatus: 'scheduled', publishedAt }),
  };
  const act = () =>
    action === 'publish-changes' ? publishMany(change, cardKind, ids) : actOn(change, cardKind, input, actions);
  const count = isMove ? await change.move(cardKind, ids, sectionId) : await act();
  if (where) change.addDetails(where);
  return { count, unchanged: ids.length - count, hidden: await countHidden(change.tx, ids) };
}
