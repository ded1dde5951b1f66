import { z } from 'zod';
import { Id } from '#contract/common.ts';
import type { CaseState } from '#contract/case-states.ts';

// Repeated here, because the contract loads only with the page.
const states = { open: 'open', escalated: 'escalated', appealed: 'appealed' } as const satisfies {
  [Value in Exclude<CaseState, 'decided' | 'gone'>]: Value;
};

export type QueueState = keyof typeof states;

/** The search parameters of the queue. */
export const ModerationSearch = z.object({
  /** The cases of this state; left out: the open ones. */
  state: z.enum(states).optional().catch(undefined),
  /** Only the cases of people who may be in danger. */
  lane: z.literal('crisis').optional().catch(undefined),
  /** The case that is open beside the list. */
  case: Id.optional().catch(undefined),
});
export type ModerationSearch = z.infer<typeof ModerationSearch>;

/** The search parameters of the decisions. */
export const DecisionsSearch = z.object({
  /** The decisions of the signed-in account alone. */
  mine: z.literal(true).optional().catch(undefined),
});
export type DecisionsSearch = z.infer<typeof DecisionsSearch>;

/** The search parameters of the figures. */
export const FiguresSearch = z.object({
  /** The last months, this one included; left out: six. */
  months: z.literal([1, 3, 12, 24]).optional().catch(undefined),
});
export type FiguresSearch = z.infer<typeof FiguresSearch>;
