import { type Placeholder, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { api } from '#contract/api.ts';
import { claimSeconds } from '#contract/case-states.ts';
import { type Harm, isHarm } from '#contract/mark.ts';
import type { Clinician } from '#contract/rota.ts';
import { isoOf } from '#server/database/columns.ts';
import { keptStatement } from '#server/database/driver/statements.ts';
import { readNow } from '#server/database/read-now.ts';
import type { Services } from '#server/feature.ts';
import type { Handlers } from '#server/http/mount.ts';
import { readDuty } from '#server/safety/rota.ts';

type Row = {
  waiting: number;
  first: { id: string; since: string; mark: string | null } | null;
  looksDue: number;
  mine: number;
  clinician: Clinician | null;
};

/**
 * The cases of one state in the lane `crisis`, which has the first rank to itself, by the index of the queue. The
 * states are written out, so that Postgres knows at once that its index has them.
 */
const ofState = (state: 'open' | 'escalated', rest = sql``) =>
  sql`SELECT id, waiting_since FROM cases WHERE state = ${sql.raw(`'${state}'`)} AND rank = 1 ${rest}`;

const notClaimed = sql`AND (claimed_at IS NULL OR claimed_at <= now() - make_interval(secs => ${sql.raw(String(claimSeconds))}))`;
const oldest = sql`ORDER BY rank, waiting_since, id LIMIT 1`;

/** The case of either state that waits longest. */
const firstOf = (which = sql``) => sql`
  SELECT * FROM ((${ofState('open', sql`${which} ${oldest}`)}) UNION ALL (${ofState('escalated', sql`${which} ${oldest}`)})) AS either
  ORDER BY waiting_since, id LIMIT 1`;

/** The maximum number of cases that are counted. */
const most = 5000;

/** The state of the lane for one account. */
export const stateOf = (staffId: Placeholder | string) => sql`
  WITH first AS (
    SELECT * FROM (SELECT 1 AS turn, * FROM (${firstOf(notClaimed)}) AS free UNION ALL SELECT 2, * FROM (${firstOf()}) AS any_case) AS found
    ORDER BY turn LIMIT 1
  )
  SELECT
    (SELECT count(*)::int FROM (${ofState('open')} UNION ALL ${ofState('escalated')} LIMIT ${sql.raw(String(most))}) AS counted) AS waiting,
    (SELECT json_build_object('id', id, 'since', waiting_since::text, 'mark', (
      SELECT mark FROM reports WHERE case_id = first.id AND mark IS NOT NULL ORDER BY at, id LIMIT 1)) FROM first) AS first,
    (SELECT count(*)::int FROM looks WHERE done_at IS NULL AND due_at <= now()) AS "looksDue",
    (SELECT count(*)::int FROM decisions WHERE staff_id = ${staffId}::uuid
      AND at > now() - interval '1 day' AND crisis_outcome IS NOT NULL AND taken_back_at IS NULL) AS mine,
    (SELECT json_build_object('name', name, 'phone', phone) FROM clinicians) AS clinician`;

const readState = keptStatement<Row>(
  'crisis_waiting',
  { waiting: sql`waiting`, first: sql`first`, looksDue: sql`"looksDue"`, mine: sql`mine`, clinician: sql`clinician` },
  () => stateOf(sql.placeholder('staffId')),
);

const markOf = (mark: string | null): Harm | null => (mark !== null && isHarm(mark) ? mark : null);

/** The state of the lane `crisis` for one account. Each open desk asks for it often. */
export async function readWaiting(db: NodePgDatabase, staffId: string) {
  const [[state], duty] = await Promise.all([readState(db, { staffId }), readNow(db).then((at) => readDuty(db, at))]);
  if (!state) throw new Error('The crisis lane has no state');
  const { first, ...counts } = state;
  return {
    ...counts,
    ...duty,
    first: first && { id: first.id, waitingSince: isoOf(first.since), mark: markOf(first.mark) },
  };
}

export function waitingHandlers({ history, crisisPauseAfter }: Services): Handlers<typeof api.crisis> {
  return {
    waiting: async (_, { staff }) => ({
      ...(await readWaiting(history.db, staff.id)),
      pauseAfter: crisisPauseAfter,
    }),
  };
}
