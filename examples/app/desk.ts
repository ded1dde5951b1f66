import { setTimeout as pause } from 'node:timers/promises';

/** A call that the desk refuses, and would refuse again. */
export class Refusal extends Error {}

const answersWithin = 30_000;
const longestPause = 60_000;

/**
 * The calls of one desk with one key. A call without an answer is made again, with growing pauses, and so is one that
 * fails for now: the desk stores a repeated row once. Throws `Refusal` when the call or the key has to change. 304, 404
 * and 410 are answers.
 */
export function callsOf(desk: string, key: string) {
  async function callOnce(method: string, address: string, body: unknown, etag: string | undefined) {
    const answer = await fetch(new URL(address, desk), {
      method,
      headers: {
        // Content needs no key.
        ...(address.startsWith('/app/') && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(etag !== undefined && { 'if-none-match': etag }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(answersWithin),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
  }

  return async (method: string, address: string, { body, etag }: { body?: unknown; etag?: string } = {}) => {
    for (let tries = 0; ; tries += 1) {
      const answer = await callOnce(method, address, body, etag).catch(() => undefined);
      if (answer && [400, 401, 403, 413, 422].includes(answer.status)) {
        const { detail } = answer.body as { detail: string };
        throw new Refusal(`The desk refused ${method} ${address} with ${answer.status}: ${detail}`);
      }
      if (answer && answer.status !== 429 && answer.status < 500) return answer;
      const asked = Number(answer?.headers.get('retry-after') ?? 0) * 1000;
      const wait = asked > 0 ? asked : Math.min(100 * 2 ** tries, longestPause);
      process.stderr.write(`${method} ${address}: ${answer?.status ?? 'no answer'}, again in ${wait / 1000} s\n`);
      await pause(wait);
    }
  };
}
