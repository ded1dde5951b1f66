import type { LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type LookupFunction, isIP } from 'node:net';
import { sourceKey } from '#contract/source-key.ts';
import { reasonOf } from '#server/database/reason.ts';

/** The outcome of one look at an address. */
export type Look = {
  /**
   * `moved`: the page is at `to` for good. `cannot-tell`: the host refuses automatic readers. `failed`: there is no such page,
   * or no answer. `refused`: the host has an address that is not public. `not-listed`: the host is no public body. The last two
   * are not called.
   */
  outcome: 'ok' | 'moved' | 'cannot-tell' | 'failed' | 'refused' | 'not-listed';
  status?: number;
  to?: string;
  reason?: string;
};

/** The hosts that may be called, and how. Tests give their own; the command line offers none of it. */
export type Reach = {
  isListed: (host: string) => boolean;
  /** All addresses of a host. */
  resolve: (host: string) => Promise<LookupAddress[]>;
  isPublic: (address: string) => boolean;
  /** Milliseconds for a request with its look-up. */
  timeLimit: number;
  /** Takes the turn of a host: no two requests to it run at the same time. */
  inTurn: <Result>(host: string, work: () => Promise<Result>) => Promise<Result>;
};

/** The most bytes that are read of a page. */
export const maxBytes = 64 * 1024;
const maxRedirects = 5;

class Refused extends Error {}

/** Connects to this address whatever the name of the host has become by then. */
const pinned =
  ({ address, family }: LookupAddress): LookupFunction =>
  (_host, options, done) =>
    options.all ? done(null, [{ address, family }]) : done(null, address, family);

type Answer = { status: number; location: string | undefined };

/** Reads a page up to the limit, or to its end. */
const drain = (response: IncomingMessage) =>
  new Promise<void>((resolve, reject) => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes < maxBytes) return;
      response.destroy();
      resolve();
    });
    response.on('end', resolve);
    response.on('error', reject);
  });

async function ask(url: URL, method: 'HEAD' | 'GET', { resolve, isPublic, timeLimit }: Reach): Promise<Answer> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeLimit);
  const late = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(new Error(`No answer within ${timeLimit / 1000} s`)));
  });
  const work = async (): Promise<Answer> => {
    const addresses = await resolve(url.hostname);
    const [first] = addresses;
    if (!first) throw new Error('The host has no address');
    if (!addresses.every(({ address }) => isPublic(address))) throw new Refused();
    return new Promise((done, reject) => {
      const request = url.protocol === 'https:' ? requestHttps : requestHttp;
      const sent = request(
        url,
        {
          method,
          agent: false,
          lookup: pinned(first),
          signal: limit.signal,
          headers: { accept: '*/*', 'user-agent': 'awa-desk-check-links/1' },
        },
        (response) => {
          const { statusCode: status = 0, headers } = response;
          done(drain(response).then(() => ({ status, location: headers.location })));
        },
      );
      sent.on('error', reject);
      sent.end();
    });
  };
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);
const isPermanent = (status: number) => status === 301 || status === 308;

/** Whether this URL may be called. */
const isAllowed = ({ protocol, hostname, username, password }: URL, { isListed }: Reach) =>
  (protocol === 'https:' || protocol === 'http:') &&
  username === '' &&
  password === '' &&
  isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 &&
  isListed(hostname);

/** HEAD, and GET where the host does not answer HEAD well. A host that asks to wait is not called again. */
async function answerOf(url: URL, reach: Reach) {
  const head = await reach.inTurn(url.hostname, () => ask(url, 'HEAD', reach));
  if (head.status < 400 || head.status === 429) return head;
  return reach.inTurn(url.hostname, () => ask(url, 'GET', reach));
}

/** Looks at the page of an address, and follows its redirects to other pages of public bodies. */
export async function look(address: string, reach: Reach): Promise<Look> {
  let url = new URL(address);
  let isMoved = false;
  const found = (status: number): Look => {
    // Another spelling of the same page is no move.
    const moved = isMoved && sourceKey(url.href) !== sourceKey(address);
    return { outcome: moved ? 'moved' : 'ok', status, ...(url.href !== new URL(address).href && { to: url.href }) };
  };
  if (!isAllowed(url, reach)) return { outcome: 'not-listed' };
  try {
    for (let step = 0; step <= maxRedirects; step += 1) {
      const { status, location } = await answerOf(url, reach);
      if (status === 403 || status === 429) return { outcome: 'cannot-tell', status };
      if (!isRedirect(status)) {
        return status >= 200 && status < 300
          ? found(status)
          : { outcome: 'failed', status, reason: `Status ${status}` };
      }
      if (location === undefined || !URL.canParse(location, url)) {
        return { outcome: 'failed', status, reason: 'A redirect without an address' };
      }
      isMoved ||= isPermanent(status);
      url = new URL(location, url);
      // The page of a publisher, to which a DOI leads, is not called.
      if (!isAllowed(url, reach)) return found(status);
    }
    return { outcome: 'failed', reason: `More than ${maxRedirects} redirects` };
  } catch (error) {
    if (error instanceof Refused) return { outcome: 'refused', reason: 'The host has an address that is not public' };
    return { outcome: 'failed', reason: reasonOf(error) };
  }
}
