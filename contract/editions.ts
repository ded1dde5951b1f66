import { z } from 'zod';
import { approvalRules } from '#contract/approval-lists.ts';
import { areaRoles } from '#contract/areas.ts';
import { Actor, Id, Instant, Version, optionalInstant } from '#contract/common.ts';
import { type EntityContract, type Fields, answered } from '#contract/entity.ts';
import { failures } from '#contract/errors.ts';
import type { Field } from '#contract/fields.ts';
import { type Kind, kinds, pathOf } from '#contract/kinds.ts';
import { route } from '#contract/route.ts';

/**
 * The areas whose texts have editions. In `direct`, a saved text is in the app at once. In `reviewed`, the app keeps the
 * words of the last publication until the changes are published.
 */
export type EditedArea = 'lady-due' | 'cycle';

export const publishRules = { direct: 'Direct', reviewed: 'Reviewed' } as const;
export type PublishRule = keyof typeof publishRules;

/** The words that the app shows, and those that it will show. */
const editionState = {
  /** Since when the app shows words that were published, and by whom; null when it shows the record as it is saved. */
  shown: z.object({ since: Instant, by: Actor.nullable() }).nullable(),
  /** When the app shows the next words; null when none are scheduled. */
  next: z.object({ from: Instant }).nullable(),
  /** Whether the saved words differ from the last that were published or scheduled. */
  hasChanges: z.boolean(),
};

export type EditionState = z.infer<z.ZodObject<typeof editionState>>;

/** The edition state of a record whose saved words are those of the app. */
export const asSaved: EditionState = { shown: null, next: null, hasChanges: false };

/**
 * A contract whose records have editions: `frozen` are the fields that the app shows as they were published. A PUT with
 * `alsoNext` changes the scheduled words too: from their time on, the app shows the saved ones. Without scheduled words
 * it has no effect.
 */
export function withEditions<F extends Fields, K extends Kind, const Frozen extends keyof F & string>(
  contract: EntityContract<F, K>,
  { frozen }: { frozen: readonly Frozen[] },
) {
  const own = answered(contract, editionState);
  return { ...own, Changes: own.Changes.extend({ alsoNext: z.boolean().optional() }), editions: { frozen } };
}

/** The largest number of editions that a list has. */
export const maxEditions = 100;

type Editable<F extends Fields, Schema, Frozen> = EntityContract<F> & {
  Entity: Schema;
  editions: { frozen: readonly Frozen[] };
};

/** The calls of a kind with editions. */
export function editionRoutes<F extends Fields, Schema extends z.ZodObject, Frozen extends keyof F & string>(
  { kind, fields, Entity, editions: { frozen } }: Editable<F, Schema, Frozen>,
  path = pathOf(kind),
) {
  const { article, one, area } = kinds[kind];
  const { look, change } = areaRoles[area];
  const of = (make: (name: Frozen) => unknown) =>
    Object.fromEntries(frozen.map((name) => [name, make(name)])) as Record<string, z.ZodType>;
  const Words = z.strictObject(of((name) => (fields[name] as Field).schema.optional()));
  const StoredWords = z.object(of((name) => Entity.shape[name]));
  return {
    publish: route(`POST ${path}/{id}/publish`, {
      summary:
        `Show the saved words of ${article} ${one} in the app: now, or from \`showFrom\`. \`words\` are saved with it. ` +
        '409 `unchanged` when the app shows them already, 409 `is_draft` for a draft.',
      input: z.strictObject({ id: Id, showFrom: optionalInstant('Time').optional(), words: Words.optional() }),
      output: Entity,
      versioned: true,
      roles: change,
      failure: failures.editions.publish,
    }),
    cancelNext: route(`DELETE ${path}/{id}/next`, {
      summary: `Cancel the scheduled words of ${article} ${one}; its saved words stay. 409 \`unchanged\` when none are scheduled.`,
      input: z.strictObject({ id: Id }),
      output: Entity,
      versioned: true,
      roles: change,
      failure: failures.editions.cancel,
    }),
    editions: route(`GET ${path}/{id}/editions`, {
      summary: `The words of ${article} ${one} that were published or scheduled, newest first, at most ${maxEditions}.`,
      input: z.strictObject({ id: Id }),
      output: z.object({
        editions: z.array(
          z.object({
            id: Id,
            /** The version of the record that had these words. */
            version: Version,
            createdAt: Instant,
            createdBy: Actor.nullable(),
            showFrom: Instant,
            /** `shown`: in the app now. `next`: scheduled. */
            state: z.enum(['shown', 'next', 'past']),
            words: StoredWords,
          }),
        ),
      }),
      roles: look,
      failure: failures.editions.fetch,
    }),
    backToShown: route(`POST ${path}/{id}/back-to-shown`, {
      summary: `Replace the saved words of ${article} ${one} by those that the app shows. 409 \`unchanged\` when they are the same.`,
      input: z.strictObject({ id: Id }),
      output: Entity,
      versioned: true,
      roles: change,
      failure: failures.editions.back,
    }),
  };
}

const PublishState = z.object({
  rule: z.enum(Object.keys(publishRules) as [PublishRule, ...PublishRule[]]),
  /** The number of records whose saved words the app does not show. */
  waiting: z.int(),
  ...approvalRules,
});
export type PublishState = z.infer<typeof PublishState>;

/** The calls of an area with editions. */
const ruleRoutes = (area: EditedArea) => ({
  read: route(`GET /admin/${area}/publish-rule`, {
    summary: 'How saved words of this area come into the app.',
    output: PublishState,
    roles: areaRoles[area].look,
    failure: failures.editions.fetchRule,
  }),
  update: route(`PUT /admin/${area}/publish-rule`, {
    summary:
      'Switch the area to `reviewed`, which freezes the words that the app shows, or back to `direct`: 409 `changes_waiting` ' +
      'with `ids` while saved words differ from those in the app. With `gate: required`, which needs `reviewed`, every ' +
      'way to new words in the app answers 409 `not_approved` with the `ids` of those without an approval; the switch itself ' +
      'answers 409 `scheduled_unapproved` with `ids` while words without one are scheduled.',
    input: PublishState.omit({ waiting: true }).partial().strict(),
    output: PublishState,
    roles: areaRoles.staff.change,
    confirm: true,
    failure: failures.editions.switchRule,
  }),
});

export const editionsApi = { ladyDueRule: ruleRoutes('lady-due'), cycleRule: ruleRoutes('cycle') };

/** The calls of each area. */
export const ruleRoutesOf = { 'lady-due': editionsApi.ladyDueRule, cycle: editionsApi.cycleRule } as const;
