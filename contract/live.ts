import { z } from 'zod';
import type { Area } from '#contract/areas.ts';
import { Actor, Id } from '#contract/common.ts';
import { failures } from '#contract/errors.ts';
import { AreaSchema, LoggedKindSchema } from '#contract/history.ts';
import { everyRole } from '#contract/roles.ts';
import { route } from '#contract/route.ts';

/** One operation of the log, as sent to open desks. The log has the actor and the action. */
export const LoggedChange = z.object({
  operationId: Id,
  area: AreaSchema,
  kind: LoggedKindSchema,
  /** Null when the operation changed several records. */
  entityId: Id.nullable(),
});
export type LoggedChange = z.infer<typeof LoggedChange>;

/** A record that staff have opened or left. */
export const Opened = z.object({ kind: LoggedKindSchema, id: Id });
export type Opened = z.infer<typeof Opened>;

/** What the app has written, in the event `app`, and the area that shows it. */
export const writtenKinds = {
  posts: 'awa',
  users: 'users',
  members: 'awa',
  reports: 'moderation',
  /** Reports about content. The areas of content have the same roles, of which this is one. */
  'content-reports': 'lady-due',
} as const satisfies Record<string, Area>;

export const WrittenKind = z.enum(Object.keys(writtenKinds) as [keyof typeof writtenKinds]);
export type WrittenKind = z.infer<typeof WrittenKind>;

/** Seconds between two `beat` events. A stream without an event for twice as long counts as lost. */
export const beatSeconds = 15;

/** Seconds for which a colleague counts as having a record open after their last presence request. */
export const presenceSeconds = 25;

/** A role receives the areas that it may look at. `roles` here are those with access to any area. */
export const liveRoutes = {
  events: route('GET /admin/events', {
    summary:
      'The changes of staff, as server-sent events: `changes` with a list of operations, `opened` when a colleague opens or leaves a record, ' +
      '`app` with the kinds that the app has written (`posts`, with comments; `users`; `members` of secrets; `reports`; `content-reports`), ' +
      '`beat` every 15 seconds, `reset` when everything is to be read again. With `Last-Event-ID` it goes on after that event, ' +
      'on any process; without it, it begins with the last minute. The stream ends with the session.',
    output: z.file().mime('text/event-stream'),
    roles: everyRole,
    failure: failures.live.follow,
  }),
  presence: route('GET /admin/presence/{kind}/{id}', {
    summary:
      `The colleagues who have a record open, by name. The caller has it open too, for ${presenceSeconds} seconds; with ` +
      '`leaving` the caller has left it.',
    input: Opened.extend({ leaving: z.literal('true').optional() }).strict(),
    output: z.object({ others: z.array(Actor) }),
    roles: everyRole,
    failure: failures.live.presence,
  }),
};
