import { type SQL, sql } from 'drizzle-orm';
import { type HomeGroupName, groupsOf, maxHomeRows } from '#contract/home.ts';
import type { Kind } from '#contract/kinds.ts';
import type { ReviewState } from '#contract/review.ts';
import type { Role } from '#contract/roles.ts';
import { reviewedKinds } from '#contract/approval-lists.ts';
import { type Reader, reviewOrder, textsIn } from '#server/approvals/review-texts.ts';
import { isScheduled } from '#server/announcements/published.ts';
import { announcements } from '#server/announcements/tables.ts';
import type { SignInLimits } from '#server/auth/limits/limits.ts';
import { isoText } from '#server/database/columns.ts';
import type { History } from '#server/history/history.ts';
import { countedCases, inOrder, inQueue } from '#server/moderation/queue.ts';
import { cases, decisions } from '#server/moderation/tables.ts';
import type { EntityKind } from '#server/records/kind.ts';
import { labelById } from '#server/records/labels.ts';
import { doctorsToCheck } from '#server/doctors/verification.ts';
import { linesToCall } from '#server/safety/calls.ts';
import { isLookDue } from '#server/safety/looks.ts';
import { looks } from '#server/safety/tables.ts';
import { blockedStaff, withoutFactor } from '#server/staff/queries.ts';

/**
 * The statement of a group: its count, and its first rows as `id, kind, label, at`, where `label` is JSON: a text, or of
 * a kind that staff edit the columns from which its label is made.
 */
type Group = { count: SQL; rows: SQL };

const literal = (word: string) => sql.raw(`'${word}'`);

const most = sql.raw(String(maxHomeRows));

/** The states of Review with a group of the same name. */
const textStates = [
  'mine',
  'returned',
  'remarks',
  'overdue',
  'due',
  'unshown',
  'scheduled',
] as const satisfies readonly (ReviewState & HomeGroupName)[];

const isOfTexts = (name: HomeGroupName): name is (typeof textStates)[number] =>
  textStates.some((state) => state === name);

/** The statements of all groups, each by the conditions of its list. */
function statements(history: History, limits: SignInLimits, role: Role) {
  const casesIn = (state: 'open' | 'escalated' | 'appealed', lane?: 'crisis'): Group => ({
    count: lane
      ? sql`SELECT count(*)::int FROM ${cases} WHERE ${inQueue(role, state, lane)}`
      : countedCases(role, state),
    rows: sql`SELECT ${cases.id}, ${cases.subjectKind} AS kind, to_jsonb(${cases.reason}) AS label, ${cases.waitingSince} AS at
      FROM ${cases} WHERE ${inQueue(role, state, lane)} ORDER BY ${sql.join(inOrder, sql`, `)} LIMIT ${most}`,
  });
  const texts = (state: ReviewState): Group => ({
    count: sql`SELECT coalesce(max(total), 0)::int FROM texts WHERE state = ${literal(state)}`,
    rows: sql`SELECT id, kind, label, at FROM texts WHERE state = ${literal(state)} ORDER BY place`,
  });
  /** All records of a statement with `id` and `at`. */
  const records = (kind: Kind, all: SQL, order: SQL): Group => ({
    count: sql`SELECT count(*)::int FROM (${all}) AS found`,
    rows: sql`SELECT one.id, kind, ${labelById([history.kindOf(kind)])} AS label, one.at
      FROM (SELECT ${literal(kind)} AS kind, * FROM (${all}) AS found ORDER BY ${order} LIMIT ${most}) AS one ORDER BY ${order}`,
  });
  /** All accounts of a statement with `id`, `name` and a time. */
  const accounts = (all: SQL, at: SQL): Group => ({
    count: sql`SELECT count(*)::int FROM (${all}) AS found`,
    rows: sql`SELECT id, 'account' AS kind, to_jsonb(name) AS label, ${at} AS at FROM (${all}) AS found
      ORDER BY fold(name) COLLATE "C", id LIMIT ${most}`,
  });
  const never = sql`NULL::timestamptz`;
  return {
    crisis: casesIn('open', 'crisis'),
    open: casesIn('open'),
    escalated: casesIn('escalated'),
    appealed: casesIn('appealed'),
    looks: {
      count: sql`SELECT count(*)::int FROM ${looks} WHERE ${isLookDue}`,
      rows: sql`SELECT ${looks.caseId} AS id, 'case' AS kind, to_jsonb(${decisions.crisisOutcome}) AS label, ${looks.dueAt} AS at
        FROM ${looks} JOIN ${decisions} ON ${decisions.id} = ${looks.decisionId}
        WHERE ${isLookDue} ORDER BY ${looks.dueAt}, ${looks.id} LIMIT ${most}`,
    },
    mine: texts('mine'),
    returned: texts('returned'),
    remarks: texts('remarks'),
    overdue: texts('overdue'),
    due: texts('due'),
    unshown: texts('unshown'),
    scheduled: texts('scheduled'),
    announcements: records(
      'announcement',
      sql`SELECT ${announcements.id}, ${announcements.startsAt} AS at FROM ${announcements} WHERE ${isScheduled}`,
      sql`at, id`,
    ),
    doctors: records('doctor', doctorsToCheck, sql`at NULLS FIRST, id`),
    helpLines: records('help-line', linesToCall, sql`at NULLS FIRST, id`),
    blocked: accounts(blockedStaff(limits), sql`until`),
    withoutFactor: accounts(withoutFactor, never),
  } satisfies Record<HomeGroupName, Group>;
}

/** The first texts in each of these states, as rows of `state, total, place, id, kind, label, at`. */
function firstTexts(entities: readonly EntityKind[], account: Reader, states: readonly ReviewState[]) {
  return sql`WITH texts AS MATERIALIZED (
    SELECT state, total, place, one.id, kind, ${labelById(entities)} AS label, one.at FROM (
      SELECT found.*, row_number() OVER (PARTITION BY state ORDER BY ${reviewOrder}) AS place,
        count(*) OVER (PARTITION BY state) AS total
      FROM (${textsIn(entities, account, new Set(states))}) AS found) AS one
    WHERE place <= ${most})`;
}

type Given = { history: History; limits: SignInLimits; role: Role; account: Reader };

/** A WITH clause and the rows `name, count, rows` of the groups of an account. */
export function groupRows({ history, limits, role, account }: Given) {
  const names = groupsOf(role);
  const all = statements(history, limits, role);
  const states = names.filter(isOfTexts);
  const entities = reviewedKinds.map((kind) => history.kindOf(kind));
  const found = states.length === 0 ? sql`` : firstTexts(entities, account, states);
  const rows = names.map((name) => {
    const { count, rows: first } = all[name];
    return sql`SELECT ${literal(name)} AS name, (${count}) AS count, (
      SELECT coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'label', label, 'at', ${isoText(sql`at`)})), '[]')
      FROM (${first}) AS first) AS rows`;
  });
  return { found, rows };
}
