import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isLoopback } from '#server/database/connect/address.ts';

type Options = {
  /** `smtp://user:password@mail.example.org`; `''` when no mail is sent. */
  smtpUrl: string;
  /** The sender's address. */
  from: string;
  /** The public address of the desk. */
  publicUrl: string;
  log: FastifyBaseLogger;
};

type Letter = { to: string; name: string; token: string; isNew: boolean; hours: number };

/**
 * Milliseconds for which the person who sends a link waits for the mail server, and for which the server may be silent.
 */
const [patience, serverPatience] = [5000, 60_000];
/**
 * Milliseconds before the first retry of a letter, the maximum between two retries, and the time after which they end.
 * Greylisting takes minutes.
 */
const [firstPause, longestPause, triedFor] = [60_000, 15 * 60_000, 3_600_000];

const subjects = { new: 'Your account for Awa Desk', reset: 'A new password for Awa Desk' };

/** The first line of a mail. Names with line breaks may have been stored before they were refused. */
export const greeting = (name: string) => `Hello ${name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')},`;

/** The paragraphs of a letter with a link. */
const paragraphsOf = ({ name, isNew, hours }: Letter, link: string) => [
  greeting(name),
  isNew
    ? 'You have been given an account for Awa Desk. Open this link and choose a password:'
    : 'An administrator made this link for you. Open it to choose a new password:',
  link,
  `It works once, within ${hours} hours. If you did not expect this email, ignore it and tell an administrator.`,
];

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (mark) => marks[mark] ?? '');

/** The same mail as HTML, since not every mail program turns addresses into links. */
export function pageOf(paragraphs: string[], link: string) {
  const lines = paragraphs.map((text) => {
    const inner = escaped(text);
    return `<p>${text === link ? `<a href="${inner}">${inner}</a>` : inner}</p>`;
  });
  return `<!doctype html>\n<html lang="en">\n<body>\n${lines.join('\n')}\n</body>\n</html>\n`;
}

/** The error of a mail that was not sent. */
export type FailedMail = { code?: string; responseCode?: number; response?: string; message: string };

/** Whether the server refuses the mail itself, for example because of an unknown address. */
export const isRefused = ({ code = '', responseCode = 0 }: FailedMail) =>
  ['EENVELOPE', 'EMESSAGE'].includes(code) && responseCode >= 500;

/** The number of letters that wait for a retry, and of those given up since this process started. */
const unsent = { waiting: 0, given_up: 0 };
export const unsentLetters = () => ({ ...unsent });

/** The connection options of nodemailer for a server, and whether letters cross the network as plain text. */
export function mailSecurity(smtpUrl: string) {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  const ignoreTLS = searchParams.get('ignoreTLS') === 'true';
  const isElsewhere = !isLoopback(hostname);
  return {
    // The mail server of this machine usually has a self-signed certificate.
    options: { ignoreTLS, requireTLS: !ignoreTLS && isElsewhere, tls: { rejectUnauthorized: isElsewhere } },
    isPlain: protocol === 'smtp:' && ignoreTLS && isElsewhere,
  };
}

/**
 * Opens the connection to a mail server. STARTTLS is required, unless the server is on this machine or the URL says
 * `ignoreTLS`.
 */
export async function openMail(smtpUrl: string, silence = serverPatience) {
  // Few letters are sent, so this code is not loaded at the start.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    ...mailSecurity(smtpUrl).options,
    connectionTimeout: silence,
    greetingTimeout: silence,
    socketTimeout: silence,
  });
}

/**
 * Sends links by mail. Resolves to whether the letter has been delivered to the server, null when no mail is sent. A
 * failed letter is retried for an hour, as long as this process runs; its link is only in memory. The server's log has
 * the reason in the words of the mail server, without the link and the address of the letter.
 */
export function linkMail({ smtpUrl, from, publicUrl, log }: Options) {
  /** Resolves to whether the letter was accepted; null when a retry makes no sense. */
  async function send(letter: Letter): Promise<boolean | null> {
    const transport = await openMail(smtpUrl);
    const link = `${publicUrl}/admin/desk/invitation#${letter.token}`;
    const paragraphs = paragraphsOf(letter, link);
    try {
      await transport.sendMail({
        from: { name: 'Awa Desk', address: from },
        to: letter.to,
        subject: letter.isNew ? subjects.new : subjects.reset,
        text: paragraphs.join('\n\n'),
        html: pageOf(paragraphs, link),
        // Prevents automatic replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return true;
    } catch (error) {
      const { code, responseCode, response, message } = error as FailedMail;
      const reason = (response ?? message).replaceAll(letter.to, '…').replaceAll(letter.token, '…');
      log.warn({ code, responseCode, reason }, 'a letter with a link was not sent');
      return isRefused(error as FailedMail) ? null : false;
    } finally {
      transport.close();
    }
  }

  function tryAgain(letter: Letter, since: number, wait: number) {
    setTimeout(() => void next(), wait).unref();
    const next = async () => {
      const sent = await send(letter);
      const isOver = performance.now() - since > triedFor;
      if (sent === false && !isOver) return tryAgain(letter, since, Math.min(wait * 2, longestPause));
      unsent.waiting -= 1;
      if (sent) return log.info('a letter with a link was sent at a later try');
      unsent.given_up += 1;
      log.error('a letter with a link was given up');
    };
  }

  return async (letter: Letter): Promise<boolean | null> => {
    if (smtpUrl === '') return null;
    const since = performance.now();
    const sending = send(letter).then((sent) => {
      if (sent === null) unsent.given_up += 1;
      if (sent === false) {
        unsent.waiting += 1;
        tryAgain(letter, since, firstPause);
      }
      return sent === true;
    });
    return Promise.race([sending, pause(patience, false, { ref: false })]);
  };
}

export type LinkMail = ReturnType<typeof linkMail>;
