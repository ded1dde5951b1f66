import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type RecentActivity, type TrackingMode, maxActivityRead, recentChanges } from '#contract/lady-due.ts';
import { listOperations } from '#server/log/operation-queries.ts';
import { operations, revisions } from '#server/log/tables.ts';
import { countByMode, countTree, listScheduled } from '#server/lady-due/tree.ts';

const area = 'lady-due';

/** A field in the last state of a parent record, even after its deletion. */
const lastOf = (kind: string, id: SQL, field: string) => sql`(
  SELECT coalesce(one.after, one.before) ->> ${field} FROM ${revisions} AS one
  WHERE one.kind = ${kind} AND one.entity_id = ${id} ORDER BY one.version DESC LIMIT 1)`;

/**
 * The mode of a category, and the category of a section. Content from before the log has no revision, deleted content
 * no row.
 */
const modeOf = (id: SQL) => sql`coalesce(
  (SELECT tracking_mode FROM categories WHERE id = ${id}), ${lastOf('category', id, 'trackingMode')})`;
const categoryOf = (id: SQL) => sql`coalesce(
  (SELECT category_id FROM sections WHERE id = ${id}), ${lastOf('section', id, 'categoryId')}::uuid)`;

/**
 * The condition that the first record that an operation changed is, or was, of a mode: all its records are of one mode.
 */
function isOfMode(mode: TrackingMode) {
  const state = (of: 'before' | 'after') => {
    const field = (name: string) => sql`(first.${sql.identifier(of)} ->> ${name})`;
    return sql`CASE first.kind WHEN 'category' THEN ${field('trackingMode')}
      WHEN 'section' THEN ${modeOf(sql`${field('categoryId')}::uuid`)}
      ELSE ${modeOf(categoryOf(sql`${field('sectionId')}::uuid`))} END`;
  };
  const moved = sql`first.moved[1]`;
  const ofMoved = sql`CASE first.kind WHEN 'category' THEN ${modeOf(moved)}
    WHEN 'section' THEN ${modeOf(categoryOf(moved))}
    ELSE ${modeOf(categoryOf(sql`coalesce((SELECT section_id FROM cards WHERE id = ${moved}), ${lastOf('card', moved, 'sectionId')}::uuid)`))} END`;
  return sql`EXISTS (SELECT FROM ${revisions} AS first
    WHERE first.operation_id = ${operations.id} AND first.at = ${operations.at} AND first.position = 0
      AND ${mode} IN (${state('before')}, ${state('after')}, CASE WHEN first.moved IS NOT NULL THEN ${ofMoved} END))`;
}

/**
 * Only the latest operations of the area are searched, so that a mode without changes does not cost a scan of the log.
 */
const isRecent = sql`${operations.at} >= coalesce((SELECT one.at FROM ${operations} AS one WHERE one.area = ${area}
  ORDER BY one.at DESC, one.id DESC OFFSET ${maxActivityRead} LIMIT 1), '-infinity')`;

async function listActivity(db: NodePgDatabase, mode: TrackingMode | undefined): Promise<RecentActivity[]> {
  const where = mode && sql`${isRecent} AND ${isOfMode(mode)}`;
  const filter = { area, show: 'changes', timeZone: 'UTC', where } as const;
  const found = await listOperations(db, filter, undefined, recentChanges);
  return found.slice(0, recentChanges).map(({ id, at, kind, ...one }) => ({
    action: one.action,
    timestamp: at,
    operationId: id,
    actor: one.actor,
    kind: kind as RecentActivity['kind'],
    entityId: one.entityId,
    label: one.label,
    details: one.details,
    count: one.count,
    undoes: one.undoes,
  }));
}

/**
 * The figures of one mode, or of all: the amount of content, the content in the app, the next cards to be published,
 * and the latest changes.
 */
export async function readLadyDueAnalytics(db: NodePgDatabase, mode?: TrackingMode) {
  const { publishing, ...totals } = await countTree(db, mode);
  const { cards, activeCards: active } = totals;
  return {
    totals,
    ...(await countByMode(db)),
    contentPerformance: {
      statusDistribution: { active, inactive: cards - active },
      publishDistribution: publishing,
      recentActivity: await listActivity(db, mode),
      scheduledNext: await listScheduled(db, mode),
    },
  };
}
