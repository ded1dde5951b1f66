import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { dailyMailFrom, dailyMailUntil } from '#contract/account.ts';
import type { Admin } from '#contract/auth.ts';
import type { Home } from '#contract/home.ts';
import { inLagos } from '#server/auth/daily-mail.ts';
import { sendMail } from '#server/auth/send-mail.ts';
import { dailyMails, staff } from '#server/auth/tables.ts';
import type { Services } from '#server/feature.ts';
import { dailyMailOf } from '#server/home/mail-words.ts';

// The mail of the day. A row of `daily_mails` is the wish of an account; whichever process comes first claims the mail of
// the account before it sends it. A claim that ends without a result is taken over, with the same Message-ID.

/** Seconds for which a process claims a mail, longer than the mail server has to take it. Doubled by each failure. */
const claimedFor = 60;
/** The maximum number of such times between two tries, and of tries on a day. */
const [longestWait, mostTries] = [15, 12];

const raw = (number: number) => sql.raw(String(number));

/** An account whose mail this process has claimed, and the day of the mail: `2026-11-30`. */
type Claimed = Admin & { day: string };

/** Claims the mail of one account that is due; undefined when there is none. `now` is the present. */
async function claimMail(db: NodePgDatabase, now = sql`now()`): Promise<Claimed | undefined> {
  const lagos = inLagos(now);
  const isFirstTry = sql`(${dailyMails.claimedAt} IS NULL OR ${inLagos(sql`${dailyMails.claimedAt}`)}::date < ${lagos}::date)`;
  const mayTry = sql`(${isFirstTry} OR (${dailyMails.tries} < ${raw(mostTries)} AND ${dailyMails.claimedAt} <= ${now}
    - make_interval(secs => ${raw(claimedFor)} * least(2 ^ greatest(${dailyMails.tries} - 1, 0), ${raw(longestWait)}))))`;
  const isMorning = sql`extract(hour FROM ${lagos}) >= ${raw(dailyMailFrom)} AND extract(hour FROM ${lagos}) < ${raw(dailyMailUntil)}`;
  const { rows } = await db.execute<Claimed>(sql`
    UPDATE ${dailyMails} SET claimed_at = ${now}, tries = CASE WHEN ${isFirstTry} THEN 1 ELSE ${dailyMails.tries} + 1 END
    FROM ${staff} WHERE ${staff.id} = ${dailyMails.staffId} AND ${dailyMails.staffId} = (
      SELECT ${dailyMails.staffId} FROM ${dailyMails} JOIN ${staff} ON ${staff.id} = ${dailyMails.staffId}
      WHERE ${isMorning} AND ${dailyMails.day} < ${lagos}::date AND ${mayTry} AND ${staff.enabled}
      ORDER BY ${dailyMails.staffId} LIMIT 1 FOR UPDATE OF daily_mails SKIP LOCKED)
    RETURNING ${staff.id}, ${staff.email}, ${staff.name}, ${staff.role}, ${staff.qualification}, ${lagos}::date::text AS day`);
  return rows[0];
}

/** Notes that this day needs no mail any more. */
const noteDone = (db: NodePgDatabase, { id, day }: Claimed) =>
  db.execute(
    sql`UPDATE ${dailyMails} SET day = ${day}::date, claimed_at = NULL, tries = 0 WHERE staff_id = ${id}::uuid`,
  );

type Mailing = Pick<Services, 'mailServer' | 'publicUrl' | 'log'> & {
  db: NodePgDatabase;
  /** Reads the work that waits for an account. */
  read: (account: Admin) => Promise<Home>;
};

/**
 * Sends the mails of the day that are due, from 7:00 to noon in Lagos, to accounts for which work waits. A process that
 * was down at 7:00 sends them when it is back before noon. `now` is for tests.
 */
export async function sendDailyMails({ db, read, mailServer, publicUrl, log }: Mailing, now = sql`now()`) {
  if (mailServer.smtpUrl === '') return;
  for (;;) {
    const claimedAt = performance.now();
    const claimed = await claimMail(db, now);
    if (!claimed) return;
    const { id, day, email: to, name } = claimed;
    const mail = dailyMailOf(await read(claimed), name, publicUrl);
    // This process was stopped for long: another one may have the mail by now.
    if (performance.now() - claimedAt > (claimedFor * 1000) / 4) continue;
    if (mail) {
      const messageId = `<day-${day}-${id}@${new URL(publicUrl).hostname}>`;
      const result = await sendMail({ ...mail, to, messageId }, mailServer, log, 'a mail of the day was not sent');
      if (result === 'failed') continue;
    }
    await noteDone(db, claimed);
  }
}
