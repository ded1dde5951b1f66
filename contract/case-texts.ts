import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { CursorInput, CursorPagination, HiddenAt, Id, Instant } from '#contract/common.ts';
import { kindFailures } from '#contract/errors.ts';
import { CoveredPlace, MarkedPlace } from '#contract/mark.ts';
import { route } from '#contract/route.ts';

/** A post or a comment of the person of a case. */
const CaseText = z.object({
  id: Id,
  kind: z.enum(['post', 'comment']),
  content: z.string(),
  createdAt: Instant,
  hiddenAt: HiddenAt,
  /** Whether this is the subject of the case. */
  isSubject: z.boolean(),
  marks: z.array(MarkedPlace),
  covered: z.array(CoveredPlace),
});

export const caseTextsApi = {
  caseTexts: {
    list: route('GET /admin/moderation/cases/{id}/texts', {
      summary:
        'All posts and comments of the person of a case, hidden ones too, newest first. They do not name the person.',
      input: z.strictObject({ ...CursorInput, id: Id }),
      output: z.object({ texts: z.array(CaseText), pagination: CursorPagination }),
      roles: areaRoles.moderation.look,
      failure: kindFailures.case.fetch,
    }),
  },
};
