import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { type CaseState, caseRank } from '#contract/case-states.ts';
import { type Verdict, takeBackSeconds } from '#contract/verdicts.ts';
import { type ContentKind, contentKinds } from '#contract/kinds.ts';
import { seededIds, seededRandom } from '#server/database/seeded-random.ts';
import { findContent } from '#server/moderation/content.ts';
import type { Demo } from '#server/records/demo-records.ts';

const [hour, day] = [3_600_000, 86_400_000];
const reason = 'wrong';

/** The cases of each kind, in the order of the records; most still wait. */
const lives: Record<ContentKind, readonly (Verdict | 'open' | 'escalated')[]> = {
  card: ['open', 'corrected', 'open', 'escalated', 'not_wrong', 'open'],
  'pregnancy-week': ['open', 'corrected', 'open'],
  activity: ['not_wrong', 'open'],
  doctor: ['open', 'cannot_tell', 'open'],
};

const tables = {
  card: 'cards',
  'pregnancy-week': 'pregnancy_weeks',
  activity: 'activities',
  doctor: 'doctors',
} as const satisfies Record<ContentKind, string>;

const notes: Record<ContentKind, readonly string[]> = {
  card: [
    'My midwife told me something else.',
    'There are two different numbers in this text.',
    'Abeg check this one well well.',
  ],
  'pregnancy-week': ['My scan says my baby is bigger than this.', 'The week before says the same thing.'],
  activity: ['I have bad cramps, and this made them worse.'],
  doctor: [
    'This number does not go through.',
    'She has moved to another hospital.',
    'The booking page is not there any more.',
  ],
};

const remarks: Partial<Record<Verdict, string>> = {
  corrected: 'The numbers are as in the source again.',
  not_wrong: 'It is as in the source.',
  cannot_tell: 'Nobody answered at the clinic.',
};

type Rows = Record<'cases' | 'reports' | 'snapshots' | 'decisions', object[]>;

/** The cases of content that readers report, without any in an area without content. `people` report them. */
export async function contentCases(
  client: pg.ClientBase,
  { today, staffId }: Pick<Demo, 'today' | 'staffId'>,
  people: readonly { id: string }[],
) {
  const random = seededRandom('content cases');
  const ids = seededIds('content cases');
  const db = drizzle(client as pg.Client);
  const rows: Rows = { cases: [], reports: [], snapshots: [], decisions: [] };
  let row = 0;
  for (const kind of contentKinds) {
    const { rows: records } = await client.query<{ id: string }>(
      `SELECT id FROM ${tables[kind]} ORDER BY created_at DESC, id LIMIT ${lives[kind].length}`,
    );
    for (const [index, life] of lives[kind].entries()) {
      const subjectId = records[index]?.id;
      const found = subjectId && (await findContent(db, kind, subjectId, false));
      if (!found) continue;
      const waits = life === 'open' || life === 'escalated';
      const state: CaseState = waits ? life : 'decided';
      const reported = today - Math.floor(waits ? random.next() * 4 * day : 5 * day + random.next() * 20 * day);
      const time = (milliseconds: number) => new Date(Math.min(reported + milliseconds, today)).toISOString();
      const caseId = ids(reported, row++);
      const from = Math.floor(random.next() * Math.max(1, people.length - 3));
      const reporters = people.slice(from, from + 1 + Math.floor(random.next() * 3));
      rows.cases.push({
        id: caseId,
        subject_kind: kind,
        subject_id: subjectId,
        state,
        reason,
        rank: caseRank(reason),
        report_count: reporters.length,
        opened_at: time(0),
        waiting_since: time(0),
        version: 1,
      });
      for (const { id } of reporters)
        rows.reports.push({
          id: ids(reported, row++),
          case_id: caseId,
          person_id: id,
          reason,
          note: random.chance(0.7) ? random.pick(notes[kind]) : '',
          at: time(0),
          answered_at: waits ? null : time(5 * hour),
        });
      // Some texts have changed since the report.
      const paragraphs = found.content.split('\n\n');
      const isOlder = index % 3 === 2 && paragraphs.length > 2;
      const content = isOlder ? paragraphs.slice(0, -1).join('\n\n') : found.content;
      rows.snapshots.push({ id: ids(reported, row++), case_id: caseId, content, at: time(0) });
      if (waits) continue;
      rows.decisions.push({
        id: ids(reported, row++),
        case_id: caseId,
        at: time(4 * hour),
        staff_id: staffId,
        verdict: life,
        rule: '',
        hidden_posts: [],
        hidden_comments: [],
        hide: false,
        hide_others: false,
        erase: false,
        sanction: 'none',
        reason: remarks[life] ?? '',
        statement: '',
        language: 'english',
        case_reason: reason,
        waited: (4 * hour) / 1000,
        told_at: time(4 * hour + takeBackSeconds * 1000),
        appeal: '',
        answer: '',
        hour: 0,
      });
    }
  }
  return rows;
}
