import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import { lookHours } from '#contract/crisis.ts';
import { previewLinkMinutes } from '#contract/lady-due-preview.ts';
import { maxKeyDays } from '#contract/app-keys.ts';
import { presenceSeconds } from '#contract/live.ts';
import { invitationHours } from '#contract/staff.ts';
import { maxPushPause } from '#server/app-backend/push-pause.ts';
import { challengeMinutes } from '#server/auth/factors/challenges.ts';
import { totpSeconds } from '#server/auth/factors/totp.ts';
import { todayInLagos } from '#server/auth/daily-mail.ts';
import type { Lifetimes } from '#server/auth/sessions/store.ts';

/** An arbitrary number, unique among the locks: the process that corrects times holds this lock in the database. */
export const clockLock = 20_261_128;
/** The number of rows that one statement corrects. */
const atOnce = 1000;

type Spans = Pick<Lifetimes, 'most' | 'bearer'>;

/** The latest value that a column may have now, and the tolerance that does not indicate a clock that was set back. */
type Limit = { limit: SQL; slack: SQL };
/** Concurrent transactions write times that differ by less. */
const aMoment = sql`interval '1 second'`;

const now: Limit = { limit: sql`now()`, slack: aMoment };
const within = (span: SQL): Limit => ({ limit: sql`now() + ${span}`, slack: aMoment });
const hours = (count: number) => within(sql`make_interval(hours => ${count}::integer)`);
const minutes = (count: number) => within(sql`make_interval(mins => ${count}::integer)`);

/**
 * Every column whose time has an effect, by table and name, with its latest allowed value. `clock.test.ts` lists every
 * other column with a time, each with the reason why it is not corrected.
 */
export const pulledBack = (lifetimes: Spans): Record<string, Record<string, Limit>> => ({
  sessions: { created_at: now, used_at: now, confirmed_at: now, ends_at: hours(lifetimes.most) },
  bearers: { expires_at: minutes(lifetimes.bearer) },
  preview_links: { expires_at: minutes(previewLinkMinutes) },
  invitations: { expires_at: hours(invitationHours) },
  challenges: { expires_at: minutes(challengeMinutes) },
  sign_in_failures: { at: now },
  passkeys: { created_at: now, used_at: now },
  authenticator_apps: {
    created_at: now,
    used_at: now,
    // The code of the next step is also accepted.
    last_step: { limit: sql`floor(extract(epoch FROM now()) / ${totpSeconds}::integer)`, slack: sql`1` },
  },
  user_pages_read: { at: now },
  daily_mails: { day: { limit: todayInLagos, slack: sql`0` }, claimed_at: now },
  user_notes: { at: now, deleted_at: now },
  log_checks: { started_at: now, seen_at: now },
  presence: { until: within(sql`make_interval(secs => ${presenceSeconds}::integer)`) },
  images: { created_at: now, used_at: now },
  cases: { waiting_since: now, claimed_at: now },
  decisions: { at: now },
  alerts: { at: now, claimed_at: now },
  help_line_calls: { at: now },
  doctors: { verified_at: now },
  messages: { at: now },
  looks: { due_at: hours(Math.max(...lookHours)) },
  desk: { hour_began: now, backed_up_at: now },
  app_keys: { used_at: now, expires_at: within(sql`make_interval(days => ${maxKeyDays}::integer)`) },
  app_feed: { read_at: now, next_push_at: within(sql`make_interval(secs => ${maxPushPause}::integer)`) },
});

/** The condition for a row with a time in the future. */
export const isAhead = (columns: Record<string, Limit>) =>
  sql.join(
    Object.entries(columns).map(([name, { limit, slack }]) => sql`${sql.identifier(name)} > ${limit} + ${slack}`),
    sql` OR `,
  );

const countHour = sql`
  UPDATE desk SET running_hours = running_hours + 1, hour_began = now() WHERE hour_began <= now() - interval '1 hour'`;

function pullBack(table: string, columns: Record<string, Limit>) {
  const names = Object.entries(columns);
  const set = names.map(([name, { limit }]) => {
    const column = sql.identifier(name);
    // `least` would give the limit to a time that is null.
    return sql`${column} = CASE WHEN ${column} > ${limit} THEN ${limit} ELSE ${column} END`;
  });
  // A row that is locked is skipped: its writer writes the right time.
  return sql`UPDATE ${sql.identifier(table)} SET ${sql.join(set, sql`, `)} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${sql.identifier(table)} WHERE ${isAhead(columns)} LIMIT ${atOnce} FOR UPDATE SKIP LOCKED))`;
}

/**
 * Moves times that are ahead of the database's clock, which was set back, to their latest allowed value: no block,
 * session, confirmation, link or quota lasts longer than its normal span from now on. Also counts the running hours of
 * the desk (`running_hour()`): an hour counts when one of the processes saw it pass, and a jump of the clock counts as
 * at most one. Only one process works at a time; others do nothing. Cheap when nothing is in the future. `log` gets a
 * line with the number of corrected rows in each table.
 */
export async function keepTime(db: NodePgDatabase, lifetimes: Spans, log?: FastifyBaseLogger): Promise<void> {
  const tables = Object.entries(pulledBack(lifetimes));
  const pulled: Record<string, number> = {};
  const pullBackSome = () =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ mine: boolean }>(sql`SELECT pg_try_advisory_xact_lock(${clockLock}) AS mine`);
      if (!rows[0]?.mine) return false;
      await tx.execute(countHour);
      let isFull = false;
      for (const [table, columns] of tables) {
        const { rowCount } = await tx.execute(pullBack(table, columns));
        if (rowCount) pulled[table] = (pulled[table] ?? 0) + rowCount;
        isFull ||= rowCount === atOnce;
      }
      return isFull;
    });
  while (await pullBackSome());
  if (Object.keys(pulled).length === 0) return;
  log?.warn(
    { pulled },
    'times lay ahead of the clock of the database, which was put back: they were pulled back to the present',
  );
}
