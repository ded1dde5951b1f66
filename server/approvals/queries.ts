import { sql } from 'drizzle-orm';
import { newestAct, wordsOf } from '#server/records/approved.ts';
import { type EntityKind, columnOf } from '#server/records/kind.ts';

/** The newest act on the saved words of a row, as `newest`. */
export const newestOf = (entity: EntityKind) =>
  sql`LATERAL ${newestAct(sql`${entity.table.id}`, wordsOf(entity))} AS newest`;

/** The condition for a row that the app shows, or will show at its time. */
export const isShownRow = ({ table, kind }: EntityKind) =>
  kind === 'card' ? sql`${table}.is_active AND ${table}.publish_status <> 'draft'` : sql`${table}.is_active`;

/** The number by which texts of a kind are in order that have waited equally long, as `number`; null for other kinds. */
export const numberOf = (entity: EntityKind) =>
  entity.kind === 'pregnancy-week' ? sql`${columnOf(entity, 'weekNumber')} AS number` : sql`NULL::integer AS number`;
