import { z } from 'zod';
import { approvalFailures } from '#contract/approval-errors.ts';
import { Id } from '#contract/common.ts';
import { approvers } from '#contract/roles.ts';
import { route } from '#contract/route.ts';

/** An account that can be asked for a review. */
const Clinician = z.object({ id: Id, name: z.string(), qualification: z.string() });

export const approversApi = {
  approvers: {
    list: route('GET /admin/review/clinicians', {
      summary: 'The accounts that can approve medical texts, by name.',
      output: z.object({ clinicians: z.array(Clinician) }),
      roles: approvers,
      failure: approvalFailures.clinicians,
    }),
  },
};
