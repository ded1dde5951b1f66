import { useSearch } from '@tanstack/react-router';
import { pick } from '#web/lib/field-diff.ts';

/** These search parameters of the page, which its schema keeps to texts. */
export const useSearchHere = <Name extends string>(names: readonly Name[]) =>
  useSearch({
    strict: false,
    select: (search: Record<string, unknown>) => pick(search, names),
    structuralSharing: true,
  } as never) as { readonly [N in Name]?: string };

/** The props of a link or a navigation that changes only these search parameters of the page; undefined removes one. */
export const linkHere = (search: object) => ({
  to: '.' as const,
  search: ((before: object) => ({ ...before, ...search })) as never,
  resetScroll: false,
});
