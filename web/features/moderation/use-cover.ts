import { useMutation, useQueryClient } from '@tanstack/react-query';
import { caseTextsApi } from '#contract/case-texts.ts';
import { moderationApi } from '#contract/moderation.ts';
import type { Input } from '#contract/route.ts';
import { safetyApi } from '#contract/safety.ts';
import { change } from '#web/api/change.ts';
import { keyOf } from '#web/api/query.ts';
import { showToast } from '#web/ui/toast-store.ts';

export const coverRoute = safetyApi.crisisCover.cover;

/** Covers words of the text of a case, instead of those that were covered before. */
export function useCover() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (cover: Input<typeof coverRoute>) => change(coverRoute, cover),
    onSuccess: (_, { places }) => showToast(places.length > 0 ? 'Covered the words in the app' : 'Uncovered the text'),
    // After a failure too: the case, or its text, may have changed.
    onSettled: (_, __, { id }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: [...keyOf(moderationApi.cases.get), { id }] }),
        client.invalidateQueries({ queryKey: [...keyOf(caseTextsApi.caseTexts.list), id] }),
      ]),
  });
}
