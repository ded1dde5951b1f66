import { expect, test } from 'vitest';
import { createLog } from '#server/http/log/log.ts';
import { createServer } from '#server/http/server.ts';

/** The warnings that a server logs for requests with these headers. */
async function warningsFor(trustProxy: false | number | string[], requests: Record<string, string>[], url = '/') {
  const lines: string[] = [];
  const logger = createLog('warn', { write: (line) => void lines.push(line) });
  const app = createServer({ logger, trustProxy, https: false });
  for (const headers of requests) await app.inject({ url, headers });
  await app.close();
  return lines;
}

const byProxy = { 'x-forwarded-for': '203.0.113.1' };

test('a proxy that is not trusted is mentioned once in the log, without the address', async () => {
  const lines = await warningsFor(false, [{}, byProxy, byProxy, { forwarded: 'for=203.0.113.2' }]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('set TRUST_PROXY');
  expect(lines[0]).not.toContain('203.0.113');
});

test('nothing is said without a proxy, or when it is trusted', async () => {
  expect(await warningsFor(false, [{}, {}])).toEqual([]);
  expect(await warningsFor(1, [byProxy])).toEqual([]);
});

test('a trusted proxy that sets no X-Forwarded-For is mentioned once; its own checks and others are not', async () => {
  for (const trusted of [1, ['127.0.0.1']]) {
    const lines = await warningsFor(trusted, [byProxy, {}, {}]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('without X-Forwarded-For');
    expect(await warningsFor(trusted, [{}], '/readyz')).toEqual([]);
  }
  expect(await warningsFor(['10.0.0.0/8'], [{}])).toEqual([]);
});
