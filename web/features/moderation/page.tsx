import { Button } from '@mantine/core';
import { IconFileText, IconInbox } from '@tabler/icons-react';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { caseLanes, caseStates } from '#contract/case-states.ts';
import { type Case, maxLeftOut, moderationApi } from '#contract/moderation.ts';
import { safetyApi } from '#contract/safety.ts';
import { call, explain } from '#web/api/call.ts';
import { usePermission, useSession } from '#web/api/permissions.ts';
import { failureOf, keyOf } from '#web/api/query.ts';
import type { CaseDraft } from '#web/features/moderation/case-draft.ts';
import { emptyWords } from '#web/features/moderation/case-words.ts';
import { CrisisNotes } from '#web/features/moderation/crisis-notes.tsx';
import { type Drafts, keepCaseDraft, readKeptDrafts } from '#web/features/moderation/kept-drafts.ts';
import { LooksList } from '#web/features/moderation/looks-list.tsx';
import { ModerationHead, moderationTitle } from '#web/features/moderation/moderation-head.tsx';
import classes from '#web/features/moderation/moderation.module.css';
import { QueueList } from '#web/features/moderation/queue-list.tsx';
import type { ModerationSearch, QueueState } from '#web/features/moderation/search.ts';
import { useQueue, useReloadQueue, useStatements, useTakeBack } from '#web/features/moderation/use-cases.ts';
import { useLooks, useWaiting } from '#web/features/moderation/use-looks.ts';
import type { Done } from '#web/features/moderation/use-decision.ts';
import { giveFocus } from '#web/lib/focus.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { type Shortcut, useShortcuts } from '#web/lib/shortcuts.ts';
import { ChoiceLinks } from '#web/ui/choice-links.tsx';
import { DetailPanel } from '#web/ui/detail-panel.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { ListStates } from '#web/ui/list-states.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ListCard, SplitPage } from '#web/ui/split-page.tsx';
import { showFailure, showToast } from '#web/ui/toast-store.ts';
import { ViewsSlot } from '#web/ui/views-slot.tsx';

// The queue is shown without it.
const CasePanel = lazyComponent(
  async () => (await import('#web/features/moderation/case-panel.tsx')).CasePanel,
  <SkeletonRows label="Loading the case" shape="text" rows={4} />,
);

const route = getRouteApi('/admin/desk/moderation');

const { cases } = moderationApi;
const { crisis, looks } = safetyApi;

const lists: Record<QueueState, string> = { open: caseStates.open, escalated: 'Escalated', appealed: 'Appealed' };

const without = (drafts: Drafts, id: string) =>
  Object.fromEntries(Object.entries(drafts).filter(([one]) => one !== id));

/** The queue of cases, the gravest first, beside the case that is open. */
export function ModerationPage() {
  const { state = 'open', lane, case: opened } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: ModerationSearch, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace, resetScroll: false });
  const client = useQueryClient();
  const session = useSession();
  const own = 'admin' in session ? session.admin.id : undefined;
  const may = usePermission();
  const mayChange = may(cases.decide);
  // Content has no appeals.
  const mayAppeal = may(cases.decideAppeal);
  const queue = useQueue(state, lane);
  const [mayCrisis, mayLooks] = [may(crisis.waiting), may(looks.list)];
  const [waiting, toLook] = [useWaiting(mayCrisis), useLooks(mayLooks)];
  /** The notes and looks above the queue are still being read, and would move it later. */
  // After a failure the list stays, with the message: read again, a call without an answer is pending once more.
  const isFirst = ({ isPending, errorUpdateCount }: Pick<UseQueryResult, 'isPending' | 'errorUpdateCount'>) =>
    isPending && errorUpdateCount === 0;
  const isReading = (mayCrisis && isFirst(waiting)) || (mayLooks && isFirst(toLook));
  const reload = useReloadQueue();
  const { takeBack, tell } = useTakeBack();
  // They are here before the first case is open.
  useStatements();
  const [drafts, setDrafts] = useState<Drafts>(() => (own === undefined ? {} : readKeptDrafts(own)));
  const setDraft = (id: string, draft: CaseDraft | undefined) => {
    setDrafts((before) => (draft ? { ...before, [id]: draft } : without(before, id)));
    if (own !== undefined) keepCaseDraft(own, id, draft);
  };
  /** The last decision of this visit, to be taken back with a key. */
  const last = useRef<{ caseId: string; decisionId: string; draft: CaseDraft }>(undefined);
  const skipped = useRef(new Set<string>());
  /** The case whose heading takes the focus as soon as it is shown. */
  const awaited = useRef<string>(undefined);
  const isOld = queue.isPlaceholderData;
  const all = isReading ? undefined : queue.data?.pages.flatMap((page) => page.cases);
  // A case may move to another page of the list between two calls.
  const rows = all && [...new Map(all.map((one) => [one.id, one])).values()];
  const { counts, pagination } = queue.data?.pages[0] ?? {};

  /** The case after this one: the first that no colleague is reading. Those that were skipped come again, last. */
  const nextOf = async (after: string | undefined) => {
    const left = after === undefined ? [] : [after];
    const ask = (ids: string[]) => call(cases.next, { ...(ids.length > 0 && { after: ids.join(',') }), state });
    const all = [...new Set([...skipped.current, ...left])];
    try {
      const next = await ask(all.slice(-maxLeftOut));
      return next.id ?? (await ask(left)).id ?? undefined;
    } catch {
      // Without an answer, the list has the next case.
      return rows?.find(({ id, claimedBy }) => !all.includes(id) && (!claimedBy || claimedBy.id === own))?.id;
    }
  };
  /** Opens a case, with the focus on its heading. */
  const goTo = (id: string) => {
    awaited.current = id;
    show({ case: id });
    if (id === opened) giveFocus(document.querySelector(`.${classes.reading} h2`));
  };
  const goOn = async (after: string | undefined) => {
    const next = await nextOf(after);
    if (next === undefined) show({ case: next });
    else goTo(next);
    if (after !== undefined && skipped.current.has(after)) showToast('No other case is waiting');
  };
  const done = async (of: Case, { decisionId, draft }: Done, said: string) => {
    setDraft(of.id, undefined);
    last.current = { caseId: of.id, decisionId, draft };
    tell(said, decisionId, () => setDraft(of.id, draft));
    await goOn(of.id);
    void client.invalidateQueries({ queryKey: [...keyOf(cases.get), { id: of.id }] });
    void reload();
  };
  const undoLast = async () => {
    const decision = last.current;
    if (!decision) return;
    last.current = undefined;
    try {
      await takeBack(decision.decisionId);
      setDraft(decision.caseId, decision.draft);
      // A new decision is about the version after this.
      if (opened !== decision.caseId)
        client.removeQueries({ queryKey: [...keyOf(cases.get), { id: decision.caseId }] });
      showToast('Took back the decision');
      goTo(decision.caseId);
    } catch (error) {
      showFailure('The decision was not taken back', explain(error));
    } finally {
      void client.invalidateQueries({ queryKey: keyOf(cases.get) });
      void reload();
    }
  };
  const step = (by: 1 | -1) => {
    if (!rows || rows.length === 0) return;
    const focused = document.activeElement?.closest<HTMLElement>('[data-case]')?.dataset.case;
    const at = rows.findIndex(({ id }) => id === (focused ?? opened));
    const next = rows[at < 0 ? 0 : Math.max(0, at + by)];
    if (!next) {
      if (queue.hasNextPage && !queue.isFetchingNextPage) void queue.fetchNextPage();
      return;
    }
    const link = document.querySelector<HTMLElement>(`[data-case="${next.id}"] a`);
    giveFocus(link);
    link?.closest('li')?.scrollIntoView({ block: 'nearest' });
  };
  const shortcuts: Shortcut[] = mayChange
    ? [{ keys: ['u'], does: 'Take back your last decision', act: () => void undoLast() }]
    : [];
  useShortcuts([
    { keys: ['j'], does: 'Next case in the list', act: () => step(1) },
    { keys: ['k'], does: 'Previous case in the list', act: () => step(-1) },
    { keys: ['Enter'], does: 'Open the case' },
    ...(opened === undefined ? shortcuts : []),
  ]);
  return (
    <>
      <title>Moderation - Awa Desk</title>
      <SplitPage
        beside={false}
        narrow
        head={
          <>
            <PageHead {...moderationTitle} actions={<ViewsSlot />} />
            <ModerationHead />
            {rows && mayCrisis && <CrisisNotes />}
          </>
        }
      >
        <ListCard
          title={rows && !isOld ? `Cases (${formatInteger(pagination?.total ?? rows.length)})` : 'Cases'}
          hint={rows && rows.length > 0 && 'Gravest first'}
          tools={
            <ChoiceLinks
              label="State of the cases"
              links={[
                ...(Object.keys(lists) as QueueState[])
                  .filter((one) => one !== 'appealed' || mayAppeal)
                  .map((one) => ({
                    label: lists[one],
                    search: { state: one === 'open' ? undefined : one },
                    current: one === state && !lane,
                    count: counts?.[one],
                  })),
                ...(lane
                  ? [{ label: caseLanes[lane], search: { lane }, current: true, count: pagination?.total }]
                  : []),
              ]}
            />
          }
        >
          {rows && mayLooks && <LooksList opened={opened} onReopened={(id) => show({ state: undefined, case: id })} />}
          <ListStates
            {...failureOf(queue)}
            failedNext={queue.isFetchNextPageError}
            onRetry={() => void (queue.isFetchNextPageError ? queue.fetchNextPage() : queue.refetch())}
            skeleton={{ label: 'Loading cases', shape: 'text', rows: 6 }}
            rows={isOld && rows?.length === 0 ? undefined : rows}
            empty={{
              icon: IconInbox,
              title: 'Nothing is waiting',
              sentence: counts ? emptyWords(counts) : '',
            }}
          >
            {(shown) => <QueueList cases={shown} queue={queue} opened={opened} own={own} />}
          </ListStates>
        </ListCard>
        <DetailPanel
          title="Case"
          back="Cases"
          form={opened !== undefined}
          idle={opened === undefined}
          onClose={() => show({ case: undefined })}
        >
          {opened === undefined ? (
            <Empty
              icon={IconFileText}
              title="No case is open"
              sentence={
                rows && rows.length > 0
                  ? 'Choose a case, or begin with the first one that no colleague is reading.'
                  : 'A case that you open appears here.'
              }
              action={rows && rows.length > 0 && <Button onClick={() => void goOn(undefined)}>Begin</Button>}
            />
          ) : (
            <CasePanel
              id={opened}
              draft={drafts[opened]}
              shortcuts={shortcuts}
              onDraft={(draft) => setDraft(opened, draft)}
              onDone={(of, result, said) => void done(of, result, said)}
              onShown={(heading) => {
                if (awaited.current !== opened) return;
                awaited.current = undefined;
                giveFocus(heading);
              }}
              onNext={(isSkipped) => {
                if (isSkipped) skipped.current.add(opened);
                void goOn(opened);
              }}
            />
          )}
        </DetailPanel>
      </SplitPage>
    </>
  );
}
