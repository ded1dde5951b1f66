import { Readable } from 'node:stream';
import { type Area, areasOf } from '#contract/areas.ts';
import { type Role } from '#contract/roles.ts';
import type { LiveSession } from '#server/auth/sessions/store.ts';
import { busy } from '#server/http/failure.ts';

/**
 * The maximum number of bytes that wait for a slow reader, besides the buffers of its connection: beyond that it is cut
 * off, and continues later.
 */
const mostWaiting = 64 * 1024;

/** The maximum number of streams of one session: when a browser has lost some, the oldest end. */
const mostOfSession = 6;

/** Milliseconds for which a stream continues while its session cannot be checked. */
const mostUnchecked = 10_000;

/** One event in the format of the stream. Without an id it does not change the reader's position in the log. */
const frameOf = (event: string, data: unknown, eventId?: string) =>
  `event: ${event}\n${eventId === undefined ? '' : `id: ${eventId}\n`}data: ${JSON.stringify(data)}\n\n`;

type Stream = {
  session: LiveSession;
  address: string;
  body: Readable;
  /** Before it has joined, it gets nothing; while the missed changes are being read, events wait. */
  state: 'new' | 'open' | { waiting: string[] };
  /** The bytes of its first event, which can be large because it has all missed changes. */
  beginning: number;
  /** When its session was last known to be live, by `performance.now()`. */
  checkedAt: number;
};

type Limits = { all: number; perAddress: number };

type StreamedEvent = { name: string; eventId?: string };

/** The open streams of this process. */
export function openStreams({ all, perAddress }: Limits) {
  const streams = new Set<Stream>();

  function send(stream: Stream, frame: string) {
    if (stream.state === 'new') return;
    if (stream.state !== 'open') stream.state.waiting.push(frame);
    else {
      stream.body.push(frame);
      if (stream.body.readableLength > mostWaiting + stream.beginning) stream.body.destroy();
    }
  }

  const end = ({ body }: Stream) => {
    if (!body.readableEnded) body.push(null);
  };

  return {
    get size() {
      return streams.size;
    },

    /**
     * Adds a stream. Once it has joined, it receives the events sent to all, after its first event. Throws 503 when
     * there are too many.
     */
    add(session: LiveSession, address: string) {
      const others = [...streams];
      if (others.length >= all || others.filter((one) => one.address === address).length >= perAddress) {
        throw busy('Too many desks follow changes here. Try again in a moment.');
      }
      const own = others.filter((one) => one.session.id === session.id);
      own.slice(0, Math.max(0, own.length - mostOfSession + 1)).forEach(end);
      const body = new Readable({ read: () => undefined, highWaterMark: mostWaiting });
      const stream: Stream = { session, address, body, state: 'new', beginning: 0, checkedAt: performance.now() };
      streams.add(stream);
      body.once('close', () => streams.delete(stream));
      return {
        body,
        join() {
          stream.state = { waiting: [] };
        },
        begin(name: string, data: unknown, eventId: string) {
          const held = typeof stream.state === 'object' ? stream.state.waiting : [];
          stream.state = 'open';
          const first = frameOf(name, data, eventId);
          stream.beginning = Buffer.byteLength(first);
          for (const frame of [first, ...held]) send(stream, frame);
        },
        /** Sends an event to this stream alone, after its first. */
        tell: (name: string, data: unknown) => send(stream, frameOf(name, data)),
      };
    },

    /** Sends an event to all; `of` selects the data that a role may see. A role with undefined data gets nothing. */
    send({ name, eventId }: StreamedEvent, of: (seen: readonly Area[]) => unknown) {
      const frames = new Map<Role, string | undefined>();
      for (const stream of streams) {
        const { role } = stream.session.admin;
        if (!frames.has(role)) {
          const data = of(areasOf(role, 'look'));
          frames.set(role, data === undefined ? undefined : frameOf(name, data, eventId));
        }
        const frame = frames.get(role);
        if (frame) send(stream, frame);
      }
    },

    /**
     * Ends the streams whose session has ended or whose account has a new role, and those that could not be checked for
     * a while. Their readers reconnect and are authenticated again.
     */
    async endOver(rolesOf: (sessions: string[]) => Promise<ReadonlyMap<string, Role>>) {
      const now = performance.now();
      const asked = [...streams];
      for (const one of asked) if (now - one.checkedAt > mostUnchecked) end(one);
      const roles = await rolesOf(asked.map(({ session }) => session.id));
      for (const one of asked) {
        if (roles.get(one.session.id) === one.session.admin.role) one.checkedAt = now;
        else end(one);
      }
    },

    endAll() {
      for (const one of streams) end(one);
    },
  };
}
