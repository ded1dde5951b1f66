import { Box, Group } from '@mantine/core';
import { IconCircleCheck, IconFileText } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { reviewedKinds } from '#contract/approval-lists.ts';
import { capital, kinds } from '#contract/kinds.ts';
import { type ReviewState, type ReviewText, maxReviewTexts, reviewApi, reviewStates } from '#contract/review.ts';
import { failureOf, keyOf, query } from '#web/api/query.ts';
import type { ReviewSearch } from '#web/review/search.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { calendarDay, dateTime, shortDate } from '#web/lib/dates.ts';
import { linkHere } from '#web/lib/search-here.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { ChoiceLinks } from '#web/ui/choice-links.tsx';
import { DetailPanel } from '#web/ui/detail-panel.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { ListStates } from '#web/ui/list-states.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import classes from '#web/ui/queue.module.css';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ListCard, SplitPage } from '#web/ui/split-page.tsx';
import { ViewsSlot } from '#web/ui/views-slot.tsx';

// The list is shown without it.
const ReviewedText = lazyComponent(
  async () => (await import('#web/review/reviewed-text.tsx')).ReviewedText,
  <SkeletonRows label="Loading the text" shape="text" rows={4} />,
);

const states = Object.keys(reviewStates) as ReviewState[];

const route = getRouteApi('/admin/desk/review');

/** The sentence of an empty list, by the state of its texts. */
const emptyWords: Record<ReviewState, string> = {
  mine: 'No text waits for your review.',
  asked: 'You have not asked for a review.',
  returned: 'No clinician has asked for changes to your texts.',
  changes: 'No clinician has asked for changes.',
  remarks: 'No open remark mentions you.',
  unshown: 'The app shows the saved words of every text, or will at their time.',
  scheduled: 'No text comes into the app within 24 hours.',
  unapproved: 'A clinician has approved every text.',
  exempt: 'No text is in the app by an exemption.',
  due: 'No approval falls due within 30 days.',
  overdue: 'No approval is overdue.',
};

/** The lists of requests. */
const ofRequests: ReadonlySet<ReviewState> = new Set(['mine', 'asked', 'returned', 'changes']);

/**
 * The notes of a row: when a scheduled text comes into the app, since when or by when it waits, and the request of a text
 * in another list.
 */
function notesOf({ at, request, comesAt }: ReviewText, state: ReviewState) {
  const later = comesAt === null || state === 'scheduled' ? [] : [`From ${dateTime(comesAt)}`];
  return [...later, ...waitingOf({ at, request }, state)];
}

function waitingOf({ at, request }: Pick<ReviewText, 'at' | 'request'>, state: ReviewState) {
  const day = shortDate(at);
  if (request && ofRequests.has(state)) {
    if (request.state === 'approved') return [`Approved ${day}`];
    if (request.state === 'changes') return [`Changes asked for ${day}`];
    return [request.dueOn === null ? `Asked ${day}` : `By ${calendarDay(request.dueOn)}`];
  }
  const asked = request ? [request.state === 'changes' ? 'Changes asked for' : 'Review asked for'] : [];
  if (state === 'remarks') return [`Remark ${day}`, ...asked];
  if (state === 'scheduled') return [`From ${dateTime(at)}`, ...asked];
  if (state === 'due') return [`Due ${day}`, ...asked];
  if (state === 'overdue') return [`Due since ${day}`, ...asked];
  return [state === 'exempt' ? `Since ${day}` : `Saved ${day}`, ...asked];
}

/** The medical texts that a clinician should look at, beside the one that is open. */
export function ReviewPage() {
  const search = route.useSearch();
  const state = states.find((one) => one === search.state) ?? 'unapproved';
  const kind = reviewedKinds.find((one) => one === search.kind);
  const text = kind && search.text;
  const navigate = route.useNavigate();
  const show = (next: ReviewSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), resetScroll: false });
  const client = useQueryClient();
  const list = useQuery({
    ...query(reviewApi.review.list, { state }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const { texts, counts } = list.data ?? {};
  const rows = useRef<HTMLUListElement>(null);
  const [isFocused, setFocused] = useState(false);
  /** Opens the text before or after the open one; at the end of the list, none when `isLeft`. */
  const step = (by: 1 | -1, isLeft = false) => {
    const at = texts?.findIndex(({ id }) => id === text) ?? -1;
    const to = at < 0 ? 0 : at + by;
    const next = texts?.[to];
    setFocused(true);
    // The list follows the keys.
    rows.current?.children[to]?.scrollIntoView({ block: 'nearest' });
    if (next) show({ kind: next.kind, text: next.id });
    else if (isLeft) show({ kind: undefined, text: undefined });
  };
  const done = () => {
    step(1, true);
    void client.invalidateQueries({ queryKey: keyOf(reviewApi.review.list) });
  };
  useShortcuts([
    { keys: ['j'], does: 'Open the next text', act: () => step(1) },
    { keys: ['k'], does: 'Open the previous text', act: () => step(-1) },
  ]);
  return (
    <>
      <title>Review - Awa Desk</title>
      <SplitPage
        beside={false}
        narrow
        head={
          <>
            <PageHead
              title="Review"
              subtitle="The medical texts that a clinician should look at, in the app and before."
              actions={<ViewsSlot />}
            />
            <Box flex="none" mb="md">
              <ChoiceLinks
                label="State of the texts"
                links={states.map((one) => ({
                  label: reviewStates[one],
                  search: { state: one === 'unapproved' ? undefined : one },
                  current: one === state,
                  count: counts?.[one],
                }))}
              />
            </Box>
          </>
        }
      >
        <ListCard
          title={counts ? `Texts (${formatInteger(counts[state])})` : 'Texts'}
          hint={counts && counts[state] > maxReviewTexts && `The first ${maxReviewTexts}`}
        >
          <ListStates
            {...failureOf(list)}
            skeleton={{ label: 'Loading texts', shape: 'text', rows: 6 }}
            rows={list.isPlaceholderData && texts?.length === 0 ? undefined : texts}
            empty={{ icon: IconCircleCheck, title: 'Nothing to review', sentence: emptyWords[state] }}
          >
            {(shown) => (
              <div className={classes.scroll} tabIndex={-1}>
                <ul ref={rows} aria-label="Texts">
                  {shown.map((one) => (
                    <li key={one.id} className={classes.row} aria-current={one.id === text || undefined}>
                      <Link
                        className={classes.title}
                        data-covers
                        dir="auto"
                        onClick={() => setFocused(false)}
                        {...linkHere({ kind: one.kind, text: one.id })}
                      >
                        {one.label}
                      </Link>
                      <Group gap="0 0.375rem" c="dimmed" fz="xs" lh="xs" className={classes.facts} data-tabular>
                        <span>{capital(kinds[one.kind].one)}</span>
                        <span>{one.isShown ? 'In the app' : 'Not in the app'}</span>
                        {notesOf(one, state).map((note) => (
                          <span key={note}>{note}</span>
                        ))}
                      </Group>
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </ListStates>
        </ListCard>
        <DetailPanel
          title="Text"
          back="Texts"
          idle={text === undefined}
          onClose={() => show({ kind: undefined, text: undefined })}
        >
          {text === undefined || kind === undefined ? (
            <Empty
              icon={IconFileText}
              title="No text is open"
              sentence={
                texts && texts.length > 0
                  ? 'Choose a text, or press j for the first one.'
                  : 'A text that you open appears here.'
              }
            />
          ) : (
            <ReviewedText key={text} kind={kind} id={text} isFocused={isFocused} onDone={done} />
          )}
        </DetailPanel>
      </SplitPage>
    </>
  );
}
