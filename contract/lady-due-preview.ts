import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { Actor, Id, Instant } from '#contract/common.ts';
import { failures } from '#contract/errors.ts';
import { OfMode } from '#contract/lady-due.ts';
import { route } from '#contract/route.ts';

// Apart from the other calls of Lady Due, because its first screen does not need them.

/** The minutes for which a link to a preview is valid. */
export const previewLinkMinutes = 60;

const { look, change } = areaRoles['lady-due'];

const ladyDuePreview = {
  createLink: route('POST /admin/lady-due/preview-links', {
    summary:
      `A link with which anybody sees a mode as the app shows it, now or \`at\` another time, for ${previewLinkMinutes} ` +
      'minutes: on a real phone. With `drafts`, saved words take the place of those in the app.',
    input: OfMode.extend({ at: Instant.optional(), drafts: z.boolean().default(false) }),
    output: z.object({
      /** The path of its page: `/preview/…`. */
      path: z.string(),
      expiresAt: Instant,
    }),
    status: 201,
    roles: change,
    failure: failures.preview.createLink,
  }),
  publishedBy: route('GET /admin/lady-due/published-by/{trackingMode}', {
    summary:
      'Who published what the app shows of a mode, now or `at` another time: for a card whose words were published, that ' +
      'publication; for another, its last change before that time. 422 for a time before the log.',
    input: OfMode.extend({ at: Instant.optional() }),
    output: z.object({
      cards: z.array(
        z.object({
          id: Id,
          since: Instant,
          /** Null for demo content, and for content that came with the desk or whose account was deleted. */
          by: Actor.nullable(),
        }),
      ),
    }),
    roles: look,
    failure: failures.preview.fetch,
  }),
};

export const ladyDuePreviewApi = { ladyDuePreview };
