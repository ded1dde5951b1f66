import { type SQL, type SQLWrapper, and, count, countDistinct, eq, inArray, min, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Actor } from '#contract/common.ts';
import { ownImage } from '#contract/images.ts';
import {
  CategoryTree,
  type CardState,
  SectionTree,
  ShownCard,
  ShownCategory,
  ShownSection,
  TrackingMode,
  cardFields,
  namedNext,
} from '#contract/lady-due.ts';
import type { Kind } from '#contract/kinds.ts';
import { type Placeholders, fillTexts } from '#contract/placeholders.ts';
import { withPublicImages } from '#contract/rich-text.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { staff } from '#server/auth/tables.ts';
import { isoText } from '#server/database/columns.ts';
import { notFound } from '#server/http/failure.ts';
import { reviewOf } from '#server/records/approved.ts';
import { readJson } from '#server/records/json.ts';
import { expectInLog, pastTables } from '#server/records/past.ts';
import { listEntities } from '#server/records/reads.ts';
import { shownAt } from '#server/records/shown.ts';
import { editions } from '#server/records/tables.ts';
import { operations, revisions } from '#server/log/tables.ts';
import { cardKind, categoryKind, sectionKind } from '#server/lady-due/kinds.ts';
import { readNow } from '#server/database/read-now.ts';
import { statusNow, toCome } from '#server/lady-due/publish.ts';
import { cards, categories, sections } from '#server/lady-due/tables.ts';

const ofMode = (mode: TrackingMode | undefined): SQL | undefined => mode && eq(categories.trackingMode, mode);

const notOver = (moment: SQL) => sql`coalesce(${cards.shownUntil} > ${moment}, true)`;

/** The state of a card now, as `stateAt` says. */
export const stateNow = sql<CardState>`CASE WHEN ${statusNow} = 'published' AND NOT ${notOver(sql`now()`)}
  THEN 'ended' ELSE ${statusNow} END`;

const activeBy = (state: CardState) => sql`${cards.isActive} AND ${stateNow} = ${state}`;

/** The condition for a card that the app shows at a time. */
const inAppAt = (moment: SQL) => sql`${cards.isActive} AND (${cards.publishStatus} = 'published'
  OR (${cards.publishStatus} = 'scheduled' AND ${cards.publishedAt} <= ${moment})) AND ${notOver(moment)}`;

/** Groups records by the result of a function; each group keeps the order of the list. */
function grouped<R>(records: readonly R[], by: (record: R) => string) {
  const groups = new Map<string, R[]>();
  for (const record of records) {
    const group = groups.get(by(record));
    if (group) group.push(record);
    else groups.set(by(record), [record]);
  }
  return groups;
}

/** The conditions that the records of a mode, or of all modes, meet. */
function within(db: NodePgDatabase, mode: TrackingMode | undefined) {
  const inMode = db.select({ id: categories.id }).from(categories).where(ofMode(mode));
  const inSections = db.select({ id: sections.id }).from(sections).where(inArray(sections.categoryId, inMode));
  return {
    ofCategory: ofMode(mode),
    ofSection: mode && inArray(sections.categoryId, inMode),
    ofCard: mode && inArray(cards.sectionId, inSections),
  };
}

/** The categories of a mode, or of all modes, with their descendants, in order. */
export async function listTree(db: NodePgDatabase, mode?: TrackingMode): Promise<CategoryTree[]> {
  const { ofCategory, ofSection, ofCard } = within(db, mode);
  const all = await listEntities(db, categoryKind, ofCategory);
  const allSections = await listEntities(db, sectionKind, ofSection);
  const allCards = await listEntities(db, cardKind, ofCard);
  const cardsOf = grouped(allCards, ({ sectionId }) => sectionId);
  const children = allSections.map((one) => Object.assign(one, { cards: cardsOf.get(one.id) ?? [] }));
  const sectionsOf = grouped(children, ({ categoryId }) => categoryId);
  return all.map((one) => Object.assign(one, { sections: sectionsOf.get(one.id) ?? [] }));
}

const inSnapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

/** The tree of a mode and the database's time at the same moment. */
export const readTree = (db: NodePgDatabase, mode: TrackingMode) =>
  db.transaction(async (tx) => ({ now: await readNow(tx), categories: await listTree(tx, mode) }), inSnapshot);

/** The response with the tree of a mode, or of all modes. */
export async function readTreeJson(db: NodePgDatabase, mode: TrackingMode | undefined): Promise<Buffer> {
  const { ofCategory, ofSection, ofCard } = within(db, mode);
  const levels = [
    { entity: categoryKind, schema: CategoryTree, where: ofCategory },
    { entity: sectionKind, schema: SectionTree, where: ofSection },
    { entity: cardKind, schema: cardFields.Entity, where: ofCard },
  ] as const;
  const parts = await db.transaction((tx) => readJson(tx, levels), inSnapshot);
  return Buffer.concat([Buffer.from('{"categories":'), ...parts, Buffer.from('}')]);
}

/** The column with the address of an image, absolute where the image is of this desk. */
const publicImage = (column: PgColumn, publicUrl: string) =>
  sql`CASE WHEN ${column} ~ ${ownImage.source} THEN ${publicUrl} ELSE '' END || ${column}`;

const treeKinds = [categoryKind, sectionKind, cardKind];

/**
 * A WITH clause for a time in the past, which replaces the tables by what was in them then; undefined for another time.
 * Throws 422 for a time before the log begins.
 */
async function tablesAt(db: NodePgDatabase, at: string | undefined): Promise<SQL | undefined> {
  const now = at === undefined ? '' : await readNow(db);
  if (at === undefined || at >= now) return undefined;
  expectInLog(at, now);
  return pastTables(treeKinds, sql`${at}::timestamptz`);
}

/**
 * The response with the content of a mode that the app shows now, as `contentShownAt` selects it, with absolute
 * addresses of the desk's images and the values of the placeholders; or `at` another time: what it will show if nothing
 * is changed, or what it showed. With `drafts`, drafts are among it, and saved words take the place of those in the app.
 * Throws 422 for a time before the log begins.
 */
export async function readShownJson(
  db: NodePgDatabase,
  mode: TrackingMode,
  {
    publicUrl,
    placeholders,
    at,
    drafts = false,
  }: { publicUrl: string; placeholders: Placeholders; at?: string | undefined; drafts?: boolean },
): Promise<Buffer> {
  const moment = at === undefined ? sql`now()` : sql`${at}::timestamptz`;
  const { ofCategory, ofSection, ofCard } = within(db, mode);
  const review = reviewOf(cardKind, at === undefined ? undefined : moment);
  const image = (column: PgColumn) => ({ headerImageUrl: publicImage(column, publicUrl) });
  const levels = [
    { entity: categoryKind, schema: ShownCategory, where: ofCategory, as: image(categories.headerImageUrl) },
    { entity: sectionKind, schema: ShownSection, where: ofSection },
    {
      entity: cardKind,
      schema: ShownCard,
      where: and(
        ofCard,
        drafts ? sql`(${inAppAt(moment)} OR ${cards.isActive} AND ${cards.publishStatus} = 'draft')` : inAppAt(moment),
      ),
      as: { ...image(cards.headerImageUrl), ...review.values },
      join: review.join,
      ...(!drafts && { shownAt: moment }),
    },
  ] as const;
  const revise = {
    like: ['%{%', '%<img %'],
    by: (record: Record<string, unknown>) => {
      const { richContent } = record;
      const isRich = typeof richContent === 'string';
      return fillTexts(
        isRich ? { ...record, richContent: withPublicImages(richContent, publicUrl) } : record,
        placeholders,
      );
    },
  };
  const parts = await db.transaction(async (tx) => {
    const tables = await tablesAt(tx, at);
    return readJson(tx, levels, { tables, withoutEmpty: true, revise });
  }, inSnapshot);
  return Buffer.concat([
    Buffer.from(`{"trackingMode":${JSON.stringify(mode)},"categories":`),
    ...parts,
    Buffer.from('}'),
  ]);
}

type Authored = { id: string; since: string; by: Actor | null };

/**
 * The author of the words of each card that the app shows of a mode, now or `at` another time. Words that are shown as they were
 * saved are those of the last change before that time. Throws 422 for a time before the log begins.
 */
export const listAuthors = (db: NodePgDatabase, mode: TrackingMode, at: string | undefined): Promise<Authored[]> =>
  db.transaction(async (tx) => {
    const tables = (await tablesAt(tx, at)) ?? sql``;
    const moment = at === undefined ? sql`now()` : sql`${at}::timestamptz`;
    const actor = (id: SQLWrapper, name: SQLWrapper) => sql`jsonb_build_object('id', ${id}, 'name', ${name})`;
    const { rows } = await tx.execute<Authored>(sql`
      ${tables}SELECT ${cards.id} AS id, ${isoText(sql`coalesce(${editions.showFrom}, last.at, ${cards.updatedAt})`)} AS since,
        CASE WHEN ${staff.id} IS NOT NULL THEN ${actor(staff.id, staff.name)}
          WHEN last.actor_id IS NOT NULL THEN ${actor(sql`last.actor_id`, sql`last.actor_name`)} END AS by
      FROM ${cards}
      LEFT JOIN ${editions} ON ${editions.id} = ${shownAt(cards, moment)}
      LEFT JOIN ${staff} ON ${staff.id} = ${editions.createdBy}
      LEFT JOIN LATERAL (
        SELECT ${revisions.at}, ${operations.actorId}, ${operations.actorName} FROM ${revisions}
        JOIN ${operations} ON ${operations.id} = ${revisions.operationId} AND ${operations.at} = ${revisions.at}
        WHERE ${editions.id} IS NULL AND ${revisions.kind} = 'card' AND ${revisions.entityId} = ${cards.id}
          AND ${revisions.moved} IS NULL AND ${revisions.at} <= ${moment}
        ORDER BY ${revisions.version} DESC LIMIT 1) AS last ON true
      WHERE ${and(within(db, mode).ofCard, inAppAt(moment))}`);
    return rows;
  }, inSnapshot);

/**
 * The next time when a card of a mode, or of any mode, or its next words, will be published, or when the app stops to
 * show one; null for none.
 */
export async function findNextScheduled(db: NodePgDatabase, mode?: TrackingMode): Promise<string | null> {
  const earliest = (time: typeof cards.publishedAt | typeof cards.nextFrom | typeof cards.shownUntil, condition: SQL) =>
    db
      .select({ next: min(time) })
      .from(cards)
      .innerJoin(sections, eq(sections.id, cards.sectionId))
      .innerJoin(categories, eq(categories.id, sections.categoryId))
      .where(and(condition, ofMode(mode)));
  const times = [
    ...(await earliest(cards.publishedAt, toCome)),
    ...(await earliest(cards.nextFrom, newWords)),
    ...(await earliest(cards.shownUntil, sql`${cards.shownUntil} > now()`)),
  ].flatMap(({ next }) => next ?? []);
  return times.toSorted()[0] ?? null;
}

const newWords = sql`${cards.nextFrom} > now()`;

/** The next active cards of a mode, or of any mode, to be published, themselves or with new words, the earliest first. */
export function listScheduled(db: NodePgDatabase, mode?: TrackingMode) {
  // Only a card that is in the app already has scheduled words.
  const at = sql<string>`CASE WHEN ${toCome} THEN ${cards.publishedAt} ELSE ${cards.nextFrom} END`;
  return db
    .select({
      id: cards.id,
      title: cards.title,
      trackingMode: categories.trackingMode,
      publishedAt: at.mapWith(cards.publishedAt),
      newWords: sql<boolean>`NOT (${toCome})`,
    })
    .from(cards)
    .innerJoin(sections, eq(sections.id, cards.sectionId))
    .innerJoin(categories, eq(categories.id, sections.categoryId))
    .where(and(or(toCome, newWords), eq(cards.isActive, true), ofMode(mode)))
    .orderBy(at, cards.id)
    .limit(namedNext);
}

export const countIf = (condition: SQL) => sql<number>`count(*) FILTER (WHERE ${condition})`.mapWith(Number);

/** The numbers of records of a mode, or of all modes, and of its cards by their state in the app. */
export async function countTree(db: NodePgDatabase, mode?: TrackingMode) {
  const [row] = await db
    .select({
      categories: countDistinct(categories.id),
      sections: countDistinct(sections.id),
      cards: count(cards.id),
      activeCards: countIf(sql`${cards.isActive}`),
      publishing: {
        published: countIf(activeBy('published')),
        scheduled: countIf(activeBy('scheduled')),
        ended: countIf(activeBy('ended')),
        draft: countIf(activeBy('draft')),
        inactive: countIf(sql`NOT ${cards.isActive}`),
      },
    })
    .from(categories)
    .leftJoin(sections, eq(sections.categoryId, categories.id))
    .leftJoin(cards, eq(cards.sectionId, sections.id))
    .where(ofMode(mode));
  if (!row) throw new Error('A count without a row');
  return row;
}

/** The child kind of the record or mode with this id. Throws 404 when it does not exist. */
export async function childKindOf(db: NodePgDatabase, parentId: string) {
  if (TrackingMode.safeParse(parentId).success) return categoryKind;
  const { rows } = await db.execute<{ held: Kind }>(sql`
    SELECT 'section' AS held FROM categories WHERE id = ${parentId}::uuid
    UNION ALL SELECT 'card' FROM sections WHERE id = ${parentId}::uuid`);
  if (!rows[0]) throw notFound('category or section');
  return rows[0].held === 'section' ? sectionKind : cardKind;
}

/** A figure of each mode; 0 for a mode without a row. */
export function perMode<Row extends { mode: TrackingMode }>(rows: readonly Row[], figureOf: (row: Row) => number) {
  const none = Object.keys(trackingModes).map((mode) => [mode, 0]);
  return Object.fromEntries([...none, ...rows.map((row) => [row.mode, figureOf(row)])]) as Record<TrackingMode, number>;
}

/** The number of cards in each mode, and of those that the app shows. */
export async function countByMode(db: NodePgDatabase) {
  const rows = await db
    .select({ mode: categories.trackingMode, cards: count(cards.id), shown: countIf(activeBy('published')) })
    .from(categories)
    .innerJoin(sections, eq(sections.categoryId, categories.id))
    .innerJoin(cards, eq(cards.sectionId, sections.id))
    .groupBy(categories.trackingMode);
  return { modes: perMode(rows, (row) => row.cards), inApp: perMode(rows, (row) => row.shown) };
}
