import { Box } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Post } from '#contract/awa.ts';
import { failureOf } from '#web/api/query.ts';
import { type PostPlace, type PostsAnswer, stillAt } from '#web/features/awa/posts-pages.ts';
import classes from '#web/features/awa/posts.module.css';
import { type PostList, pageQuery } from '#web/features/awa/use-posts.ts';
import { giveFocus } from '#web/lib/focus.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

/**
 * In rem: the height of a post before it is measured, the height covered above the list while scrolling, and the
 * selection bar below.
 */
const heights = { row: 8, above: 6.75, below: 5 };

/** The next page is loaded when at most this many posts remain below the viewport. */
const ahead = 20;

/** Milliseconds for which a page's content is kept out of view. */
const keptFor = 30_000;

type PostsListProps = {
  list: PostList;
  /** The list of an earlier filter, shown until the new list has loaded. */
  isOld: boolean;
  selected: ReadonlySet<string>;
  /** The newest post at the last visit. */
  here: string | undefined;
  onPage: (cursor: string, answer: PostsAnswer) => void;
  /**
   * Selects the post; with `range`, also all posts since the last selected one. Left out for a role that cannot delete.
   */
  onSelect?: (id: string, on: boolean, range: boolean) => void;
  /** Hides the selected posts, or shows them again, else the post with the focus, if any. */
  onHide?: (post: Post | undefined) => void;
  /** Deletes the selected posts, else the post with the focus, if any. */
  onDelete?: (post: Post | undefined) => void;
  /** The post that is open beside the list. */
  opened: string | undefined;
  /** Opens a post with its comments. */
  onOpen: (id: string) => void;
  children: (post: Post) => ReactNode;
};

type Current = { before: readonly PostPlace[]; current: string | undefined };

/**
 * The loaded posts. Only those in view are rendered, and only the pages around them keep their content. Scrolling down
 * loads more.
 */
export function PostsList(props: PostsListProps) {
  const { list, isOld, selected, here, onPage, onSelect, onHide, onDelete, opened, onOpen, children } = props;
  const { places, pages } = list;
  /** The post that last had the focus; if it disappears, the next one. */
  const [{ current, before }, setCurrent] = useState<Current>({ before: places, current: undefined });
  if (before !== places) setCurrent({ before: places, current: stillAt(current, before, places) });
  const goOn = (next: string | undefined) => setCurrent((now) => ({ ...now, current: next }));
  const rows = useRef<HTMLUListElement>(null);
  const [rem] = useState(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
  const [top, setTop] = useState(0);
  useEffect(() => {
    const measure = () => setTop((rows.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const currentAt = current === undefined ? -1 : places.findIndex(({ id }) => id === current);
  // The app has no compiler that memoizes.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer({
    count: places.length,
    estimateSize: () => heights.row * rem,
    getItemKey: useCallback((at: number) => places[at]?.id ?? at, [places]),
    overscan: 4,
    scrollMargin: top,
    initialRect: { width: innerWidth, height: innerHeight },
    // Rows are rendered after the frame that scrolled, so that neither task is long.
    useFlushSync: false,
    scrollPaddingStart: heights.above * rem,
    scrollPaddingEnd: heights.below * rem,
    // The post with the focus stays on the page.
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return currentAt < 0 || seen.includes(currentAt) ? seen : [...seen, currentAt].sort((one, other) => one - other);
    },
  });
  const items = virtual.getVirtualItems();

  const last = pages.at(-1);
  const lastInSight = virtual.range?.endIndex ?? 0;
  const next = last?.next && lastInSight + ahead >= places.length ? [last.next] : [];
  const inSight = new Set(items.flatMap(({ index }) => pages[places[index]?.page ?? -1]?.cursor ?? []));
  const cursors = [...inSight, ...next];
  const answers = useQueries({
    queries: cursors.map((cursor) => ({
      ...pageQuery(list.filter, cursor),
      staleTime: Infinity,
      gcTime: keptFor,
      ...(cursor === list.answer.pagination.newest && { initialData: list.answer }),
    })),
  });
  const taken = useRef(new WeakSet<PostsAnswer>());
  useEffect(() => {
    for (const [at, { data }] of answers.entries()) {
      if (!data || taken.current.has(data)) continue;
      taken.current.add(data);
      onPage(cursors[at] ?? '', data);
    }
  });
  const posts = new Map(answers.flatMap(({ data }) => data?.posts.map((post) => [post.id, post] as const) ?? []));
  const failed = answers.find(({ error }) => error);

  const goTo = (at: number) => {
    const place = places[at];
    if (!place) return;
    // The post must be rendered at once to get the focus.
    flushSync(() => goOn(place.id));
    const row = rows.current?.querySelector(`[data-row="${place.id}"]`);
    giveFocus(row?.querySelector('input') ?? row);
    virtual.scrollToIndex(at, { align: 'auto' });
  };
  /** The starting point of the keys: the post with the focus, else the first one in view. */
  const firstInSight = () => {
    const edge = (virtual.scrollOffset ?? 0) + heights.above * rem;
    return items.find(({ start }) => start >= edge)?.index ?? 0;
  };
  // The arrow keys of the panel go to posts out of view.
  const showOpened = useEffectEvent(() => {
    const at = places.findIndex(({ id }) => id === opened);
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  });
  useEffect(() => showOpened(), [opened]);
  /** The last loaded post when a key went beyond it: the next post gets the focus as soon as it is loaded. */
  const wasLast = useRef<string>(undefined);
  const step = (by: number) => {
    const at = currentAt < 0 ? firstInSight() : currentAt + by;
    wasLast.current = at === places.length ? current : undefined;
    goTo(at);
  };
  const goOnAfter = useEffectEvent(() => {
    if (wasLast.current === current && currentAt >= 0) step(1);
  });
  useEffect(() => {
    if (wasLast.current !== undefined) queueMicrotask(goOnAfter);
  }, [places]);
  const currentPost = current === undefined ? undefined : posts.get(current);
  const select = (range: boolean) => {
    if (currentPost) onSelect?.(currentPost.id, range || !selected.has(currentPost.id), range);
  };
  const showPicture = () => rows.current?.querySelector<HTMLElement>(`[data-row="${current}"] [data-picture]`)?.click();
  useShortcuts([
    { keys: ['j'], does: 'Next post', act: () => step(1) },
    { keys: ['k'], does: 'Previous post', act: () => step(-1) },
    { keys: ['Enter'], does: 'Open the post with its comments' },
    { keys: ['o'], does: 'Show the picture of the post, then open it', act: showPicture },
    ...(onHide && onDelete
      ? [
          { keys: ['x'], does: 'Select the post', act: () => select(false) },
          { keys: ['shift+x'], does: 'Select up to the post', act: () => select(true) },
          {
            keys: ['h'],
            does: `${list.filter.hidden ? 'Show the post again' : 'Hide the post'}, or all that are selected`,
            act: () => onHide(currentPost),
          },
          { keys: ['Delete'], does: 'Delete the post, or all that are selected', act: () => onDelete(currentPost) },
        ]
      : []),
  ]);

  return (
    <>
      {/* The handlers note which row has the focus, and open it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        ref={rows}
        style={{ position: 'relative', height: virtual.getTotalSize(), ...(isOld && { filter: 'opacity(0.6)' }) }}
        aria-label="Posts"
        aria-busy={isOld}
        onFocus={({ target }) => goOn(target.closest<HTMLElement>('[data-row]')?.dataset.row)}
        onKeyDown={({ key, target }) => {
          // On a button or a link, Enter presses it.
          if (key === 'Enter' && current !== undefined && !(target as Element).closest('a, button')) onOpen(current);
        }}
      >
        {items.map(({ index, key, start, size }) => {
          const post = posts.get(String(key));
          return (
            <li
              key={key}
              // A post whose content is loading keeps its previous height.
              ref={post && virtual.measureElement}
              className={classes.row}
              tabIndex={onSelect ? undefined : -1}
              style={{ top: start - top, ...(!post && { height: size }) }}
              data-index={index}
              data-row={key}
              data-selected={selected.has(String(key)) || undefined}
              data-here={key === here || undefined}
              aria-current={key === opened || undefined}
              aria-posinset={index + 1}
              aria-setsize={last?.next ? -1 : places.length}
              aria-busy={!post || undefined}
            >
              {post && children(post)}
              {key === here && <span className={classes.here}>You were here</span>}
            </li>
          );
        })}
      </ul>
      {failed ? (
        <Box
          p="md"
          pos="sticky"
          bottom={0}
          bg="var(--awa-surface)"
          style={{ borderTop: '1px solid var(--awa-hairline)' }}
        >
          <FailedPanel {...failureOf(failed)} />
        </Box>
      ) : (
        last?.next && <SkeletonRows label="Loading older posts" shape="text" rows={2} />
      )}
    </>
  );
}
