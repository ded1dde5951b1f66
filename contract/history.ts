import { z } from 'zod';
import { Actor, CursorPagination, CursorPaging, Day, Id, Instant, TimeZone, Version } from '#contract/common.ts';
import { failures } from '#contract/errors.ts';
import { keptKinds, kinds } from '#contract/kinds.ts';
import { everyRole, writers } from '#contract/roles.ts';
import { route } from '#contract/route.ts';

export const Kind = z.enum(keptKinds);
export const LoggedKind = z.enum(Object.keys(kinds) as (keyof typeof kinds)[]);
export const Area = z.enum([...new Set(Object.values(kinds).map(({ area }) => area))]);

/** Days for which a change can be undone and a deleted thing stays in the bin. */
export const restorableDays = 30;

export const Action = z.enum([
  'create',
  'update',
  'delete',
  'enable',
  'disable',
  'verify',
  'unverify',
  'reorder',
  'import',
  'undo',
  'restore',
  'reset-password',
  'unlock',
]);
export type Action = z.infer<typeof Action>;

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
const Contains = z.array(z.object({ kind: Kind, count: z.int().min(1) }));

export const BinItem = z.object({
  kind: Kind,
  id: Id,
  label: z.string(),
  deletedAt: Instant,
  deletedBy: Actor.nullable(),
  /** The things that were deleted with it and are restored with it. */
  contains: Contains,
});
export type BinItem = z.infer<typeof BinItem>;

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
      /** The first and the last day on which it was done, in `timeZone`. */
      from: Day.optional(),
      to: Day.optional(),
      timeZone: TimeZone,
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
  bin: route('GET /admin/bin', {
    summary: 'What was deleted in the last 30 days and can come back, newest first.',
    input: z.strictObject({ ...CursorPaging, kind: Kind.optional() }),
    output: z.object({ items: z.array(BinItem), pagination: CursorPagination }),
    roles: everyRole,
    failure: failures.history.fetchBin,
  }),
  restoreDeleted: route('POST /admin/bin/{kind}/{id}/restore', {
    summary: 'Bring a deleted thing back with all that went with it, under the same ids. Answers the operation.',
    input: z.strictObject({ kind: Kind, id: Id }),
    output: Operation,
    roles: writers,
    failure: failures.history.restore,
  }),
};
