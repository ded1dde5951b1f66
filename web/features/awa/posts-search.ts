import { z } from 'zod';
import { Id } from '#contract/common.ts';
import { Mark } from '#contract/mark.ts';

/** What the address says of the posts. Unknown words are ignored; the API checks the search. */
export const PostsSearch = z.object({
  search: z.coerce.string().optional(),
  topic: Id.optional().catch(undefined),
  secret: Id.optional().catch(undefined),
  community: Id.optional().catch(undefined),
  /** Posts with this mark, or with any. */
  marks: z
    .enum(['any', ...Mark.options])
    .optional()
    .catch(undefined),
});
export type PostsSearch = z.infer<typeof PostsSearch>;
