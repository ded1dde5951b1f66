import type { FastifyBaseLogger } from 'fastify';
import { alertMinutes } from '#contract/crisis.ts';
import { greeting, pageOf } from '#server/auth/link-mail.ts';
import { type MailServer, sendMail } from '#server/auth/send-mail.ts';

/** The mail server, the sender's address, and the public address of the desk. */
export type AlertServer = MailServer & { publicUrl: string };

/** A mail to one account about the rows `ids` of `alerts`, sorted. `minutes` is for how long a case has waited at least. */
export type AlertMail = { ids: string[]; to: string; name: string; minutes: number };

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

/** Sends a mail, or sends it again: `sendMail`. */
export function sendAlert(mail: AlertMail, { smtpUrl, from, publicUrl }: AlertServer, log: FastifyBaseLogger) {
  const link = `${publicUrl}/admin/desk/moderation`;
  const paragraphs = paragraphsOf(mail, link);
  const letter = {
    to: mail.to,
    subject,
    text: paragraphs.join('\n\n'),
    html: pageOf(paragraphs, link),
    priority: 'high',
    messageId: `<alert-${mail.ids[0]}@${new URL(publicUrl).hostname}>`,
  } as const;
  return sendMail(letter, { smtpUrl, from }, log, 'a mail about a waiting case was not sent');
}
