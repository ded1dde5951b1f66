import { z } from 'zod';
import { Id, SearchText } from '#contract/common.ts';
import { type LoggedKind, keptKinds } from '#contract/kinds.ts';
import { everyRole } from '#contract/roles.ts';
import { route } from '#contract/route.ts';

/** The maximum number of records of a kind. */
export const maxFound = 10;

/** The kinds that a search finds: all content, accounts, and by their id also people, posts and cases. */
export const searchedKinds = [...keptKinds, 'account', 'user', 'post', 'case'] as const satisfies readonly LoggedKind[];
export type SearchedKind = (typeof searchedKinds)[number];

const SearchedKindSchema = z.enum(searchedKinds);

const FoundRecord = z.object({
  id: Id,
  /** As in the list of its kind; `''` for posts and cases, whose words are those of a person. */
  label: z.string(),
  /** The labels of its parents, the nearest last; of a person the username, of an account the email. */
  places: z.array(z.string()),
});
export type FoundRecord = z.infer<typeof FoundRecord>;

const FoundGroup = z.object({
  kind: SearchedKindSchema,
  /** Labels that begin with the term first, then those with a word that does. */
  records: z.array(FoundRecord).max(maxFound),
  /** Whether there are more. */
  hasMore: z.boolean(),
});
export type FoundGroup = z.infer<typeof FoundGroup>;

/** Kinds of a query, with commas between them. */
const Kinds = z
  .string()
  .max(400)
  .transform((names) => names.split(','))
  .pipe(z.array(SearchedKindSchema));

export const searchApi = {
  search: {
    find: route('GET /admin/search', {
      summary:
        `The records that the caller may read, at most ${maxFound} of each kind, by the words of their label in any order; ` +
        'case and diacritics do not count. A term that begins with `@` finds people alone. An id finds its record.',
      input: z.strictObject({ q: SearchText, kinds: Kinds.optional() }),
      output: z.object({ groups: z.array(FoundGroup) }),
      roles: everyRole,
      failure: 'Failed to search the desk',
    }),
  },
};
