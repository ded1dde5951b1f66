import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { checkedDays } from '#contract/checked.ts';

/** `checkedUntil` in SQL: the end of the days for which a check by staff at this time counts. */
export const checkedUntil = (at: SQLWrapper): SQL =>
  sql`${at} + make_interval(days => ${sql.raw(String(checkedDays))})`;
