import { useQueries } from '@tanstack/react-query';
import { type SubjectCase, subjectCasesApi } from '#contract/subject-cases.ts';
import { useAreas } from '#web/api/permissions.ts';
import { query } from '#web/api/query.ts';

/**
 * The latest cases of posts, comments or people, by their ids; at most 100 ids in a group. A list works without them, so a
 * failure is not shown. Empty for a role that may not look at moderation.
 */
export function useCasesOf(groups: readonly (readonly string[])[]): ReadonlyMap<string, SubjectCase> {
  const mayLook = useAreas('look').includes('moderation');
  const asked = mayLook ? groups.filter((ids) => ids.length > 0) : [];
  return useQueries({
    queries: asked.map((ids) => query(subjectCasesApi.subjectCases.list, { ids: ids.join() })),
    combine: byId,
  });
}

const byId = (answers: readonly { data?: { cases: readonly SubjectCase[] } | undefined }[]) =>
  new Map(answers.flatMap(({ data }) => data?.cases.map((one) => [one.subjectId, one] as const) ?? []));
