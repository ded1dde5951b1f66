import { z } from 'zod';
import { caseStates } from '#contract/case-states.ts';
import { Note, Reason, SubjectKind, reportErrors } from '#contract/case-subjects.ts';
import { Id, idsOfQuery } from '#contract/common.ts';
import { ruled } from '#contract/entity.ts';
import { failures, kindFailures } from '#contract/errors.ts';
import { writers } from '#contract/roles.ts';
import { route } from '#contract/route.ts';

/** The maximum number of ids in one call. */
const most = 100;

/** The latest case of a subject. */
const SubjectCase = z.object({
  subjectId: Id,
  id: Id,
  state: z.enum(Object.keys(caseStates) as [keyof typeof caseStates, ...(keyof typeof caseStates)[]]),
});
export type SubjectCase = z.infer<typeof SubjectCase>;

/** Here, because the screens of other areas load it. */
export const openCase = route('POST /admin/moderation/cases', {
  summary:
    'Open a case on a post, a comment or a person, or on content with the reason `wrong`. With a case that is not decided yet, the note joins it.',
  input: ruled(z.strictObject({ kind: SubjectKind, subjectId: Id, reason: Reason, note: Note }), reportErrors),
  output: z.object({ id: Id }),
  status: 201,
  roles: writers,
  failure: failures.moderation.open,
});

/** A contract of its own, because the screens of other areas load it. */
export const subjectCasesApi = {
  subjectCases: {
    list: route('GET /admin/moderation/subjects', {
      summary: `The latest case of each of these subjects: at most ${most} ids, with commas between them. Those without a case, or with one that the role does not read, are left out.`,
      input: z.strictObject({
        ids: idsOfQuery(most),
      }),
      output: z.object({ cases: z.array(SubjectCase) }),
      roles: writers,
      failure: kindFailures.case.fetch,
    }),
  },
};
