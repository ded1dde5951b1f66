import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { failures } from '#contract/errors.ts';
import { route } from '#contract/route.ts';

export const defaultTextsApi = {
  defaultTexts: {
    add: route('POST /admin/moderation/default-texts', {
      summary:
        'Add the rules, or the templates, that come with the desk, in force at once. 409 `already_exists` when there is one.',
      input: z.strictObject({ kind: z.enum(['rule', 'template']) }),
      output: z.object({ count: z.int() }),
      status: 201,
      roles: areaRoles.moderation.change,
      failure: failures.moderation.addTexts,
    }),
  },
};
