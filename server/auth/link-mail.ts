import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isLoopback } from '#server/database/address.ts';

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

/** Milliseconds for which the person who sends a link waits for a mail server, and for which a server may be silent. */
const [patience, serverPatience] = [5000, 60_000];
/** Milliseconds after which a letter that was not taken is tried again, and at most, for an hour. Greylisting takes minutes. */
const [firstPause, longestPause, triedFor] = [60_000, 15 * 60_000, 3_600_000];

const subjects = { new: 'Your account for Awa Desk', reset: 'A new password for Awa Desk' };

/** The text of a letter with a link. */
const textOf = ({ name, isNew, hours }: Letter, link: string) =>
  [
    // Names of several lines may have been stored before they were refused.
    `Hello ${name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')},`,
    isNew
      ? 'You have been given an account for Awa Desk. Open this link and choose a password:'
      : 'An administrator made this link for you. Open it to choose a new password:',
    link,
    `It works once, within ${hours} hours. If you did not expect this email, ignore it and tell an administrator.`,
  ].join('\n\n');

type Failed = { code?: string; responseCode?: number };

/** Whether the server refuses the letter itself, such as for an address that it does not know. */
const isFinal = ({ code = '', responseCode = 0 }: Failed) =>
  ['EENVELOPE', 'EMESSAGE'].includes(code) && responseCode >= 500;

/** How to reach a mail server. Encryption by STARTTLS is a must, unless the server is on this machine or the URL says `ignoreTLS`. */
export async function openMail(smtpUrl: string, silence = serverPatience) {
  // Few letters are sent, and no start waits for this code.
  const { createTransport } = await import('nodemailer');
  const { hostname, searchParams } = new URL(smtpUrl);
  const ignoreTLS = searchParams.get('ignoreTLS') === 'true';
  return createTransport({
    url: smtpUrl,
    ignoreTLS,
    requireTLS: !ignoreTLS && !isLoopback(hostname),
    connectionTimeout: silence,
    greetingTimeout: silence,
    socketTimeout: silence,
  });
}

/**
 * Sends links by mail. Resolves to whether the letter was handed over by now, null where no mail is sent. One that was not is tried
 * again for an hour, as long as this process runs; the link is in its memory alone. Why it was not stands in the log, without the link.
 */
export function linkMail({ smtpUrl, from, publicUrl, log }: Options) {
  /** Resolves to whether the letter was taken; null when another try makes no sense. */
  async function send(letter: Letter): Promise<boolean | null> {
    const transport = await openMail(smtpUrl);
    try {
      await transport.sendMail({
        from: { name: 'Awa Desk', address: from },
        to: letter.to,
        subject: letter.isNew ? subjects.new : subjects.reset,
        text: textOf(letter, `${publicUrl}/admin/desk/invitation#${letter.token}`),
        // Nobody's holiday answers to it.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return true;
    } catch (error) {
      const { code, responseCode } = error as Failed;
      log.warn({ code, responseCode }, 'a letter with a link was not sent');
      return isFinal(error as Failed) ? null : false;
    } finally {
      transport.close();
    }
  }

  function tryAgain(letter: Letter, since: number, wait: number) {
    setTimeout(() => void next(), wait).unref();
    const next = async () => {
      const sent = await send(letter);
      if (sent === true) log.info('a letter with a link was sent at a later try');
      const isOver = performance.now() - since > triedFor;
      if (sent === false && !isOver) tryAgain(letter, since, Math.min(wait * 2, longestPause));
      else if (!sent) log.error('a letter with a link was given up');
    };
  }

  return async (letter: Letter): Promise<boolean | null> => {
    if (smtpUrl === '') return null;
    const since = performance.now();
    const sending = send(letter).then((sent) => {
      if (sent === false) tryAgain(letter, since, firstPause);
      return sent === true;
    });
    return Promise.race([sending, pause(patience, false, { ref: false })]);
  };
}

export type LinkMail = ReturnType<typeof linkMail>;
