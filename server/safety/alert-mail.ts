import type { FastifyBaseLogger } from 'fastify';
import { alertMinutes } from '#contract/crisis.ts';
import { type FailedMail, greeting, isRefused, openMail, pageOf } from '#server/auth/link-mail.ts';

/** The mail server, the sender's address, and the public address of the desk. */
export type AlertServer = { smtpUrl: string; from: string; publicUrl: string };

/** A mail to one account about the rows `ids` of `alerts`, sorted. `minutes` is for how long a case has waited at least. */
export type AlertMail = { ids: string[]; to: string; name: string; minutes: number };

/** Milliseconds for which the mail server may be silent, and within which it has to take a mail. */
const [silence, takenWithin] = [15_000, 40_000];

const subject = 'Please open the queue of Awa Desk';

/** The paragraphs of a mail: a link alone. Other people may see a mail, so nothing in it says what the case is about. */
const paragraphsOf = ({ name, minutes }: AlertMail, link: string) => [
  greeting(name),
  minutes >= alertMinutes.administrators
    ? `The first case in the queue has waited for ${alertMinutes.administrators} minutes, and no colleague has decided it. Please open it now, or call a colleague who can:`
    : `The first case in the queue has waited for ${alertMinutes.onDuty} minutes, and no colleague is reading it. Please open it now:`,
  link,
  minutes >= alertMinutes.administrators
    ? 'All administrators get this email.'
    : 'You get this email because you are on duty, or because no colleague is.',
];

/**
 * Sends a mail. Resolves to `sent` once the mail server has it, `failed` when it may be tried again, and `refused` when
 * that makes no sense. A mail that is sent again has the same Message-ID, by which mail programs show it once.
 */
export async function sendAlert(
  mail: AlertMail,
  { smtpUrl, from, publicUrl }: AlertServer,
  log: FastifyBaseLogger,
): Promise<'sent' | 'failed' | 'refused'> {
  const transport = await openMail(smtpUrl, silence);
  const link = `${publicUrl}/admin/desk/moderation`;
  const paragraphs = paragraphsOf(mail, link);
  const sending = transport.sendMail({
    from: { name: 'Awa Desk', address: from },
    to: mail.to,
    subject,
    text: paragraphs.join('\n\n'),
    html: pageOf(paragraphs, link),
    priority: 'high',
    messageId: `<alert-${mail.ids[0]}@${new URL(publicUrl).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  let overdue: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    overdue = setTimeout(() => reject(new Error('The mail server took too long')), takenWithin);
  });
  try {
    await Promise.race([sending, late]);
    return 'sent';
  } catch (error) {
    const { code, responseCode, response, message } = error as FailedMail;
    const reason = (response ?? message).replaceAll(mail.to, '…');
    log.warn({ code, responseCode, reason }, 'a mail about a waiting case was not sent');
    return isRefused(error as FailedMail) ? 'refused' : 'failed';
  } finally {
    clearTimeout(overdue);
    transport.close();
  }
}
