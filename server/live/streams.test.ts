import type { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import type { LiveSession } from '#server/auth/sessions/store.ts';
import { openStreams } from '#server/live/streams.ts';

const session = { id: 'one', admin: { role: 'administrator' } } as LiveSession;

test('a stalled reader is cut off, and the others go on', async () => {
  const streams = openStreams({ all: 10, perAddress: 10 });
  const [slow, quick] = [streams.add(session, '::1'), streams.add(session, '::1')];
  let read = 0;
  quick.body.on('data', (part: Buffer) => (read += part.length));
  for (const one of [slow, quick]) {
    one.join();
    one.begin('changes', [], '1:1:');
  }
  const text = 'x'.repeat(1000);
  for (let count = 0; count < 100; count += 1) {
    streams.send({ name: 'changes' }, () => text);
    await new Promise(setImmediate);
  }
  expect([slow.body.destroyed, quick.body.destroyed, streams.size]).toEqual([true, false, 1]);
  expect(read).toBeGreaterThan(100_000);
});

test('events from before a stream has joined do not reach it, and events during its beginning come after that', async () => {
  const streams = openStreams({ all: 10, perAddress: 10 });
  const stream = streams.add(session, '::1');
  const say = (data: string) => streams.send({ name: 'changes', eventId: data }, () => data);
  say('before');
  stream.join();
  say('after');
  stream.begin('changes', 'missed', '1:1:');
  say('later');
  streams.endAll();
  const text = (await stream.body.toArray()).join('');
  expect(text.match(/(?<=data: ").*(?=")/g)).toEqual(['missed', 'after', 'later']);
});

test('a reader who missed much gets all of it, however large', async () => {
  const streams = openStreams({ all: 10, perAddress: 10 });
  const stream = streams.add(session, '::1');
  stream.join();
  streams.send({ name: 'changes' }, () => 'meanwhile');
  const missed = 'x'.repeat(300_000);
  stream.begin('changes', missed, '1:1:');
  streams.send({ name: 'changes' }, () => 'later');
  streams.endAll();
  const text = (await stream.body.toArray()).join('');
  expect(text.match(/(?<=data: ").*(?=")/g)).toEqual([missed, 'meanwhile', 'later']);
});

test('a stream ends when its session and role cannot be checked for ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const streams = openStreams({ all: 10, perAddress: 10 });
  const ended = ({ body }: { body: Readable }) => body.readableEnded;
  const open = () => {
    const stream = streams.add(session, '::1');
    stream.body.resume();
    stream.join();
    stream.begin('changes', [], '1:1:');
    return stream;
  };
  const stuck = () => streams.endOver(() => new Promise(() => undefined));
  const first = open();
  await streams.endOver(() => Promise.resolve(new Map([['one', 'administrator' as const]])));
  vi.advanceTimersByTime(8000);
  void stuck();
  const second = open();
  vi.advanceTimersByTime(4000);
  await expect(streams.endOver(() => Promise.reject(new Error('Too busy')))).rejects.toThrow('Too busy');
  await new Promise(setImmediate);
  expect([ended(first), ended(second)]).toEqual([true, false]);
  await streams.endOver(() => Promise.resolve(new Map([['one', 'administrator' as const]])));
  vi.advanceTimersByTime(8000);
  await streams.endOver(() => Promise.resolve(new Map([['one', 'editor' as const]])));
  await new Promise(setImmediate);
  expect(ended(second)).toBe(true);
  vi.useRealTimers();
});
