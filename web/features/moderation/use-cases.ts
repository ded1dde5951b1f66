import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { type CaseSummary, moderationApi } from '#contract/moderation.ts';
import { safetyApi } from '#contract/safety.ts';
import { subjectCasesApi } from '#contract/subject-cases.ts';
import { change } from '#web/api/change.ts';
import { usePermission, useSession } from '#web/api/permissions.ts';
import { ask, earlyPages, keyOf, query, staleOnceShown } from '#web/api/query.ts';
import { rulesInForce } from '#web/features/moderation/case-words.ts';
import type { QueueState } from '#web/features/moderation/search.ts';
import { toldWithUndo } from '#web/history/use-undo-toast.ts';
import { useWhileInUse } from '#web/lib/in-use.ts';
import { showToast } from '#web/ui/toast-store.ts';

const { cases, decisions, rules, templates } = moderationApi;

/** The maximum rows per response. The start script asks for as many. */
const limit = 50;

/** The queue of a state, the gravest cases first. While another state loads, the old rows stay on screen. */
export const useQueue = (state: QueueState, lane?: 'crisis') =>
  useInfiniteQuery({
    queryKey: [...keyOf(cases.list), { state, lane }],
    queryFn: ({ pageParam: cursor, signal }) => ask(cases.list, { state, lane, cursor, limit }, signal),
    initialData: () => earlyPages(cases.list, { state, lane, limit }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
    placeholderData: keepPreviousData,
    // The queue is opened to see the cases that wait now.
    staleTime: staleOnceShown,
  });

export type Queue = ReturnType<typeof useQueue>;

export const useCase = (id: string) => useQuery({ ...query(cases.get, { id }), staleTime: 0 });

/** The rules in force with their numbers, and the templates. None for a role that decides about content alone. */
export function useStatements() {
  const enabled = usePermission()(rules.list);
  const allRules = useQuery({ ...query(rules.list, {}), enabled });
  const allTemplates = useQuery({ ...query(templates.list, {}), enabled });
  return {
    queries: [allRules, allTemplates],
    rules: rulesInForce(allRules.data?.rules ?? []),
    templates: allTemplates.data?.templates ?? [],
  };
}

/** Reloads the queue, the decisions, the cases of posts in other lists, and the people in danger. */
export function useReloadQueue() {
  const client = useQueryClient();
  return () => {
    const { crisis, crisisCare, looks } = safetyApi;
    const shown = [decisions.list, subjectCasesApi.subjectCases.list, crisis.waiting, crisisCare.care, looks.list];
    for (const route of shown) void client.invalidateQueries({ queryKey: keyOf(route) });
    return client.invalidateQueries({ queryKey: keyOf(cases.list) });
  };
}

/** Milliseconds after which a claim is renewed. */
const renewal = 60_000;

type Claim = { id: string; takeOver?: boolean };

/**
 * Tells colleagues that the account is reading this case, for as long as it is open. `reader` is the colleague who was
 * first.
 */
export function useClaim(id: string, isOpen: boolean, first: CaseSummary['claimedBy'] | undefined) {
  const session = useSession();
  const own = 'admin' in session ? session.admin.id : undefined;
  const client = useQueryClient();
  const { mutate, data, variables, error, isPending } = useMutation({
    mutationFn: async (claim: Claim) => (await change(cases.claim, claim)).output,
    onSuccess: (_, { takeOver }) => takeOver && client.invalidateQueries({ queryKey: keyOf(cases.list) }),
  });
  const begin = useEffectEvent(() => mutate({ id }));
  useEffect(() => {
    if (!isOpen) return undefined;
    begin();
    // Without it the claim ends by itself.
    return () => void change(cases.claim, { id, release: true }).catch(() => undefined);
  }, [id, isOpen]);
  useWhileInUse(() => mutate({ id }), renewal, isOpen);
  const told = variables?.id === id ? data : undefined;
  const reader = told ? told.claimedBy : first;
  return {
    reader: isOpen && reader?.id !== own ? reader : null,
    error: variables?.id === id ? error : null,
    /** The claim of the open case may still be under way: it must not hold up a press of the button. */
    isTakingOver: isPending && variables?.takeOver === true,
    takeOver: () => mutate({ id, takeOver: true }),
  };
}

/** Takes back decisions of the account, and its answers to appeals. */
export function useTakeBack() {
  const client = useQueryClient();
  const takeBack = async (id: string) => {
    await change(decisions.takeBack, { id });
    return null;
  };
  return {
    takeBack,
    /** Shows a decision, with Undo. `onTakenBack` is called once it is taken back. */
    tell: (message: string, id: string, onTakenBack: () => void) => {
      const content = toldWithUndo(client, message, 'Took back the decision', async () => {
        await takeBack(id);
        onTakenBack();
        return null;
      });
      showToast(content.message, content);
    },
  };
}
