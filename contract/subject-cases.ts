import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { caseStates } from '#contract/case-states.ts';
import { Id } from '#contract/common.ts';
import { kindFailures } from '#contract/errors.ts';
import { route } from '#contract/route.ts';

/** The maximum number of ids in one call. */
const most = 100;

/** The latest case of a post or a comment. */
const SubjectCase = z.object({
  subjectId: Id,
  id: Id,
  state: z.enum(Object.keys(caseStates) as [keyof typeof caseStates, ...(keyof typeof caseStates)[]]),
});
export type SubjectCase = z.infer<typeof SubjectCase>;

/** A contract of its own, because the screens of other areas load it. */
export const subjectCasesApi = {
  subjectCases: {
    list: route('GET /admin/moderation/subjects', {
      summary: `The latest case of each of these posts, comments or people: at most ${most} ids, with commas between them. Those without a case are left out.`,
      input: z.strictObject({
        ids: z
          .string()
          .max(most * 37)
          .transform((ids) => ids.split(','))
          .pipe(z.array(Id).max(most, { error: `Ask for at most ${most}` })),
      }),
      output: z.object({ cases: z.array(SubjectCase) }),
      roles: areaRoles.moderation.look,
      failure: kindFailures.case.fetch,
    }),
  },
};
