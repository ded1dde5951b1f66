import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import { Webhook } from 'standardwebhooks';
import { cursorAt, numberWaiting, shortId } from '#server/app-backend/feed.ts';
import { pushPauseAfter } from '#server/app-backend/push-pause.ts';
import { keepDoing } from '#server/concurrency/keep-doing.ts';
import { describeError } from '#server/database/reason.ts';

// Tells the app's backend that the feed has news: a signed request (Standard Webhooks) without any content, after which
// the backend reads the feed. However long it was silent, one request is enough. At most one is under way, from
// whichever process: the one that claimed the row of the feed.

/** Where the app's backend takes news, and the secret that signs them. */
type AppWebhook = {
  url: string;
  secret: string;
  /** Milliseconds that the backend has to answer: by default 15,000. */
  answersWithin?: number;
};

/** Milliseconds between two checks for changes, and the shortest pause between two requests. */
const lookEvery = 1000;
/** Seconds for which a process claims the sending: longer than the backend has to answer. */
const claimedFor = 30;

type Claim = { id: string; numbered: number; pushed: number; failures: number };

/** Claims the sending, if there are changes that the backend was not told of and no other process is sending. */
const claim = async (db: NodePgDatabase) => {
  await db.execute(numberWaiting);
  const { rows } = await db.execute<Claim>(sql`
    UPDATE app_feed SET next_push_at = now() + make_interval(secs => ${claimedFor})
    WHERE numbered > pushed AND next_push_at <= now()
    RETURNING ${shortId} AS id, numbered::float8, pushed::float8, push_failures AS failures`);
  return rows[0];
};

/** The present. A stored time is rounded, so `now()` could become the next millisecond, which has not come yet. */
const present = sql`date_trunc('milliseconds', now())`;

const succeeded = (db: NodePgDatabase, { numbered }: Claim) =>
  db.execute(sql`
    UPDATE app_feed SET pushed = greatest(pushed, ${numbered}), pushed_at = now(), push_failures = 0, push_failure = '',
      next_push_at = ${present}`);

const failed = (db: NodePgDatabase, { failures }: Claim, reason: string) =>
  db.execute(sql`
    UPDATE app_feed SET push_failures = ${failures + 1}, push_failure = ${reason}, push_failed_at = now(),
      next_push_at = now() + make_interval(secs => ${pushPauseAfter(failures + 1)})`);

/** Sends the news. Returns undefined, or why the backend did not take it. */
async function send({ url, secret, answersWithin = 15_000 }: AppWebhook, { id, pushed }: Claim, signal: AbortSignal) {
  const at = new Date();
  const after = cursorAt(id, pushed);
  const body = JSON.stringify({ type: 'changes.available', timestamp: at.toISOString(), data: { after } });
  const seconds = String(Math.floor(at.getTime() / 1000));
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Awa-Desk',
        'webhook-id': `after-${after}`,
        'webhook-timestamp': seconds,
        'webhook-signature': new Webhook(secret).sign(`after-${after}`, at, body),
      },
      body,
      // A redirect could lead to another host, which must not get the signature.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answersWithin)]),
    });
    await answer.body?.cancel();
    if (answer.ok) return undefined;
    return `answered ${answer.status}${answer.status >= 300 && answer.status < 400 ? ', a redirect' : ''}`;
  } catch (error) {
    if (signal.aborted) throw error;
    if ((error as Error).name === 'TimeoutError') return `did not answer within ${answersWithin / 1000} seconds`;
    return `could not be reached (${(error as { cause?: { code?: string } }).cause?.code ?? 'failed'})`;
  }
}

/** Tells the backend once of changes that it was not told of, if it is time for that. */
export async function pushNews(
  db: NodePgDatabase,
  webhook: AppWebhook,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
  signal: AbortSignal,
) {
  const claimed = await claim(db);
  if (!claimed) return;
  try {
    const reason = await send(webhook, claimed, signal);
    if (reason === undefined) await succeeded(db, claimed);
    else await failed(db, claimed, reason);
    if (reason !== undefined && claimed.failures === 0) log.warn({ reason }, 'the app was not told of changes');
    if (reason === undefined && claimed.failures > 0) log.info('the app is told of changes again');
  } catch (error) {
    // The desk ends: another process may send at once.
    if (signal.aborted) await db.execute(sql`UPDATE app_feed SET next_push_at = ${present}`);
    else throw error;
  }
}

/** Tells the backend of changes from now on. The returned function ends this. */
export const keepPushing = (db: NodePgDatabase, webhook: AppWebhook, log: FastifyBaseLogger) =>
  keepDoing((signal) => pushNews(db, webhook, log, signal), {
    every: lookEvery,
    onFailure: (error) => log.warn({ error: describeError(error) }, 'the changes for the app could not be read'),
  });
