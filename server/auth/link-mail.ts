import type { FastifyBaseLogger } from 'fastify';

type Options = {
  /** `smtp://user:password@mail.example.org`; `''` where no mail is sent. */
  smtpUrl: string;
  /** The address that mail comes from. */
  from: string;
  /** The address at which people open the desk. */
  publicUrl: string;
  log: FastifyBaseLogger;
};

type Letter = { to: string; name: string; token: string; isNew: boolean; hours: number };

/** Milliseconds for which a mail server may keep the person waiting who sends a link. */
const patience = 5000;

const subjects = { new: 'Your account for Awa Desk', reset: 'A new password for Awa Desk' };

/** The text of a letter with a link. */
const textOf = ({ name, isNew, hours }: Letter, link: string) =>
  [
    `Hello ${name},`,
    isNew
      ? 'You have been given an account for Awa Desk. Open this link and choose a password:'
      : 'An administrator made this link for you. Open it to choose a new password:',
    link,
    `It works once, within ${hours} hours. If you did not expect this email, ignore it and tell an administrator.`,
  ].join('\n\n');

/**
 * Sends links by mail. Resolves to whether the letter was handed over, null where no mail is sent; why it was not stands in the log,
 * without the link.
 */
export function linkMail({ smtpUrl, from, publicUrl, log }: Options) {
  return async (letter: Letter): Promise<boolean | null> => {
    if (smtpUrl === '') return null;
    // Few letters are sent, and no start waits for this code.
    const { createTransport } = await import('nodemailer');
    const timeouts = { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience };
    const transport = createTransport({ url: smtpUrl, ...timeouts });
    try {
      await transport.sendMail({
        from,
        to: letter.to,
        subject: letter.isNew ? subjects.new : subjects.reset,
        text: textOf(letter, `${publicUrl}/admin/desk/invitation#${letter.token}`),
      });
      return true;
    } catch (error) {
      log.warn({ code: (error as { code?: string }).code }, 'a letter with a link was not sent');
      return false;
    } finally {
      transport.close();
    }
  };
}

export type LinkMail = ReturnType<typeof linkMail>;
