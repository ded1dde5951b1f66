import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type LinkState, checkLinks } from '#server/commands/links/check.ts';
import { isPublicAddress } from '#server/commands/links/public-address.ts';
import { isPublicBody, publicBodies } from '#server/commands/links/public-bodies.ts';
import { maxBytes } from '#server/commands/links/look.ts';

/** The requests that the server got, and those that run. */
let called: string[] = [];
let running = 0;
let mostRunning = 0;
let sentBytes = 0;

const server = createServer((request, response) => {
  const { method = '', url = '', headers } = request;
  const [, status = '200', rest = ''] = /^\/(\w+)(.*)$/.exec(url) ?? [];
  called.push(`${method} ${headers.host?.split(':')[0]}${url}`);
  running += 1;
  mostRunning = Math.max(mostRunning, running);
  response.on('close', () => (running -= 1));
  const answer = (code: number, more: Record<string, string> = {}) => response.writeHead(code, more).end();
  if (status === 'hang') return;
  if (status === 'endless') {
    response.writeHead(method === 'HEAD' ? 405 : 200);
    if (method === 'HEAD') return response.end();
    const send = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384))) sentBytes += 16_384;
    };
    response.on('drain', send);
    return send();
  }
  if (status === 'circle') return answer(302, { location: '/circle' });
  if (status === 'spelled') return rest === '' ? answer(301, { location: '/spelled/' }) : answer(200);
  if (status === 'getonly') return answer(method === 'GET' ? 200 : 403);
  if (/^30\d$/.test(status)) return answer(Number(status), { location: decodeURIComponent(rest.slice(1)) });
  // Any answer waits a moment, so that requests to one host would overlap if they could.
  setImmediate(() => answer(Number(status)));
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  [called, running, mostRunning, sentBytes] = [[], 0, 0, 0];
});

let resolved: string[] = [];
beforeEach(() => {
  resolved = [];
});

/** Hosts named `private` have a private address beside a public one; all others are the server of this test. */
const reach = {
  isListed: (host: string) => host.endsWith('.example.org'),
  resolve: (host: string) => {
    resolved.push(host);
    const addresses = host.startsWith('private') ? ['93.184.215.14', '10.0.0.1'] : ['127.0.0.1'];
    return host.startsWith('unknown')
      ? Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }))
      : Promise.resolve(addresses.map((address) => ({ address, family: 4 })));
  },
  isPublic: (address: string) => address === '127.0.0.1' || isPublicAddress(address),
  timeLimit: 300,
};

const at = (path: string, host = 'www.example.org') => `http://${host}:${port}/${path}`;
const to = (status: number, target: string, host?: string) => at(`${status}/${encodeURIComponent(target)}`, host);

const check = (addresses: string[], state: LinkState = {}, day = '2026-11-28') =>
  checkLinks(new Map(addresses.map((address) => [address, 1])), { state, day, reach, between: 0 });

const outcomeOf = async (address: string) => (await check([address])).findings[0];

describe('each answer is found as stated', () => {
  test.each([
    ['200', { outcome: 'ok', status: 200 }, ['HEAD www.example.org/200']],
    ['403', { outcome: 'cannot-tell', status: 403 }, ['HEAD www.example.org/403', 'GET www.example.org/403']],
    ['429', { outcome: 'cannot-tell', status: 429 }, ['HEAD www.example.org/429']],
    ['404', { outcome: 'failed', status: 404 }, ['HEAD www.example.org/404', 'GET www.example.org/404']],
    ['500', { outcome: 'failed', status: 500 }, ['HEAD www.example.org/500', 'GET www.example.org/500']],
    ['getonly', { outcome: 'ok', status: 200 }, ['HEAD www.example.org/getonly', 'GET www.example.org/getonly']],
    ['hang', { outcome: 'failed', reason: 'No answer within 0.3 s' }, ['HEAD www.example.org/hang']],
  ])('%s', async (path, expected, calls) => {
    expect(await outcomeOf(at(path))).toMatchObject(expected);
    expect(called).toEqual(calls);
  });

  test('a page that has moved for good, with its new address', async () => {
    const target = at('200', 'new.example.org');
    expect(await outcomeOf(to(301, target))).toMatchObject({ outcome: 'moved', to: target });
    expect(called.at(-1)).toBe('HEAD new.example.org/200');
    expect(await outcomeOf(to(302, target))).toMatchObject({ outcome: 'ok', to: target });
    expect(await outcomeOf(to(308, to(302, at('404'))))).toMatchObject({ outcome: 'failed', status: 404 });
  });

  test('another spelling of the same page is no move', async () => {
    expect(await outcomeOf(at('spelled'))).toMatchObject({ outcome: 'ok', to: at('spelled/') });
  });

  test('a redirect in a circle, and one without an address', async () => {
    expect(await outcomeOf(at('circle'))).toMatchObject({ outcome: 'failed', reason: 'More than 5 redirects' });
    expect(called).toHaveLength(6);
    expect(await outcomeOf(to(301, 'http://'))).toMatchObject({ outcome: 'failed' });
  });

  test('at most 64 kB of a page are read', async () => {
    expect(await outcomeOf(at('endless'))).toMatchObject({ outcome: 'ok' });
    // The buffers of the operating system, between the two sides, come on top.
    expect(sentBytes).toBeLessThan(maxBytes * 100);
  });
});

describe('no other host is called', () => {
  test.each([
    ['a host that is not listed', () => at('200', 'www.example.net'), 'not-listed', []],
    ['an address in numbers', () => at('200', '127.0.0.1'), 'not-listed', []],
    ['an address with a name and password', () => `http://a:b@www.example.org:${port}/200`, 'not-listed', []],
    ['a host with a private address', () => at('200', 'private.example.org'), 'refused', ['private.example.org']],
  ])('%s', async (_, address, outcome, hosts) => {
    expect(await outcomeOf(address())).toMatchObject({ outcome });
    expect([called, resolved]).toEqual([[], hosts]);
  });

  test('a redirect to one ends there', async () => {
    const elsewhere = at('200', 'www.example.net');
    expect(await outcomeOf(to(301, elsewhere))).toMatchObject({ outcome: 'moved', to: elsewhere });
    expect(await outcomeOf(to(302, elsewhere))).toMatchObject({ outcome: 'ok', to: elsewhere });
    expect(await outcomeOf(to(301, at('200', 'private.example.org')))).toMatchObject({ outcome: 'refused' });
    expect(await outcomeOf(to(301, 'file:///etc/passwd'))).toMatchObject({ outcome: 'moved' });
    expect(new Set(resolved)).toEqual(new Set(['www.example.org', 'private.example.org']));
    expect(called.filter((call) => !call.includes(' www.example.org/30'))).toEqual([]);
  });

  test('a name that resolves to another address by the time of the call is called at the first', async () => {
    let asked = 0;
    const resolve = () => {
      asked += 1;
      return Promise.resolve([{ address: asked === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]);
    };
    const given = { state: {}, day: '2026-11-28', reach: { ...reach, resolve }, between: 0 };
    const { findings } = await checkLinks(new Map([[at('200'), 1]]), given);
    expect([findings[0]?.outcome, asked, called.length]).toEqual(['ok', 1, 1]);
  });
});

test('one request at a time runs for each host, also where another host leads to it', async () => {
  const paths = ['200', '404', '500', 'getonly', '204', '201'];
  const { findings } = await check([
    ...paths.map((path) => at(path)),
    ...paths.map((path) => to(302, at(path), 'other.example.org')),
  ]);
  expect(findings).toHaveLength(12);
  expect(called.length).toBeGreaterThan(20);
  // Two hosts, so at most two.
  expect(mostRunning).toBeLessThanOrEqual(2);
});

describe('a page is gone after failures on three days', () => {
  const run = async (days: [day: string, path: string][]) => {
    let state: LinkState = {};
    const outcomes: unknown[] = [];
    // The page is one and the same; its host answers another thing each day.
    for (const [day, path] of days) {
      const address = at(path);
      const { findings, state: next } = await check([address], { [address]: Object.values(state)[0] ?? [] }, day);
      outcomes.push(findings[0]?.outcome);
      state = next;
    }
    return outcomes;
  };

  test.each([
    [
      [
        ['2026-11-28', '404'],
        ['2026-11-29', '404'],
        ['2026-12-05', '404'],
      ],
      ['failed', 'failed', 'gone'],
    ],
    [
      [
        ['2026-11-28', '404'],
        ['2026-11-28', '404'],
        ['2026-11-28', '404'],
      ],
      ['failed', 'failed', 'failed'],
    ],
    [
      [
        ['2026-11-28', '404'],
        ['2026-11-29', '200'],
        ['2026-11-30', '404'],
        ['2026-12-01', '404'],
      ],
      ['failed', 'ok', 'failed', 'failed'],
    ],
    [
      [
        ['2026-11-28', '404'],
        ['2026-11-29', '429'],
        ['2026-11-30', '404'],
        ['2026-12-01', '404'],
      ],
      ['failed', 'cannot-tell', 'failed', 'gone'],
    ],
  ] as [[string, string][], string[]][])('%j', async (days, expected) => {
    expect(await run(days)).toEqual(expected);
  });

  test('the state forgets addresses that are no longer checked', async () => {
    expect((await check([at('404')], { [at('500')]: ['2026-11-27'] })).state).toEqual({ [at('404')]: ['2026-11-28'] });
  });

  test('a host without an address fails', async () => {
    expect(await outcomeOf(at('200', 'unknown.example.org'))).toMatchObject({
      outcome: 'failed',
      failedOn: ['2026-11-28'],
    });
    expect(called).toEqual([]);
  });
});

test.each(
  '10.0.0.1 127.0.0.1 169.254.169.254 172.31.255.255 192.168.1.1 100.64.0.1 0.0.0.0 255.255.255.255 224.0.0.1 198.18.0.1 ::1 :: fe80::1 fc00::1 fd12::1 ff02::1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 64:ff9b::a00:1 2002:a00:1::1 2001:db8::1 2001::1 localhost www.who.int'
    .split(' ')
    .map((address) => [address]),
)('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([['8.8.8.8'], ['172.32.0.1'], ['93.184.215.14'], ['2606:2800:21f::1'], ['2a00:1450::1']])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test('the list has domains with their subdomains, and no other host', () => {
  for (const domain of Object.keys(publicBodies)) {
    expect([domain, `www.${domain}`].map(isPublicBody)).toEqual([true, true]);
    expect([`x${domain}`, `${domain}.example.org`, domain.replace('.', '-')].map(isPublicBody)).toEqual([
      false,
      false,
      false,
    ]);
  }
});
