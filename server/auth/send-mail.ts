import type { FastifyBaseLogger } from 'fastify';
import { type FailedMail, isRefused, openMail } from '#server/auth/link-mail.ts';

/** The mail server, and the sender's address. `smtpUrl` is `''` when no mail is sent. */
export type MailServer = { smtpUrl: string; from: string };

type Mail = { to: string; subject: string; text: string; html?: string; priority?: 'high'; messageId: string };

/** Milliseconds for which the mail server may be silent, and within which it has to take a mail. */
const [silence, takenWithin] = [15_000, 40_000];

/**
 * Sends a mail. Resolves to `sent` once the mail server has it, `failed` when it may be tried again, and `refused` when
 * that makes no sense. A mail that is sent again with the same Message-ID is shown once by mail programs. A failure is
 * logged with `what`, without the address.
 */
export async function sendMail(
  mail: Mail,
  { smtpUrl, from }: MailServer,
  log: FastifyBaseLogger,
  what: string,
): Promise<'sent' | 'failed' | 'refused'> {
  const transport = await openMail(smtpUrl, silence);
  const sending = transport.sendMail({
    ...mail,
    from: { name: 'Awa Desk', address: from },
    // No automatic replies.
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
    log.warn({ code, responseCode, reason }, what);
    return isRefused(error as FailedMail) ? 'refused' : 'failed';
  } finally {
    clearTimeout(overdue);
    transport.close();
  }
}
