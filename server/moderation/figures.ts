import { stringify } from 'csv-stringify/sync';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type CaseLane, type ReportReason, caseRank, reportReasons } from '#contract/case-states.ts';
import { type Verdict, verdicts } from '#contract/verdicts.ts';
import { reasonsFor, subjectsOf } from '#contract/case-subjects.ts';
import { Mark } from '#contract/mark.ts';
import { type ModerationFigures, severities } from '#contract/moderation-figures.ts';
import type { Role } from '#contract/roles.ts';
import { isoOf } from '#server/database/columns.ts';
import { readNow } from '#server/database/read-now.ts';

/** Counts of cases by the power of two of the minutes that they waited: `5` has those of 17 to 32 minutes. */
type Waited = ReadonlyMap<number, number>;

/** The minutes within which this percentage of the cases was decided, rounded up to a power of two; null without cases. */
export function minutesWithin(waited: Waited, percent: number) {
  const steps = [...waited].toSorted(([one], [other]) => one - other);
  const total = steps.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [power, count] of steps) {
    seen += count;
    if (count > 0 && seen * 100 >= total * percent) return 2 ** power;
  }
  return null;
}

/** The last months in UTC, oldest first, this one last: `2026-11`. */
export function monthsUpTo(now: string, count: number) {
  const last = new Date(now);
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - (count - 1 - at))).toISOString().slice(0, 7),
  );
}

/** One count of the table: the words of its bucket after the month, and the number. */
type Count = { month: string; words: string[]; n: number };
type Per = 'opened' | 'decided' | 'waited' | 'appeals' | 'marks';

/** The reasons of the cases that a role decides. */
const reasonsOf = (role: Role) =>
  allReasons.filter((reason) => subjectsOf(role).some((kind) => reasonsFor(kind).includes(reason)));

/** The counts of these months with one of these reasons, or without a reason, which triggers keep. */
async function readCounts(db: NodePgDatabase, first: string, reasons: readonly ReportReason[]) {
  const { rows } = await db.execute<{ per: Per; bucket: string; n: number }>(sql`
    SELECT per, bucket, sum(value)::int AS n FROM figures
    WHERE per IN ('opened', 'decided', 'waited', 'appeals', 'marks') AND name = 'cases' AND bucket >= ${first}
    GROUP BY per, bucket HAVING sum(value) <> 0`);
  const counts: Record<Per, Count[]> = { opened: [], decided: [], waited: [], appeals: [], marks: [] };
  for (const { per, bucket, n } of rows) {
    const [month = '', ...words] = bucket.split(' ');
    const isOfCase = per === 'opened' || per === 'decided' || per === 'waited';
    if (!isOfCase || reasons.some((reason) => reason === words[0])) counts[per].push({ month, words, n });
  }
  return counts;
}

/** The sum of the counts whose bucket has these words; an undefined word fits any. */
const sumOf = (counts: readonly Count[], month?: string, ...words: (string | undefined)[]) =>
  counts.reduce(
    (sum, count) =>
      (month === undefined || count.month === month) &&
      words.every((word, at) => word === undefined || count.words[at] === word)
        ? sum + count.n
        : sum,
    0,
  );

/** The waits of the counts that fit. */
function waitedOf(counts: readonly Count[], fits: (reason: ReportReason, month: string) => boolean): Waited {
  const waited = new Map<number, number>();
  for (const { month, words, n } of counts) {
    const [reason, power] = words;
    if (fits(reason as ReportReason, month)) waited.set(Number(power), (waited.get(Number(power)) ?? 0) + n);
  }
  return waited;
}

const allReasons = Object.keys(reportReasons) as ReportReason[];

/** The lane of each place in the queue, since the index of the queue has no reasons. */
const laneOfRank = new Map<number, CaseLane>(
  allReasons.map((reason) => [caseRank(reason), reportReasons[reason].lane]),
);

/** The cases that wait now, from the index of the queue. */
async function readWaiting(db: NodePgDatabase, reasons: readonly ReportReason[]) {
  const { rows } = await db.execute<{ isAppeal: boolean; rank: number; n: number; oldest: string }>(sql`
    SELECT state = 'appealed' AS "isAppeal", rank, count(*)::int AS n, min(waiting_since) AS oldest FROM cases
    WHERE state IN ('open', 'escalated', 'appealed') GROUP BY 1, 2`);
  const waiting = (fits: (row: (typeof rows)[number]) => boolean) => {
    const fitting = rows.filter((row) => fits(row));
    const [oldest = null] = fitting.map((row) => isoOf(row.oldest)).toSorted();
    return { count: fitting.reduce((sum, { n }) => sum + n, 0), oldest };
  };
  const inLane = (lane: CaseLane) => waiting(({ isAppeal, rank }) => !isAppeal && laneOfRank.get(rank) === lane);
  return {
    crisis: inLane('crisis'),
    ordinary: inLane('ordinary'),
    content: reasons.some((reason) => reportReasons[reason].lane === 'content') ? inLane('content') : null,
    appeals: waiting(({ isAppeal }) => isAppeal),
  };
}

/** The figures of the last months that a role reads. They count what happened, so they stay when a person is erased. */
export async function readFigures(db: NodePgDatabase, role: Role, months: number): Promise<ModerationFigures> {
  const reasons = reasonsOf(role);
  const asked = monthsUpTo(await readNow(db), months);
  const [{ opened, decided, waited, appeals, marks }, waiting] = await Promise.all([
    readCounts(db, asked[0] ?? '', reasons),
    readWaiting(db, reasons),
  ]);
  const upheld = (reason: ReportReason) =>
    upheldBy.reduce((sum, verdict) => sum + sumOf(decided, undefined, reason, verdict), 0);
  return {
    waiting,
    months: asked.map((month) => ({
      month,
      opened: sumOf(opened, month),
      decided: sumOf(decided, month),
      appeals: sumOf(appeals, month),
      overturned: sumOf(appeals, month, 'overturned'),
    })),
    times: severities.map((severity) => {
      const ofSeverity = waitedOf(waited, (reason) => reportReasons[reason].severity === severity);
      return {
        severity,
        decided: [...ofSeverity.values()].reduce((sum, count) => sum + count, 0),
        p50: minutesWithin(ofSeverity, 50),
        p90: minutesWithin(ofSeverity, 90),
      };
    }),
    reasons: reasons
      .map((reason) => ({ reason, decided: sumOf(decided, undefined, reason), upheld: upheld(reason) }))
      .filter((row) => row.decided > 0),
    marks: Mark.options
      .map((mark) => {
        const all = sumOf(marks, undefined, mark);
        return { mark, decided: all, right: all - sumOf(marks, undefined, mark, 'within_rules') };
      })
      .filter((row) => row.decided > 0),
  };
}

/** The verdicts that agree with the reports. */
const upheldBy = ['breaks_rules', 'needs_help', 'corrected'] as const satisfies readonly Verdict[];

const head = [
  'Month (UTC)',
  'Reason',
  'Opened',
  'Decided',
  verdicts.breaks_rules,
  verdicts.within_rules,
  verdicts.needs_help,
  verdicts.corrected,
  verdicts.not_wrong,
  verdicts.cannot_tell,
  'Share upheld',
  'p50 minutes',
  'p90 minutes',
];

/** The figures of a role as CSV: a row for each month and reason, oldest first. Cells without a value are empty. */
export async function figuresAsCsv(db: NodePgDatabase, role: Role, months: number) {
  const reasons = reasonsOf(role);
  const asked = monthsUpTo(await readNow(db), months);
  const { opened, decided, waited } = await readCounts(db, asked[0] ?? '', reasons);
  const rows = asked.flatMap((month) =>
    reasons.map((reason) => {
      const all = sumOf(decided, month, reason);
      const by = (verdict: Verdict) => sumOf(decided, month, reason, verdict);
      const ofReason = waitedOf(waited, (one, at) => one === reason && at === month);
      const share = upheldBy.reduce((sum, verdict) => sum + by(verdict), 0) / all;
      return [
        month,
        reportReasons[reason].label,
        sumOf(opened, month, reason),
        all,
        by('breaks_rules'),
        by('within_rules'),
        by('needs_help'),
        by('corrected'),
        by('not_wrong'),
        by('cannot_tell'),
        all > 0 ? Math.round(share * 1000) / 1000 : '',
        minutesWithin(ofReason, 50) ?? '',
        minutesWithin(ofReason, 90) ?? '',
      ];
    }),
  );
  // The byte order mark with which spreadsheets recognise UTF-8. A cell that begins like a formula stays text.
  return `\ufeff${stringify([head, ...rows], { escape_formulas: true, record_delimiter: 'windows' })}`;
}
