import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { Instant } from '#contract/common.ts';
import { failures } from '#contract/errors.ts';
import { route } from '#contract/route.ts';

/** The types of changes in the feed for the app's backend, with the subject of each. */
export const appChangeTypes = {
  'post.erased': 'the id of a post that was deleted, with its comments and likes',
  'comment.erased': 'the id of a comment that was deleted alone, not with its post or its author',
  'post.hidden': 'the id of a post that staff hid from the app, with its comments',
  'post.shown': 'the id of a hidden post that the app shows again',
  'comment.hidden': 'the id of a comment that staff hid from the app',
  'comment.shown': 'the id of a hidden comment that the app shows again',
  'post.covered': 'the id of a post of which other words are covered than before, or none any more: ask for it again',
  'comment.covered':
    'the id of a comment of which other words are covered than before, or none any more: ask for it again',
  'person.erased': 'the id of a person who was erased, with all posts, comments and likes',
  'person.verified': 'the id of a person who was verified or is no longer verified',
  'person.standing': 'the id of a person whose standing has changed, or an end of it: ask for it again',
  'decision.told': 'the id of a decision that its person may now read, or of which the appeal was decided',
  'message.told': 'the id of a message from staff that its person may now read',
  'report.answered': 'the id of a report that was answered',
  'crisis.waiting': 'the id of the case of a person who may be in danger and has waited for 15 minutes, once',
  'content.changed': 'the address of content that may have changed, such as `/content/v1/doctors`',
} as const;

export const AppChangeType = z.enum(Object.keys(appChangeTypes) as [keyof typeof appChangeTypes]);
export type AppChangeType = z.infer<typeof AppChangeType>;

/** Days for which a change stays in the feed. */
export const feedDays = 30;

/** The maximum number of changes in one answer of the feed. */
const maxFeed = 500;

/** The cursor of the feed: the id of the last change that the caller has processed. */
const FeedCursor = z.string().regex(/^\d{1,15}-[0-9a-f]{8}$/, { error: 'This is no cursor of the feed' });

export const AppChange = z.object({
  id: FeedCursor,
  type: AppChangeType,
  at: Instant,
  subject: z.string(),
});
export type AppChange = z.infer<typeof AppChange>;

export const FeedInput = z.strictObject({
  after: FeedCursor.optional(),
  limit: z.coerce.number().int().min(1).max(maxFeed).default(100),
});

export const Feed = z.object({
  changes: z.array(AppChange),
  /** The `after` of the next call. */
  after: FeedCursor,
  /** Whether there are more changes now. */
  more: z.boolean(),
});
export type Feed = z.infer<typeof Feed>;

/** How the desk and the app's backend are connected, as administrators see it. */
export const Connection = z.object({
  /** The public address of the desk; `''` when none is set. */
  address: z.string(),
  feed: z.object({
    /** When the backend last asked for changes, to the minute; null when it never did. */
    readAt: Instant.nullable(),
    /** The number of changes that the backend has not read yet. */
    waiting: z.int(),
  }),
  /** Null when the desk sends no news. */
  push: z
    .object({
      /** The host that gets the news. */
      host: z.string(),
      /** When it last took them; null when it never did. */
      deliveredAt: Instant.nullable(),
      /** Failed deliveries since then, with the reason and the time of the last one, and of the next try. */
      failures: z.int(),
      failure: z.string(),
      failedAt: Instant.nullable(),
      nextAt: Instant,
    })
    .nullable(),
});
export type Connection = z.infer<typeof Connection>;

const { look } = areaRoles.staff;

export const appBackendApi = {
  appFeed: {
    changes: route('GET /app/v1/changes', {
      summary:
        'The changes that the app’s backend must know about, after a cursor: each once, none missed. Without `after` none, and ' +
        `the cursor of the present. 410 \`read_again\` for a cursor from before the last ${feedDays} days, or of another database.`,
      input: FeedInput,
      output: Feed,
      access: 'app',
      scope: 'changes:read',
    }),
  },
  appConnection: {
    read: route('GET /admin/staff/app-connection', {
      summary: 'Whether the app’s backend reads the feed of changes, and takes the news of the desk.',
      output: Connection,
      roles: look,
      failure: failures.app.fetch,
    }),
  },
};
