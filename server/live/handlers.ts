import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { api } from '#contract/api.ts';
import { kinds } from '#contract/kinds.ts';
import { unauthenticated } from '#server/auth/sessions/store.ts';
import { expectAccess } from '#server/log/access.ts';
import { Failure } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import { networkOf } from '#server/http/connections/network.ts';
import type { LogFollower } from '#server/live/log-follower.ts';
import { endPresence, listOthers, notePresence } from '#server/live/presence.ts';
import { describeError } from '#server/database/reason.ts';

const type = 'text/event-stream';

/** `expectRoom` throws when the disk has no room. */
export function liveHandlers(
  db: NodePgDatabase,
  following: LogFollower,
  expectRoom: () => void,
): Handlers<typeof api.live> {
  return {
    async events(_, { request, reply }) {
      const { accept, 'last-event-id': since } = request.headers;
      // Only callers that ask for an event stream get an endless response.
      if (!accept?.includes(type))
        throw new Failure(406, 'not_acceptable', `This answers with a stream. Ask for ${type}.`);
      if (!request.session) throw unauthenticated();
      const body = await following.open(request.session, networkOf(request.ip), since?.toString());
      // Without it, nginx would delay events until it has several kB of them.
      reply.header('X-Accel-Buffering', 'no');
      return body;
    },

    async presence({ leaving, ...opened }, { request, staff }) {
      expectAccess(staff, kinds[opened.kind].area, 'look');
      try {
        expectRoom();
        const note = leaving ? endPresence : notePresence;
        if (await note(db, opened, staff.id)) await following.tellOpened(opened);
      } catch (error) {
        request.log.warn({ error: describeError(error) }, 'what somebody has open was not noted');
      }
      return { others: await listOthers(db, opened, staff.id) };
    },
  };
}
