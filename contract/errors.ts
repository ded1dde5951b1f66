import { z } from 'zod';
import { Actor, Id, Instant } from '#contract/common.ts';
import { type LoggedKind, kinds } from '#contract/kinds.ts';

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
  /** Also in the `X-Request-Id` header of the response and in the server's log. */
  requestId: z.string(),
  /**
   * With 422: the error of each invalid field. With 409 `place_taken`: the field whose value is taken. With 404 of a
   * bulk call: the missing ids.
   */
  errors: z.array(FieldError).optional(),
  /** With 412: the entity as currently stored. */
  current: z.unknown().optional(),
  /**
   * With 412: the fields in conflict. With 409 `changed_since`: the changed fields, or the kinds of the added records.
   */
  conflicts: z.array(z.string()).optional(),
  /**
   * With 409 `order_changed`: the ids of all records in the current order. With 409 `changes_waiting`: the ids of the
   * records whose saved words the app does not show. With 409 `not_approved` and `scheduled_unapproved`: those of the
   * records without an approval.
   */
  ids: z.array(Id).optional(),
  /** With 412: the account that changed it last; null when unknown. */
  changedBy: Actor.nullable().optional(),
  /** With 412: the time of the last change. */
  changedAt: Instant.optional(),
});
export type Problem = z.infer<typeof Problem>;

/** The message for every refused sign-in, whatever the reason. */
export const invalidSignIn = 'Invalid email or password';

/** The messages for an unknown outcome (the response was lost), by the message for a failure of the same change. */
const unknownOutcomes = new Map<string, string>();

/** Makes the message for a failed change, and the one for an unknown outcome. `was` agrees with `noun`. */
export function failureOf(verb: string, participle: string, noun?: string, was: 'was' | 'were' = 'was') {
  const message = noun ? `Failed to ${verb} ${noun}` : `Failed to ${verb}`;
  const what = noun ? `the ${noun.replace(/^the /, '')}` : 'it';
  unknownOutcomes.set(message, `Not known whether ${what} ${was} ${participle}`);
  return message;
}

/**
 * The message for a change with an unknown outcome, because its response was lost. `failure` is its message for a
 * failure.
 */
export const outcomeUnknown = (failure: string) => unknownOutcomes.get(failure) ?? 'Not known whether it was done';

const failuresOfKind = ({ one, many }: (typeof kinds)[LoggedKind]) => ({
  fetch: `Failed to fetch ${many}`,
  create: failureOf('create', 'created', one),
  update: failureOf('update', 'updated', one),
  remove: failureOf('delete', 'deleted', one),
  order: failureOf('update', 'updated', `the order of ${many}`),
  bulk: failureOf('change', 'changed', `the selected ${many}`, 'were'),
});

/** The messages for failed calls about one kind, made from the words of the kind. */
export const kindFailures = Object.fromEntries(
  Object.entries(kinds).map(([kind, words]) => [kind, failuresOfKind(words)]),
) as Record<LoggedKind, ReturnType<typeof failuresOfKind>>;

/**
 * The messages for other failed calls. Together with `kindFailures` this is the only table of error messages. An entry is a function when the message includes text from the server.
 */
export const failures = {
  session: {
    signIn: 'Sign in failed',
    read: 'Failed to check your session',
    signOut: 'Failed to sign out',
    confirm: 'Failed to confirm that it is you',
  },
  account: {
    fetch: 'Failed to fetch your account',
    rename: failureOf('change', 'changed', 'your name'),
    password: failureOf('change', 'changed', 'your password'),
    end: failureOf('end', 'ended', 'the session'),
  },
  factors: {
    fetch: 'Failed to fetch your second factors',
    add: failureOf('add', 'added', 'the second factor'),
    remove: failureOf('remove', 'removed', 'the second factor'),
    makeCodes: failureOf('make', 'made', 'recovery codes', 'were'),
  },
  staff: {
    invite: failureOf('invite', 'invited', 'the person'),
    link: failureOf('make', 'made', 'a new link'),
    unlock: failureOf('lift', 'lifted', 'the block'),
    open: 'Failed to open the link',
  },
  app: {
    fetch: 'Failed to fetch the connection of the app',
    revoke: failureOf('revoke', 'revoked', 'the app key'),
  },
  metrics: { fetch: 'Failed to fetch metrics' },
  users: { fetchOne: 'Failed to fetch user', updateStatus: failureOf('update', 'updated', 'user status') },
  history: {
    fetchActivity: 'Failed to fetch activity',
    fetch: 'Failed to fetch the history',
    fetchBin: 'Failed to fetch the bin',
    fetchContents: 'Failed to fetch the contents',
    fetchRecords: 'Failed to fetch the records of the change',
    check: 'Failed to check the log',
    export: 'Failed to export the log',
    undo: failureOf('undo', 'undone'),
    restore: failureOf('restore', 'restored'),
    restoreSelected: failureOf('restore', 'restored', 'the selected records', 'were'),
  },
  live: { follow: 'Failed to follow changes', presence: 'Failed to fetch who else is here' },
  analytics: { fetch: 'Failed to fetch analytics' },
  preview: {
    fetch: 'Failed to fetch preview',

    createLink: 'Failed to create the link',
  },
  settings: { fetch: 'Failed to fetch settings' },
  phases: { fetch: (status: number, body: string) => `Failed to fetch phases: ${status} ${body}` },
  activities: { fetch: (status: number, body: string) => `Failed to fetch activities: ${status} ${body}` },
  doctors: { load: (message: string) => `Error loading doctors: ${message}` },
  images: {
    upload: 'Failed to upload image. Please try again.',
    notAnImage: 'Please select an image file',
    tooLarge: 'Image size must be less than 5MB',
    unavailable:
      'The desk cannot process pictures right now. The cause is on our side, not in your picture. Nothing was saved. Try again in a few minutes.',
  },
  moderation: {
    fetchDecisions: 'Failed to fetch decisions',
    open: failureOf('open', 'opened', 'the case'),
    claim: 'Failed to tell colleagues that you are reading the case',
    decide: failureOf('decide', 'decided', 'the case'),
    takeBack: failureOf('take back', 'taken back', 'the decision'),
    reveal: 'Failed to reveal the person',
    fetchFigures: 'Failed to fetch the figures of moderation',
    exportFigures: 'Failed to export the figures of moderation',
    addTexts: failureOf('add', 'added', 'the texts that come with the desk'),
    haveTexts: 'A colleague has already added texts. They are in the list.',
  },
  safety: {
    call: failureOf('record', 'recorded', 'the call'),
    sendMessage: failureOf('send', 'sent', 'the message'),
    takeBackMessage: failureOf('take back', 'taken back', 'the message'),
    agree: failureOf('agree', 'agreed', 'to outside help'),
    fetchLooks: 'Failed to fetch the people to look at again',
    look: failureOf('record', 'recorded', 'the look'),
    cover: failureOf('cover', 'covered', 'the words', 'were'),
    fetchRota: 'Failed to fetch the rota',
    changeRota: failureOf('change', 'changed', 'the rota'),
    changeClinician: failureOf('change', 'changed', 'the clinician on call'),
    fetchWaiting: 'Failed to fetch the people who may be in danger',
  },
  approvals: {
    fetch: 'Failed to fetch the approvals',
  },
  content: {
    export: 'Export failed. Please try again.',
    import: 'Import failed. Please check the file format and try again.',
    importFormat: 'Invalid import file format',
    search: 'Failed to search the other modes',
    noDefault: 'No default content structure found for this mode',
    createDefault: 'Failed to create default content. Please try again.',
    exists: (mode: string) => `Category already exists for ${mode}`,
    order: failureOf('update', 'updated', 'the order'),
  },
  editions: {
    fetch: 'Failed to fetch the published words',
    fetchRule: 'Failed to fetch how words are published',
    publish: failureOf('publish', 'published', 'the changes', 'were'),
    cancel: failureOf('cancel', 'cancelled', 'the scheduled words', 'were'),
    back: failureOf('go back to', 'brought back', 'the words in the app', 'were'),
    switchRule: failureOf('change', 'changed', 'how words are published'),
  },
  sources: {
    fetch: 'Failed to fetch the sources',
    fetchUses: 'Failed to fetch the texts with this source',
    mark: failureOf('mark', 'marked', 'the source'),
  },
} as const;
