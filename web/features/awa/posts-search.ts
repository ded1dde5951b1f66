import { z } from 'zod';
import { Id } from '#contract/common.ts';
import type { Mark } from '#contract/mark.ts';

// Repeated here, because the contract loads only with the page.
const marks = {
  any: 'any',
  serious: 'serious',
  harm: 'harm',
  'self-harm': 'self-harm',
  violence: 'violence',
  threat: 'threat',
  emergency: 'emergency',
  phone: 'phone',
  email: 'email',
  link: 'link',
  name: 'name',
  money: 'money',
  sale: 'sale',
} as const satisfies { [Value in Mark | 'any' | 'serious' | 'harm']: Value };

/** The search parameters of the posts page. Unknown values are ignored; the API validates the search. */
export const PostsSearch = z.object({
  search: z.coerce.string().optional(),
  topic: Id.optional().catch(undefined),
  secret: Id.optional().catch(undefined),
  community: Id.optional().catch(undefined),
  /** Posts with this mark, or with any; `harm`: with any mark of danger; `serious`: with any, the most serious first. */
  marks: z.enum(marks).optional().catch(undefined),
  /** The posts that are hidden; otherwise those that the app shows. */
  hidden: z.literal(true).optional().catch(undefined),
  /** The post that is open beside the list. */
  post: Id.optional().catch(undefined),
});
export type PostsSearch = z.infer<typeof PostsSearch>;
