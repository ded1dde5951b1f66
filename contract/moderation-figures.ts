import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { type CaseLane, reportReasons } from '#contract/case-states.ts';
import { Reason } from '#contract/case-subjects.ts';
import { Instant } from '#contract/common.ts';
import { failures } from '#contract/errors.ts';
import { Mark } from '#contract/mark.ts';
import { route } from '#contract/route.ts';

/** The months of the figures, this one included, when the caller does not say. */
export const usualMonths = 6;
const maxMonths = 24;

/** The severities of cases, the gravest first. */
export const severities = [...new Set(Object.values(reportReasons).map(({ severity }) => severity))].sort(
  (one, other) => other - one,
);

/** Cases that wait now. */
const Waiting = z.object({
  count: z.int(),
  /** Since when the oldest has waited; null when none waits. */
  oldest: Instant.nullable(),
});

/** Minutes within which a share of the cases was decided, a power of two; null when none was. */
const Minutes = z.int().nullable();

export const ModerationFigures = z.object({
  /** Cases by lane, those passed to an administrator included, and appeals. */
  waiting: z.object({
    crisis: Waiting,
    ordinary: Waiting,
    /** Null for a role that does not decide these. */
    content: Waiting.nullable(),
    appeals: Waiting,
  } satisfies Record<CaseLane | 'appeals', z.ZodType>),
  /** Oldest first, this month last: the cases that were opened and decided in it, and its decisions about appeals. */
  months: z.array(
    z.object({
      /** In UTC: `2026-11`. */
      month: z.string(),
      opened: z.int(),
      decided: z.int(),
      appeals: z.int(),
      overturned: z.int(),
    }),
  ),
  /**
   * How long cases waited for their decision, the gravest first. The times are upper bounds, in steps that double: half
   * of the cases were decided within `p50` minutes, nine of ten within `p90`.
   */
  times: z.array(z.object({ severity: z.int(), decided: z.int(), p50: Minutes, p90: Minutes })),
  /** The reasons of decided cases, the gravest first. Upheld: the text breaks the rules, its author needs help, or content was corrected. */
  reasons: z.array(z.object({ reason: Reason, decided: z.int(), upheld: z.int() })),
  /** The marks that opened decided cases, or joined them. Right: the text was not within the rules. */
  marks: z.array(z.object({ mark: Mark, decided: z.int(), right: z.int() })),
});
export type ModerationFigures = z.infer<typeof ModerationFigures>;

const input = z.strictObject({ months: z.int().min(1).max(maxMonths).default(usualMonths) });
const { look: roles } = areaRoles.moderation;

const moderationFiguresRoutes = {
  read: route('GET /admin/moderation/figures', {
    summary:
      'Cases that wait now, and the figures of the last months in UTC: opened, decided, time to the decision, upheld by reason, appeals, and ' +
      'how often each mark was right. There are no figures of a colleague.',
    input,
    output: ModerationFigures,
    roles,
    failure: failures.moderation.fetchFigures,
  }),
  export: route('GET /admin/moderation/figures/export', {
    summary: 'The figures by month and reason as a table for spreadsheets.',
    input,
    output: z.file().mime('text/csv'),
    roles,
    failure: failures.moderation.exportFigures,
  }),
};

export const moderationFiguresApi = { moderationFigures: moderationFiguresRoutes };
