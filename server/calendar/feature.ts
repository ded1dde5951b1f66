import { type SQL, sql } from 'drizzle-orm';
import { reviewedKinds } from '#contract/approval-lists.ts';
import {
  type CalendarDay,
  type CalendarEntry,
  type CalendarEvent,
  type CalendarSort,
  type calendarApi,
  maxDayEntries,
  sortsOf,
} from '#contract/calendar.ts';
import type { Kind } from '#contract/kinds.ts';
import { announcements } from '#server/announcements/tables.ts';
import { isShownRow, newestOf } from '#server/approvals/queries.ts';
import { inLagos } from '#server/auth/daily-mail.ts';
import type { Feature } from '#server/feature.ts';
import type { History } from '#server/history/history.ts';
import { cards } from '#server/lady-due/tables.ts';
import { type EntityKind, columnOf } from '#server/records/kind.ts';
import { labelById } from '#server/records/labels.ts';
import { approvals, reviewRequests } from '#server/records/tables.ts';
import type { Snapshot } from '#server/log/tables.ts';

/** The first moment of the month in Lagos, and that of the next month, which lies outside. */
type Range = { from: SQL; to: SQL };

const rangeOf = (month: string): Range => {
  const first = sql`${`${month}-01`}::date`;
  const inUtc = (day: SQL) => sql`((${day})::timestamp AT TIME ZONE interval '1 hour')`;
  return { from: inUtc(first), to: inUtc(sql`${first} + interval '1 month'`) };
};

const isIn = (at: SQL, { from, to }: Range) => sql`${at} >= ${from} AND ${at} < ${to}`;

type Source = { sort: CalendarSort; event: CalendarEvent; kind: Kind; rows: SQL };

/** The statements of each sort, with rows of `id, at, is_day`. */
function sourcesOf({ kindOf, kinds }: Pick<History, 'kindOf' | 'kinds'>, range: Range): Source[] {
  const timed = (id: SQL, at: SQL, from: SQL, where: SQL) =>
    sql`SELECT ${id} AS id, ${at} AS at, false AS is_day FROM ${from} WHERE ${isIn(at, range)} AND ${where}`;
  const card = kindOf('card');
  const ofCards = (event: CalendarEvent, at: SQL, where: SQL): Source => ({
    sort: 'card',
    event,
    kind: 'card',
    rows: timed(sql`${cards.id}`, at, sql`${cards}`, sql`${isShownRow(card)} AND ${where}`),
  });
  const ofAnnouncements = (event: CalendarEvent, at: SQL): Source => ({
    sort: 'announcement',
    event,
    kind: 'announcement',
    rows: timed(sql`${announcements.id}`, at, sql`${announcements}`, sql`${announcements.enabled}`),
  });
  const ofEditions = (entity: EntityKind): Source => ({
    sort: 'edition',
    event: 'changes',
    kind: entity.kind,
    rows: timed(
      sql`${entity.table.id}`,
      sql`${columnOf(entity, 'nextFrom')}`,
      sql`${entity.table}`,
      isShownRow(entity),
    ),
  });
  const ofApprovals = (entity: EntityKind): Source => ({
    sort: 'review',
    event: 'due',
    kind: entity.kind,
    rows: timed(
      sql`${entity.table.id}`,
      sql`due_at`,
      sql`${entity.table} JOIN ${newestOf(entity)} ON act = 'approved'`,
      // The words of the other texts are not read.
      sql`${entity.table.id} IN (SELECT record_id FROM ${approvals} WHERE act = 'approved' AND ${isIn(sql`due_at`, range)})`,
    ),
  });
  const ofRequests = (entity: EntityKind): Source => {
    const at = sql`(${reviewRequests.dueOn}::timestamp AT TIME ZONE interval '1 hour')`;
    return {
      sort: 'review',
      event: 'asked',
      kind: entity.kind,
      rows: sql`SELECT ${reviewRequests.recordId} AS id, ${at} AS at, true AS is_day FROM ${reviewRequests}
        WHERE ${reviewRequests.kind} = ${entity.kind} AND ${reviewRequests.state} = 'open' AND ${isIn(at, range)}`,
    };
  };
  const reviewed = reviewedKinds.map((kind) => kindOf(kind));
  return [
    ofCards('appears', sql`${cards.publishedAt}`, sql`${cards.publishStatus} = 'scheduled'`),
    ofCards('ends', sql`${cards.shownUntil}`, sql`true`),
    ...kinds.filter(({ editions }) => editions).map(ofEditions),
    ofAnnouncements('appears', sql`${announcements.startsAt}`),
    ofAnnouncements('ends', sql`${announcements.endsAt}`),
    ...reviewed.map(ofApprovals),
    ...reviewed.map(ofRequests),
  ];
}

type Found = Omit<CalendarEntry, 'label'> & { label: Snapshot; day: string; count: number };

/** The entries of a month of these sorts, in one statement. */
async function readDays(history: History, month: string, sorts: readonly CalendarSort[]): Promise<CalendarDay[]> {
  const sources = sourcesOf(history, rangeOf(month)).filter(({ sort }) => sorts.includes(sort));
  if (sources.length === 0) return [];
  const entities = [...new Set(sources.map(({ kind }) => kind))].map((kind) => history.kindOf(kind));
  const all = sources.map(
    ({ sort, event, kind, rows }) =>
      sql`SELECT ${sort}::text AS sort, ${event}::text AS event, ${kind}::text AS kind, id, at, is_day FROM (${rows}) AS source`,
  );
  const { rows } = await history.db.execute<Found>(sql`
    SELECT day::text AS day, count, sort, event, kind, id, ${labelById(entities)} AS label,
      CASE WHEN is_day THEN '' ELSE to_char(${inLagos(sql`at`)}, 'HH24:MI') END AS time
    FROM (
      SELECT dated.*, count(*) OVER (PARTITION BY day)::int AS count,
        row_number() OVER (PARTITION BY day ORDER BY is_day DESC, at, sort, id) AS place
      FROM (SELECT entry.*, ${inLagos(sql`at`)}::date AS day FROM (${sql.join(all, sql` UNION ALL `)}) AS entry) AS dated
    ) AS one WHERE place <= ${maxDayEntries} ORDER BY day, place`);
  const days = new Map<string, CalendarDay>();
  for (const { day, count, label, ...entry } of rows) {
    const found = days.get(day) ?? { day, count, entries: [] };
    found.entries.push({ ...entry, label: history.kindOf(entry.kind).label(label) });
    days.set(day, found);
  }
  return [...days.values()];
}

/** The calendar: a month of the times that are stored with the records. Nothing of it is stored. */
export const calendarFeature: Feature<typeof calendarApi> = {
  handlers: ({ history }) => ({
    calendar: {
      async read({ month, sort }, { staff }) {
        const sorts = sortsOf(staff.role).filter((name) => sort === undefined || name === sort);
        return { days: await readDays(history, month, sorts) };
      },
    },
  }),
};
