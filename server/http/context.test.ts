import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { everyRole } from '#contract/roles.ts';
import { route } from '#contract/route.ts';
import { Context } from '#server/http/context.ts';

const line = route('GET /things', { summary: 'A made-up call.', failure: 'Failed', roles: everyRole });
const reply = {} as FastifyReply;

test('a call leaves the memory with the next collection of the young generation', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;
  /** The kB that remain of 500 calls of 8 kB each. */
  const leftOf = (start: (request: FastifyRequest) => unknown) => {
    collect();
    const before = getHeapStatistics().used_heap_size;
    for (let call = 0; call < 500; call += 1) start({ body: Array(1000).fill(0.5) } as unknown as FastifyRequest);
    for (let time = 0; time < 3; time += 1) collect({ type: 'minor' });
    return (getHeapStatistics().used_heap_size - before) / 1000;
  };
  leftOf((request) => new Context(request, reply, line));
  expect(leftOf((request) => new Context(request, reply, line))).toBeLessThan(1000);
});
