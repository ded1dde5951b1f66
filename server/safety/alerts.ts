import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import { alertMinutes } from '#contract/crisis.ts';
import { claimSeconds, reportReasons } from '#contract/case-states.ts';
import { keepDoing } from '#server/concurrency/keep-doing.ts';
import { readNow } from '#server/database/read-now.ts';
import { describeError } from '#server/database/reason.ts';
import { tellApp } from '#server/moderation/decide.ts';
import { type AlertMail, type AlertServer, sendAlert } from '#server/safety/alert-mail.ts';
import { canBeOnDuty, readDuty } from '#server/safety/rota.ts';

// Tells staff by mail, and the app's backend by its feed, of people who may be in danger, while no colleague attends to
// their cases. The rows of `alerts` are the mails: whichever process comes first adds them, once for each case, step and account,
// and claims those of one account before it sends them together as one mail.

/** An arbitrary number, unique among the locks: the process that adds and claims mails holds this lock. */
const alertLock = 20_261_129;

/** Milliseconds between two checks for cases that wait too long. */
const lookEvery = 1000;
/** Seconds for which a process claims a mail, longer than the mail server has to take it. Doubled by each failure. */
export const claimedFor = 60;
/** The maximum number of such times between two tries, and of tries. */
const [longestWait, mostTries] = [15, 12];
/** The maximum number of cases in one transaction. */
const mostCases = 500;

const crisisReasons = Object.entries(reportReasons).flatMap(([reason, { lane }]) =>
  lane === 'crisis' ? [reason] : [],
);

/** When a case came into the lane `crisis`: it may have waited for another reason before. */
const inDangerSince = sql`coalesce((
  SELECT min(at) FROM reports WHERE case_id = cases.id AND reason IN (${sql.raw(crisisReasons.map((reason) => `'${reason}'`).join(', '))})
), waiting_since)`;

const minutesAgo = (minutes: number) => sql`now() - make_interval(mins => ${sql.raw(String(minutes))})`;

/**
 * A claim that holds puts off the first step: a colleague is reading the case. It does not put off the second, so that a
 * page that was left open does not keep the mails back. Messages to the person put off neither.
 */
const isUnattended = sql`(claimed_at IS NULL OR claimed_at <= now() - make_interval(secs => ${sql.raw(String(claimSeconds))}))`;

type Step = (typeof alertMinutes)[keyof typeof alertMinutes];

const isWaiting = sql`state IN ('open', 'escalated') AND rank = 1`;

/** The condition of the cases that wait for so long, and for which no mail of this step was added. */
const isDue = (step: Step): SQL => sql`${isWaiting} AND waiting_since <= ${minutesAgo(step)}
  AND ${step === alertMinutes.onDuty ? isUnattended : sql`true`}
  AND NOT EXISTS (SELECT FROM alerts WHERE case_id = cases.id AND step = ${sql.raw(String(step))})
  AND ${inDangerSince} <= ${minutesAgo(step)}`;

/** The cases that wait for so long that those on duty are told, whether or not a colleague is reading them. */
export const lateCases = sql`SELECT id FROM cases WHERE ${isWaiting} AND waiting_since <= ${minutesAgo(alertMinutes.onDuty)}
  AND ${inDangerSince} <= ${minutesAgo(alertMinutes.onDuty)}`;

/** The mails of waiting cases that no mail server has taken yet. */
export const unsentMails = sql`
  FROM alerts JOIN cases ON cases.id = alerts.case_id JOIN staff ON staff.id = alerts.staff_id
  WHERE alerts.sent_at IS NULL AND alerts.at > now() - interval '7 days' AND cases.state IN ('open', 'escalated') AND ${canBeOnDuty}`;

/** Those of them that may be tried now, as no process is sending them. */
const unsent = sql`${unsentMails} AND alerts.tries < ${sql.raw(String(mostTries))}
  AND (alerts.claimed_at IS NULL OR alerts.claimed_at <= now() - make_interval(secs => ${sql.raw(String(claimedFor))}
    * least(2 ^ greatest(alerts.tries - 1, 0), ${sql.raw(String(longestWait))})))`;

/** The accounts that a step tells: those on duty, else all moderators, else all administrators. */
async function listTold(tx: NodePgDatabase, step: Step) {
  const { rows } = await tx.execute<{ id: string; role: string }>(
    sql`SELECT id, role FROM staff WHERE ${canBeOnDuty} ORDER BY id`,
  );
  const ofRole = (role: string) => rows.filter((row) => row.role === role).map(({ id }) => id);
  const administrators = ofRole('administrator');
  if (step === alertMinutes.administrators) return administrators;
  const { onDuty } = await readDuty(tx, await readNow(tx));
  if (onDuty.length > 0) return onDuty.map(({ id }) => id);
  const moderators = ofRole('moderator');
  return moderators.length > 0 ? moderators : administrators;
}

/** Adds the mails of a step that is due, and tells the feed of a case that it has not told of. */
async function addMails(tx: NodePgDatabase, step: Step) {
  const { rows } = await tx.execute<{ id: string; isFirst: boolean }>(sql`
    SELECT id, NOT EXISTS (SELECT FROM alerts WHERE case_id = cases.id) AS "isFirst" FROM cases
    WHERE ${isDue(step)} ORDER BY waiting_since LIMIT ${mostCases} FOR KEY SHARE SKIP LOCKED`);
  const told = rows.length === 0 ? [] : await listTold(tx, step);
  if (told.length === 0) return;
  await tx.execute(sql`
    INSERT INTO alerts (id, case_id, step, staff_id)
    SELECT gen_random_uuid(), waiting.id, ${step}::integer, told.id
    FROM unnest(${sql.param(rows.map(({ id }) => id))}::uuid[]) AS waiting (id),
      unnest(${sql.param(told)}::uuid[]) AS told (id)`);
  await tellApp(
    tx,
    'crisis.waiting',
    rows.filter(({ isFirst }) => isFirst).map(({ id }) => id),
  );
}

/** Claims the mails of one account, which are sent as one; undefined when there are none. */
async function claimMail(tx: NodePgDatabase): Promise<AlertMail | undefined> {
  const { rows } = await tx.execute<{ id: string; step: Step; to: string; name: string }>(sql`
    UPDATE alerts SET claimed_at = now(), tries = alerts.tries + 1 FROM staff
    WHERE staff.id = alerts.staff_id AND alerts.id IN (
      SELECT alerts.id ${unsent} AND alerts.staff_id = (SELECT alerts.staff_id ${unsent} ORDER BY alerts.at, alerts.id LIMIT 1))
    RETURNING alerts.id, alerts.step, staff.email AS to, staff.name`);
  const [first] = rows;
  if (!first) return undefined;
  const ids = rows.map(({ id }) => id).toSorted();
  return { ids, to: first.to, name: first.name, minutes: Math.max(...rows.map(({ step }) => step)) };
}

/**
 * Adds the mails that are due, and claims those of one account. Only one process works at a time; others do nothing.
 * Without a mail server the rows stand for the feed alone.
 */
export async function nextMail(db: NodePgDatabase, isSending: boolean): Promise<AlertMail | undefined> {
  const { rows } = await db.execute<{ isDue: boolean }>(sql`
    SELECT EXISTS (SELECT FROM cases WHERE ${isDue(alertMinutes.onDuty)}) OR EXISTS (SELECT FROM cases WHERE ${isDue(alertMinutes.administrators)})
      OR (${isSending} AND EXISTS (SELECT ${unsent})) AS "isDue"`);
  if (!rows[0]?.isDue) return undefined;
  return db.transaction(async (tx) => {
    const { rows: lock } = await tx.execute<{ mine: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(${alertLock}) AS mine`,
    );
    if (!lock[0]?.mine) return undefined;
    for (const step of Object.values(alertMinutes)) await addMails(tx, step);
    return isSending ? claimMail(tx) : undefined;
  });
}

const noteSent = (db: NodePgDatabase, { ids }: AlertMail) =>
  db.execute(sql`UPDATE alerts SET sent_at = now() WHERE id = ANY (${sql.param(ids)}::uuid[])`);

const giveUp = (db: NodePgDatabase, { ids }: AlertMail) =>
  db.execute(sql`UPDATE alerts SET tries = ${mostTries} WHERE id = ANY (${sql.param(ids)}::uuid[])`);

/** Adds the mails that are due, and sends those that no other process has claimed. */
export async function tellOfWaiting(db: NodePgDatabase, server: AlertServer, log: FastifyBaseLogger) {
  for (;;) {
    const claimedAt = performance.now();
    const mail = await nextMail(db, server.smtpUrl !== '');
    if (!mail) return;
    // This process was stopped for long: another one may have the mail by now.
    if (performance.now() - claimedAt > (claimedFor * 1000) / 4) continue;
    const result = await sendAlert(mail, server, log);
    if (result === 'sent') await noteSent(db, mail);
    if (result === 'refused') await giveUp(db, mail);
  }
}

/** Tells staff and the app's backend of waiting cases from now on. The returned function ends this. */
export const keepAlerting = (db: NodePgDatabase, server: AlertServer, log: FastifyBaseLogger) =>
  keepDoing(() => tellOfWaiting(db, server, log), {
    every: lookEvery,
    onFailure: (error) => log.error({ error: describeError(error) }, 'the mails about waiting cases could not be sent'),
  });
