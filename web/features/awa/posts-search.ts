import { z } from 'zod';
import { Id } from '#contract/common.ts';
import type { Mark } from '#contract/mark.ts';

// Written down here, because the contract loads with the page.
const marks = {
  any: 'any',
  serious: 'serious',
  phone: 'phone',
  email: 'email',
  link: 'link',
  name: 'name',
  money: 'money',
  harm: 'harm',
} as const satisfies { [Value in Mark | 'any' | 'serious']: Value };

/** What the address says of the posts. Unknown words are ignored; the API checks the search. */
export const PostsSearch = z.object({
  search: z.coerce.string().optional(),
  topic: Id.optional().catch(undefined),
  secret: Id.optional().catch(undefined),
  community: Id.optional().catch(undefined),
  /** Posts with this mark, or with any; `serious`: with any, the most serious first. */
  marks: z.enum(marks).optional().catch(undefined),
});
export type PostsSearch = z.infer<typeof PostsSearch>;
