import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Placeholders, fillTexts } from '#contract/placeholders.ts';
import type { Route } from '#contract/route.ts';
import { batch } from '#server/database/driver/batch.ts';
import { compressFrom } from '#server/http/responses/compression.ts';
import { matchesEtag } from '#server/http/responses/etag.ts';
import { serializer } from '#server/http/serializer.ts';

/** The versions of the content of some areas, from one statement. */
export type AreaVersions = {
  /** The database's time, in milliseconds since 1970. */
  now: number;
  /** The versions by area, and by `area/part` in areas with parts. */
  versions: Record<string, string>;
};

/** A replica that runs `work` in one snapshot, if `isWanted` accepts its versions of these areas; else undefined. */
type Replica = {
  read: <T>(
    areas: readonly string[],
    isWanted: (content: AreaVersions) => boolean,
    work: (replica: NodePgDatabase) => Promise<T>,
  ) => Promise<T | undefined>;
};

type ReadVersions = (areas: readonly string[]) => Promise<AreaVersions>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Areas whose versions a cached response depends on. The guard may read them along with the session. */
    contentAreas?: readonly string[];
  }
  interface FastifyInstance {
    readContentVersions?: ReadVersions;
    /** The source of public responses while it is up to date. */
    replica?: Replica | undefined;
    /** The values of the placeholders in public responses. */
    placeholders?: Placeholders;
  }
  interface FastifyRequest {
    /** The versions of those areas, when they have been read since the call arrived. */
    contentVersions: AreaVersions | null;
  }
}

/** The maximum number of cached responses of one route, each for another input. */
const maxKept = 16;
/** Seconds for which the app and caches in between may keep public content. */
const publicLife = 30;
/** Seconds for which they may use it once more while they fetch a new response. */
const renewedWithin = 30;
/** Seconds for which they may use it while the desk fails to respond. */
const keptInNeed = 3600;
/**
 * The tolerance in milliseconds for the clock of a replica, and for calls that overtake each other: scheduled content
 * depends on that clock.
 */
const clocksDiffer = 1000;
/**
 * The difference in milliseconds between the clocks during a read that counts as a jump: a busy process is late too.
 */
const isJump = 5000;
const jsonType = 'application/json; charset=utf-8';

type Options<I, T> = {
  /** The areas that the response is read from, as the triggers of their tables name them. */
  areas: readonly string[];
  /** The part of the first area that an input requests, when that area has parts; undefined for all of them. */
  part?: (input: I) => string | undefined;
  /**
   * On a public route, from the replica if there is one; placeholders in its texts are filled in. A response of bytes is
   * the finished JSON, with no field that the contract does not name.
   */
  read: (input: I, replica?: NodePgDatabase) => Promise<T>;
  /** The next time, in ISO 8601, when the response changes without a write: scheduled content starts or ends. */
  validUntil?: (input: I, replica?: NodePgDatabase) => Promise<string | null>;
};

/** A handler whose responses are cached as bytes. */
export class Cached<I, T> {
  readonly options: Options<I, T>;

  constructor(options: Options<I, T>) {
    this.options = options;
  }
}

/**
 * Serves a response that is the same for every caller with the same input. Its bytes, their gzip form and their `ETag`
 * are cached while the versions of its areas stay the same, and a caller with the current `ETag` gets 304. No caller
 * gets content older than its call, whichever process changed it. On a public route, caches may keep the response for
 * 30 seconds, and use it for 30 more while they fetch a new one, both never beyond `validUntil`; and for an hour while
 * the desk fails to respond.
 */
export const cached = <I, T>(options: Options<I, T>) => new Cached(options);

/** Sets the source from which cached answers read their versions. */
export function readContentVersionsBy(app: FastifyInstance, read: ReadVersions) {
  app.decorate('readContentVersions', read);
  app.decorateRequest('contentVersions', null);
}

type Kept = {
  version: string;
  /** The database's time of the read, in milliseconds since 1970, like `validUntil`. */
  validFrom: number;
  validUntil: number;
  bytes: Buffer;
  etag: string;
  gzipped: Promise<Buffer> | undefined;
};
/** `at` is the time when the call read `now`, by `performance.now()`. */
type Wanted = { version: string; now: number; at: number; reply: FastifyReply };
type Slot = { kept: Kept | undefined; make: (wanted: Wanted) => Promise<Kept> };

/** Serves the calls of a route from cached bytes. */
export function cachedAnswers({ options }: Cached<unknown, unknown>, route: Route, app: FastifyInstance) {
  const { areas, part, read, validUntil } = options;
  const serialize = serializer(route);
  const slots = new Map<string, Slot>();
  const readVersions = batch(1, async (asked: null[]) => {
    if (!app.readContentVersions) throw new Error('Nothing says where the versions of content are');
    const found = await app.readContentVersions(areas);
    return asked.map(() => found);
  });

  function versionOf(input: unknown, { versions }: AreaVersions) {
    const asked = part?.(input);
    const names = asked === undefined ? Object.keys(versions).toSorted() : [...areas, `${areas[0]}/${asked}`];
    return names.map((name) => `${name} ${versions[name] ?? ''}`).join('|');
  }

  async function make(input: unknown, { version, now, at, reply }: Wanted): Promise<Kept> {
    const isWanted = (there: AreaVersions) =>
      versionOf(input, there) === version && Math.abs(there.now - now) < clocksDiffer;
    const readFrom = async (replica?: NodePgDatabase) => {
      // The next time is read before the content: if it passes in between, that only shortens the life of the response.
      const until = (await validUntil?.(input, replica)) ?? null;
      return { until, output: await read(input, replica) };
    };
    const { replica } = route.access === 'public' ? app : {};
    const { until, output } = (await replica?.read(areas, isWanted, readFrom)) ?? (await readFrom());
    // If the clock jumped during the read, the time of the content is unknown.
    const passed = (await readVersions(null)).now - now;
    const isOfNow = Math.abs(passed - (performance.now() - at)) < isJump;
    const filled = (answer: unknown) =>
      route.access === 'public' && app.placeholders ? fillTexts(answer, app.placeholders) : answer;
    const bytes = output instanceof Buffer ? output : Buffer.from(serialize(reply, filled(output)));
    return {
      version,
      validFrom: now,
      validUntil: isOfNow ? (until === null ? Infinity : Date.parse(until)) : now,
      bytes,
      // The tag is weak, because a compressed response is the same content in other bytes.
      etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
      gzipped: undefined,
    };
  }

  function newSlot(input: unknown): Slot {
    const slot: Slot = {
      kept: undefined,
      // All calls that wait here have read their version, so the next read is recent enough for all of them.
      make: batch(1, async (asked: Wanted[]) => {
        const last = asked.at(-1);
        let { kept } = slot;
        if (last && !(kept && asked.every((wanted) => isFresh(kept, wanted)))) kept = await make(input, last);
        slot.kept = kept;
        return asked.map(() => kept as Kept);
      }),
    };
    return slot;
  }

  /**
   * The slot of an input, which becomes the most recently used. When there are too many, the least recently used slot
   * is dropped.
   */
  function slotOf(input: unknown) {
    const key = JSON.stringify(input);
    const slot = slots.get(key) ?? newSlot(input);
    slots.delete(key);
    slots.set(key, slot);
    if (slots.size > maxKept) slots.delete(slots.keys().next().value ?? '');
    return slot;
  }

  return async (input: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const content = request.contentVersions ?? (await readVersions(null));
    const wanted = { version: versionOf(input, content), now: content.now, at: performance.now(), reply };
    const slot = slotOf(input);
    const kept = isFresh(slot.kept, wanted) ? slot.kept : await slot.make(wanted);
    if (route.access === 'public') {
      reply.header('Cache-Control', publicLifeOf(Math.max(0, Math.floor((kept.validUntil - content.now) / 1000))));
    }
    reply.header('ETag', kept.etag);
    const isCompressible = kept.bytes.length >= compressFrom;
    if (isCompressible) reply.header('Vary', 'accept-encoding');
    if (matchesEtag(request, kept.etag)) return reply.code(304).send();
    reply.code(route.status).type(jsonType);
    if (!isCompressible || !negotiate(request.headers['accept-encoding'] ?? '', ['gzip']))
      return reply.send(kept.bytes);
    kept.gzipped ??= promisify(gzip)(kept.bytes);
    return reply.header('Content-Encoding', 'gzip').send(await kept.gzipped);
  };
}

/** The `Cache-Control` of a public response that does not change for at least `left` seconds. */
function publicLifeOf(left: number) {
  const life = Math.min(publicLife, left);
  const renewed = Math.min(renewedWithin, left - life);
  return `public, max-age=${life}, stale-while-revalidate=${renewed}, stale-if-error=${keptInNeed}`;
}

/** A cached response with a time in the future was read before the clock stepped back. */
const isFresh = (kept: Kept | undefined, { version, now }: Wanted): kept is Kept =>
  kept?.version === version && kept.validFrom - clocksDiffer < now && now < kept.validUntil;
