import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { Actor, CursorPagination, CursorInput, Day, Id, Instant, TimeZone, Version } from '#contract/common.ts';
import { failures } from '#contract/errors.ts';
import { keptKinds, kinds } from '#contract/kinds.ts';
import { everyRole, writers } from '#contract/roles.ts';
import { route } from '#contract/route.ts';

export const KindSchema = z.enum(keptKinds);
export const LoggedKindSchema = z.enum(Object.keys(kinds) as (keyof typeof kinds)[]);
export const AreaSchema = z.enum([...new Set(Object.values(kinds).map(({ area }) => area))]);

/** Days for which a change can be undone and a deleted record stays in the bin. */
export const restorableDays = 30;

export const Action = z.enum([
  'create',
  'update',
  'delete',
  'enable',
  'disable',
  'verify',
  'unverify',
  'publish',
  'draft',
  'schedule',
  'reorder',
  'move',
  'copy',
  'import',
  'undo',
  'restore',
  'invite',
  'change-role',
  'new-link',
  'set-password',
  'reset-password',
  'unlock',
  'sign-in',
  'refuse',
  'view',
  'export',
  'add-factor',
  'remove-factor',
  'renew-recovery-codes',
  // Only in older logs: in place of approvals, administrators noted the reviews of others.
  'review',
  'withdraw-review',
  'approve',
  'withdraw-approval',
  'exempt',
  'ask-review',
  'ask-changes',
  'withdraw-request',
  'recall',
  'remark',
  'reply-remark',
  'resolve-remark',
  'reopen-remark',
  'delete-remark',
  'revoke',
  'new-network',
  'hide',
  'show',
  'open',
  'decide',
  'escalate',
  'hand-back',
  'take-back',
  'decide-appeal',
  'take-back-answer',
  'send-message',
  'take-back-message',
  'agree',
  'look',
  'reveal',
  'call',
  'cover',
  'uncover',
  'publish-changes',
  'schedule-changes',
  'cancel-changes',
  'back-to-shown',
  'switch-rule',
  'mark-source',
  'unmark-source',
  'note',
  'delete-note',
  'restore-note',
]);
export type Action = z.infer<typeof Action>;

/**
 * Actions that change nothing: sign-ins, refused sign-ins, the first use of an app key from a network, and reading or
 * exporting data about users, or the log.
 */
export const accessActions = [
  'sign-in',
  'refuse',
  'view',
  'export',
  'new-network',
  'reveal',
] as const satisfies readonly Action[];

/** The entries of the log to list: changes, access, or both. */
export const Show = z.enum(['changes', 'access', 'all']);
export type Show = z.infer<typeof Show>;

export const Operation = z.object({
  id: Id,
  at: Instant,
  /** Null for an operation from the shell of the server. */
  actor: Actor.nullable(),
  action: Action,
  area: AreaSchema,
  kind: LoggedKindSchema,
  /** Null when the operation is about several records. */
  entityId: Id.nullable(),
  /** The label of the record; `''` for users, posts, comments and an operation on several records. */
  label: z.string(),
  /**
   * Where the one record was: `in “Staying well”`; `''` for a kind without parents and modes, for a move, whose details say it,
   * and for an operation on several records.
   */
  place: z.string(),
  /** The time from which the app shows the scheduled record or changes; null for any other action. */
  scheduledFor: Instant.nullable(),
  /**
   * Further details in words, such as the filter of an export; mostly `''`. For records of content they end the sentence of the log: `in
   * Pregnancy`, `to place 2 in “Staying well”`.
   */
  details: z.string(),
  /** The fields of the record `entityId` that the operation changed; empty when it created, deleted or only moved it. */
  changed: z.array(z.string()),
  /** The labels of these fields, in the order of the form; without fields that no longer exist. */
  changedLabels: z.array(z.string()),
  /** The number of records that the operation is about. */
  count: z.int().min(1),
  /**
   * Whether `undo` by the caller may succeed: the role may change the area, the operation is not undone, it is at most
   * 30 days old, its content was kept and, if it is about one record, that record was not deleted or restored since.
   */
  undoable: z.boolean(),
  /** The operation that undid this one. */
  undoneBy: Id.nullable(),
  /** The operation that this one undid; null when that is older than the log. */
  undoes: z.object({ id: Id, action: Action }).nullable(),
});
export type Operation = z.infer<typeof Operation>;

/** The maximum number of records of an operation that are listed. */
export const maxOperationRecords = 200;

/** A record that an operation changed. */
export const OperationRecord = z.object({
  kind: KindSchema,
  id: Id,
  /** The version that the operation made of it. */
  version: Version,
  /** As the operation left the record, or found it when it was deleted; `''` for a moved record that no longer exists. */
  label: z.string(),
  change: z.enum(['created', 'changed', 'deleted', 'moved']),
  /** The labels of the changed fields, in the order of the form; empty unless `change` is `changed`. */
  changedLabels: z.array(z.string()),
});
export type OperationRecord = z.infer<typeof OperationRecord>;

/** A record as it was after one change. */
export const Revision = z.object({
  version: Version,
  /** Null for a state from before the history began. */
  operationId: Id.nullable(),
  at: Instant,
  /**
   * Null when the actor is unknown: for a state without `operationId`, and for a change from the shell of the server.
   */
  actor: Actor.nullable(),
  action: Action,
  /** The fields that differ from the previous version; empty for the first version. */
  changed: z.array(z.string()),
  /** The time from which the app shows the scheduled record or changes; null for any other action. */
  scheduledFor: Instant.nullable(),
  /** The fields of the record; null when the change deleted it. */
  data: z.record(z.string(), z.unknown()).nullable(),
});
export type Revision = z.infer<typeof Revision>;

/** The number of descendants of a record, kind by kind. */
export const Contains = z.array(z.object({ kind: KindSchema, count: z.int().min(1) }));

/** The first place where the log does not match its seals. */
export const LogFault = z.object({
  /**
   * `changed`, `deleted`: an entry does not match its seal, or is missing; `added`: an entry was never sealed; `seal`: the
   * seal is missing; `erased`: the entry and its seal are missing; `forged`: the desk did not make the seal; `month`: a
   * whole month is missing, with its seals.
   */
  what: z.enum(['changed', 'deleted', 'added', 'seal', 'erased', 'forged', 'month']),
  /** In UTC: `2026-11`. */
  month: z.string(),
  /**
   * The place in the chain of the month, from 1, or the place that a forged seal claims; null for an entry that was
   * never sealed, and for a month.
   */
  position: z.int().nullable(),
  /** The time of the entry; for an erased entry, the time of the next one in the chain; for a month, its start. */
  at: Instant,
  /** Null for an erased entry, which leaves no id, and for a month. */
  operationId: Id.nullable(),
  /** The fault as a sentence. */
  sentence: z.string(),
});
export type LogFault = z.infer<typeof LogFault>;

export const LogCheck = z.object({
  /** Null when the log matches its seals. */
  fault: LogFault.nullable(),
  /** The time of the last sealed entry, at most the current time; null when no entry is sealed. */
  sealedTo: Instant.nullable(),
  /** The number of entries that are not sealed yet. */
  waiting: z.int(),
  /** The months up to the fault, each with the number of its sealed entries and the last seal in hexadecimal. */
  months: z.array(z.object({ month: z.string(), entries: z.int(), seal: z.string() })),
});
export type LogCheck = z.infer<typeof LogCheck>;

/** The last check of the log. Only one check runs at a time; it takes half a minute for a million entries. */
export const LogCheckRun = z.object({
  /** `none`: no check yet; `stopped`: the check ended without a result, for example when its process ended. */
  state: z.enum(['none', 'running', 'done', 'stopped']),
  startedAt: Instant.nullable(),
  /** The number of checked entries, and of all entries. */
  checked: z.int(),
  total: z.int(),
  /** Null until it is done. */
  found: LogCheck.nullable(),
});
export type LogCheckRun = z.infer<typeof LogCheckRun>;

/** The first and the last day, in `timeZone`. */
const days = { from: Day.optional(), to: Day.optional(), timeZone: TimeZone };

/** The maximum number of versions in one response. */
export const maxRevisions = 50;

/**
 * Each call covers one area, or the areas that the role may look at. `roles` here are those with access to at least one area.
 */
export const historyRoutes = {
  list: route('GET /admin/operations', {
    summary: 'Who did what, newest first.',
    input: z.strictObject({
      ...CursorInput,
      area: AreaSchema.optional(),
      kind: LoggedKindSchema.optional(),
      /** The account that made the changes. */
      actor: Id.optional(),
      show: Show.default('changes'),
      ...days,
    }),
    output: z.object({
      operations: z.array(Operation),
      pagination: CursorPagination,
      /** Every account, by name. */
      actors: z.array(Actor),
    }),
    roles: everyRole,
    failure: failures.history.fetchActivity,
  }),
  check: route('POST /admin/operations/check', {
    summary:
      'Begin to check whether the log is as it was sealed. It goes on beside other calls; while one check runs, another is not begun.',
    output: LogCheckRun,
    status: 202,
    roles: areaRoles.staff.look,
    failure: failures.history.check,
  }),
  readCheck: route('GET /admin/operations/check', {
    summary: 'How far the last check of the log is, and whether the log is whole, or the first place where it is not.',
    output: LogCheckRun,
    roles: areaRoles.staff.look,
    failure: failures.history.check,
  }),
  export: route('GET /admin/operations/export', {
    summary: 'The log as JSON lines, oldest first: who did what to what, with the seal of each entry.',
    input: z.strictObject(days),
    output: z.file().mime('application/jsonl'),
    roles: areaRoles.staff.look,
    failure: failures.history.export,
  }),
  records: route('GET /admin/operations/{id}/records', {
    summary:
      `The first ${maxOperationRecords} records that an operation changed, parents before their children, and their number. Records that ` +
      'only made room for another one are left out. None when the log keeps no content of that kind.',
    input: z.strictObject({ id: Id }),
    output: z.object({ records: z.array(OperationRecord), total: z.int() }),
    roles: everyRole,
    failure: failures.history.fetchRecords,
  }),
  undo: route('POST /admin/operations/{id}/undo', {
    summary: 'Take an operation back whole. Answers the new operation, which can be undone in turn.',
    input: z.strictObject({ id: Id }),
    output: Operation,
    roles: writers,
    failure: failures.history.undo,
  }),
  revisions: route('GET /admin/history/{kind}/{id}', {
    summary: `The versions of one record, newest first, ${maxRevisions} at a time: \`before\` asks for older ones.`,
    input: z.strictObject({ kind: KindSchema, id: Id, before: Version.optional() }),
    output: z.object({ revisions: z.array(Revision) }),
    roles: everyRole,
    failure: failures.history.fetch,
  }),
  contents: route('GET /admin/history/{kind}/{id}/contents', {
    summary: 'The records that a record contains now, which are deleted with it.',
    input: z.strictObject({ kind: KindSchema, id: Id }),
    output: z.object({ contains: Contains }),
    roles: everyRole,
    failure: failures.history.fetchContents,
  }),
  restoreVersion: route('POST /admin/history/{kind}/{id}/restore', {
    summary: 'Give a record the fields of an earlier version, as a new version. Answers the operation.',
    input: z.strictObject({ kind: KindSchema, id: Id, version: Version }),
    output: Operation,
    versioned: true,
    roles: writers,
    failure: failures.history.restore,
  }),
};
