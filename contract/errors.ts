import { z } from 'zod';
import { Actor, Id, Instant } from '#contract/common.ts';

export const FieldError = z.object({
  /** The path of the field in the input: `message`, `citations.3`. */
  path: z.string(),
  /** A sentence for the person who filled it in. */
  message: z.string(),
});
export type FieldError = z.infer<typeof FieldError>;

/** The body of every failure, `application/problem+json` (RFC 9457). `detail` is a sentence that staff can read. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  /** A stable code for programs: `not_found`, `version_conflict`. */
  code: z.string(),
  /** Also in the answer's `X-Request-Id` and in the server's log. */
  requestId: z.string(),
  /** With 422: what is wrong, field by field. With 404 of a bulk call: the ids that were not found. */
  errors: z.array(FieldError).optional(),
  /** With 412: the entity as it is stored now. */
  current: z.unknown().optional(),
  /**
   * With 412: the fields in conflict. With 409 `changed_since`: the fields that were changed, the kinds that were
   * added.
   */
  conflicts: z.array(z.string()).optional(),
  /** With 409 `order_changed`: the ids of all things that are in the order now, in that order. */
  ids: z.array(Id).optional(),
  /** With 412: who changed it last; null when that is unknown. */
  changedBy: Actor.nullable().optional(),
  /** With 412: when it was changed last. */
  changedAt: Instant.optional(),
});
export type Problem = z.infer<typeof Problem>;

/** The message for every refused sign-in, whatever the reason. */
export const invalidSignIn = 'Invalid email or password';

/** For each failure of a change: the message when the answer was lost and it is unknown whether the change was made. */
const unknownOutcomes = new Map<string, string>();

function failureOf(verb: string, participle: string, thing?: string) {
  const message = thing ? `Failed to ${verb} ${thing}` : `Failed to ${verb}`;
  const what = thing ? `the ${thing.replace(/^the /, '')}` : 'it';
  unknownOutcomes.set(message, `Not known whether ${what} was ${participle}`);
  return message;
}

/**
 * The message for a change whose answer was lost, so that it is unknown whether it was made. `failure` is its message
 * for a failure.
 */
export const outcomeUnknown = (failure: string) => unknownOutcomes.get(failure) ?? 'Not known whether it was done';

const saves = (thing: string) => ({
  create: failureOf('create', 'created', thing),
  update: failureOf('update', 'updated', thing),
  remove: failureOf('delete', 'deleted', thing),
});

/**
 * What staff read when a call fails: the error catalogue of the specification (section 8), the one table of
 * messages. A function where the message carries what the server said.
 */
export const failures = {
  session: { signIn: 'Sign in failed', read: 'Failed to check your session', signOut: 'Failed to sign out' },
  metrics: { fetch: 'Failed to fetch metrics' },
  users: {
    fetch: 'Failed to fetch users',
    fetchOne: 'Failed to fetch user',
    updateStatus: failureOf('update', 'updated', 'user status'),
    remove: failureOf('delete', 'deleted', 'user'),
  },
  announcements: { fetch: 'Failed to fetch announcements', ...saves('announcement') },
  history: {
    fetchActivity: 'Failed to fetch activity',
    fetch: 'Failed to fetch the history',
    fetchBin: 'Failed to fetch the bin',
    undo: failureOf('undo', 'undone'),
    restore: failureOf('restore', 'restored'),
  },
  categories: { fetch: 'Failed to fetch categories', ...saves('category') },
  sections: saves('section'),
  cards: saves('card'),
  analytics: { fetch: 'Failed to fetch analytics' },
  preview: { fetch: 'Failed to fetch preview' },
  topics: { fetch: 'Failed to fetch topics', ...saves('topic') },
  secrets: saves('secret'),
  posts: { fetch: 'Failed to fetch posts', ...saves('post') },
  settings: { fetch: 'Failed to fetch settings' },
  weeks: { fetch: 'Failed to fetch pregnancy weeks', ...saves('pregnancy week') },
  descriptions: { fetch: 'Failed to fetch phase descriptions', ...saves('phase description') },
  phases: { fetch: (status: number, body: string) => `Failed to fetch phases: ${status} ${body}`, ...saves('phase') },
  activities: {
    fetch: (status: number, body: string) => `Failed to fetch activities: ${status} ${body}`,
    ...saves('activity'),
  },
  insights: { fetch: 'Failed to fetch insights', ...saves('insight') },
  doctors: {
    fetch: 'Failed to fetch doctors',
    load: (message: string) => `Error loading doctors: ${message}`,
    order: failureOf('update', 'updated', 'the order of doctors'),
    ...saves('doctor'),
  },
  images: {
    upload: (body: string) => `Failed to upload image: ${body}`,
    uploadRetry: 'Failed to upload image. Please try again.',
    notAnImage: 'Please select an image file',
    tooLarge: 'Image size must be less than 5MB',
  },
  content: {
    export: 'Export failed. Please try again.',
    import: 'Import failed. Please check the file format and try again.',
    importFormat: 'Invalid import file format',
    noDefault: 'No default content structure found for this mode',
    createDefault: 'Failed to create default content. Please try again.',
    exists: (mode: string) => `Category already exists for ${mode}`,
  },
} as const;
