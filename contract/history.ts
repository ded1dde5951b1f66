import { z } from 'zod';
import { Actor, CursorPagination, CursorPaging, Day, Id, Instant, TimeZone, Version } from '#contract/common.ts';
import { failures } from '#contract/errors.ts';
import { keptKinds, kinds } from '#contract/kinds.ts';
import { areaRoles, everyRole, writers } from '#contract/roles.ts';
import { route } from '#contract/route.ts';

export const Kind = z.enum(keptKinds);
export const LoggedKind = z.enum(Object.keys(kinds) as (keyof typeof kinds)[]);
export const Area = z.enum([...new Set(Object.values(kinds).map(({ area }) => area))]);

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
]);
export type Action = z.infer<typeof Action>;

/** What changes nothing: who came in or was refused, and who read or took along what is about users, or the log. */
export const accessActions = ['sign-in', 'refuse', 'view', 'export'] as const satisfies readonly Action[];

/** Which entries of the log: what was changed, who had access, or both. */
export const Show = z.enum(['changes', 'access', 'all']);
export type Show = z.infer<typeof Show>;

export const Operation = z.object({
  id: Id,
  at: Instant,
  /** Null for an operation from the shell of the server. */
  actor: Actor.nullable(),
  action: Action,
  area: Area,
  kind: LoggedKind,
  /** Null when the operation was about several things. */
  entityId: Id.nullable(),
  /** The label of the thing; `''` for users, posts and an operation about several things. */
  label: z.string(),
  /**
   * What else there is to know, in words, such as the filter of an export; mostly `''`. For content it ends the sentence:
   * `in Pregnancy`, `to place 2 in “Staying well”`.
   */
  details: z.string(),
  /** The fields of that thing which the operation changed; empty where it made, deleted or only moved it. */
  changed: z.array(z.string()),
  /** What these are called on screen, in the order of the form; a field that is no more is left out. */
  changedLabels: z.array(z.string()),
  /** The number of things that the operation touched. */
  count: z.int().min(1),
  /**
   * Whether `undo` by the caller may succeed: their role may change the area, the operation is not undone, it is not
   * older than 30 days, its content was kept, and a thing that it changed was not deleted since, nor restored after it
   * was deleted.
   */
  undoable: z.boolean(),
  /** The operation that undid this one. */
  undoneBy: Id.nullable(),
  /** The operation that this one undid; null when that is older than the log. */
  undoes: z.object({ id: Id, action: Action }).nullable(),
});
export type Operation = z.infer<typeof Operation>;

/** A thing as it was after one change. */
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
  /** The fields that differ from the version before; empty for the first version. */
  changed: z.array(z.string()),
  /** The fields of the thing; null when the change deleted it. */
  data: z.record(z.string(), z.unknown()).nullable(),
});
export type Revision = z.infer<typeof Revision>;

/** How many things another one holds, kind by kind. */
export const Contains = z.array(z.object({ kind: Kind, count: z.int().min(1) }));

/** The first place at which the log does not fit its seals. */
export const LogFault = z.object({
  /**
   * `seal`: its seal is gone; `erased`: both are gone; `forged`: it has a seal that the desk did not make; `month`: a whole month is
   * gone, with its seals.
   */
  what: z.enum(['changed', 'deleted', 'added', 'seal', 'erased', 'forged', 'month']),
  /** By UTC: `2026-11`. */
  month: z.string(),
  /**
   * The place in the chain of the month, from 1, or the one that a forged seal claims; null for an entry that was never sealed, and for
   * a month.
   */
  position: z.int().nullable(),
  /** The time of the entry; of an erased one, the time of the next entry in the chain; of a month, its beginning. */
  at: Instant,
  /** Null for an erased entry, of which nothing is left, and for a month. */
  operationId: Id.nullable(),
  /** All of this in a sentence. */
  sentence: z.string(),
});
export type LogFault = z.infer<typeof LogFault>;

export const LogCheck = z.object({
  /** Null when the log is whole. */
  fault: LogFault.nullable(),
  /** The time of the last entry that is sealed, which is now at the latest; null when none is. */
  sealedTo: Instant.nullable(),
  /** The number of entries that wait for their seal. */
  waiting: z.int(),
  /** The months up to the fault, each with the number of its sealed entries and the last seal, in hexadecimal digits. */
  months: z.array(z.object({ month: z.string(), entries: z.int(), seal: z.string() })),
});
export type LogCheck = z.infer<typeof LogCheck>;

/** The last check of the log: one runs at a time, and takes half a minute for a million entries. */
export const LogCheckRun = z.object({
  /** `none`: there was none yet; `stopped`: it ended without a result, as with the process that ran it. */
  state: z.enum(['none', 'running', 'done', 'stopped']),
  startedAt: Instant.nullable(),
  /** The number of entries that it has gone through, of so many. */
  checked: z.int(),
  total: z.int(),
  /** Null until it is done. */
  found: LogCheck.nullable(),
});
export type LogCheckRun = z.infer<typeof LogCheckRun>;

/** The first and the last day, in `timeZone`. */
const days = { from: Day.optional(), to: Day.optional(), timeZone: TimeZone };

/** The largest number of versions in one answer. */
export const maxRevisions = 50;

/** Each call is about one area, or about those that the role may look at: `roles` here are those who may in any area. */
export const history = {
  list: route('GET /admin/operations', {
    summary: 'Who did what, newest first.',
    input: z.strictObject({
      ...CursorPaging,
      area: Area.optional(),
      kind: LoggedKind.optional(),
      /** The account that did it. */
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
  undo: route('POST /admin/operations/{id}/undo', {
    summary: 'Take an operation back whole. Answers the new operation, which can be undone in turn.',
    input: z.strictObject({ id: Id }),
    output: Operation,
    roles: writers,
    failure: failures.history.undo,
  }),
  revisions: route('GET /admin/history/{kind}/{id}', {
    summary: `The versions of one thing, newest first, ${maxRevisions} at a time: \`before\` asks for older ones.`,
    input: z.strictObject({ kind: Kind, id: Id, before: Version.optional() }),
    output: z.object({ revisions: z.array(Revision) }),
    roles: everyRole,
    failure: failures.history.fetch,
  }),
  contents: route('GET /admin/history/{kind}/{id}/contents', {
    summary: 'What a thing holds now, which is deleted with it.',
    input: z.strictObject({ kind: Kind, id: Id }),
    output: z.object({ contains: Contains }),
    roles: everyRole,
    failure: failures.history.fetchContents,
  }),
  restoreVersion: route('POST /admin/history/{kind}/{id}/restore', {
    summary: 'Give a thing the fields of an earlier version, as a new version. Answers the operation.',
    input: z.strictObject({ kind: Kind, id: Id, version: Version }),
    output: Operation,
    versioned: true,
    roles: writers,
    failure: failures.history.restore,
  }),
};
