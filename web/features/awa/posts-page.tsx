import { Button, Group, Text } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { type Post, type TopicTree, awaApi } from '#contract/awa.ts';
import { usePermission } from '#web/api/permissions.ts';
import { failureOf } from '#web/api/query.ts';
import { useEntityList } from '#web/entity/define/use-entity-list.ts';
import { AwaHead, awaTitle } from '#web/features/awa/awa-head.tsx';
import { topicEntity } from '#web/features/awa/kinds.ts';
import { PostsHead } from '#web/features/awa/posts-head.tsx';
import { PostsList } from '#web/features/awa/posts-list.tsx';
import { firstWords, stillAt } from '#web/features/awa/posts-pages.ts';
import { PostRow } from '#web/features/awa/posts-row.tsx';
import type { PostsSearch } from '#web/features/awa/posts-search.ts';
import { usePostSettings } from '#web/features/awa/posts-settings.tsx';
import { PostsTools } from '#web/features/awa/posts-tools.tsx';
import { useDeletePost } from '#web/features/awa/use-delete-post.tsx';
import { useHide } from '#web/features/awa/use-hide.ts';
import { useNewPosts } from '#web/features/awa/use-new-posts.ts';
import { usePosts } from '#web/features/awa/use-posts.ts';
import { useCasesOf } from '#web/history/use-cases-of.ts';
import { useOpenCase } from '#web/history/use-open-case.ts';
import { useShortcutsOn } from '#web/lib/shortcuts.ts';
import { useSelection } from '#web/lib/use-selection.ts';
import { useSearchText } from '#web/lib/use-search-text.ts';
import { ContentCard } from '#web/ui/content-card.tsx';
import { KeyboardKey } from '#web/ui/key.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { lazyLayer } from '#web/ui/lazy-layer.tsx';
import { ListStates } from '#web/ui/list-states.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

const PostPanel = lazyComponent(async () => (await import('#web/features/awa/posts-panel.tsx')).PostPanel);
const PostSelection = lazyComponent(async () => (await import('#web/features/awa/posts-selection.tsx')).PostSelection);
const OpenCaseDialog = lazyLayer('question', async () => (await import('#web/history/open-case.tsx')).OpenCaseDialog);

const route = getRouteApi('/admin/desk/awa/posts');

/** The users' posts, with search, filters, hiding and deletion. */
export function PostsPage() {
  const asked = route.useSearch();
  const { search = '', post: opened, ...filter } = asked;
  const navigate = route.useNavigate();
  const show = (next: PostsSearch, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace, resetScroll: false });
  const [text, setText] = useSearchText(search, (next) => {
    if (next.trim() !== search) show({ search: next.trim() || undefined }, search !== '');
  });
  const posts = usePosts(asked);
  const { list, isOld, first, takeOut, putBack, refresh } = posts;
  const news = useNewPosts(list);
  const topics = useEntityList(topicEntity);
  const colours = useMemo(() => coloursOf(topics.data ?? []), [topics.data]);
  const settings = usePostSettings();
  // Only posts in the current list can be changed.
  const selection = useSelection({ shown: list?.places.map(({ id }) => id) ?? [], clearedBy: list?.asked });
  const { keys: selected, select, selectRange: onSelect } = selection;
  const [bulkAsked, askBulk] = useState<'hide' | 'delete'>();
  const mayChange = usePermission()(awaApi.posts.remove);
  const { ask, question } = useDeletePost((id) => {
    select([id], false);
    takeOut([id]);
    if (id === opened) show({ post: undefined }, true);
  }, refresh);
  /** Whether the posts of the list can be hidden; otherwise they are hidden. */
  const hides = list?.filter.hidden === undefined;
  const hiding = useHide('post', {
    onDone: ({ ids, isHidden }) => {
      askBulk(undefined);
      if (isHidden !== hides) return putBack(ids);
      takeOut(ids);
      select(ids, false);
      const places = list?.places ?? [];
      const next = stillAt(
        opened,
        places,
        places.filter(({ id }) => !ids.includes(id)),
      );
      if (next !== opened) show({ post: next }, true);
    },
    refresh,
  });
  const { hide } = hiding;
  const { openCase, asked: askedCase } = useOpenCase();
  const onOpenCase = useMemo(
    () => openCase && (({ id, content }: Post) => openCase({ kind: 'post', id, words: content })),
    [openCase],
  );
  const casesOf = useCasesOf(list?.pages.map(({ ids }) => ids) ?? []);
  const isFiltered = search !== '' || Object.values(filter).some((value) => value !== undefined);
  const open = useCallback(
    (id: string) => void navigate({ search: (before) => ({ ...before, post: id }), resetScroll: false }),
    [navigate],
  );
  return (
    <>
      <title>Posts - Awa Desk</title>
      <PageHead {...awaTitle} />
      <AwaHead>
        <KeyHints mayChange={mayChange} hides={hides} />
      </AwaHead>
      <PostsTools text={text} onText={setText} asked={asked} onFilter={show} topics={topics} />
      <ContentCard list>
        <PostsHead
          list={list}
          news={news}
          settings={settings}
          busy={first.isFetching}
          onShowNew={() => {
            window.scrollTo(0, 0);
            void first.refetch();
          }}
        />
        <ListStates
          skeleton={{ label: 'Loading posts', shape: 'text' }}
          // An empty list for the earlier filter does not mean that this one is empty.
          rows={
            isOld && list?.places.length === 0
              ? undefined
              : list?.pages.filter(({ ids: some, next }) => some.length > 0 || next)
          }
          {...failureOf(first)}
          empty={{
            icon: IconMessageCircle,
            title: 'No posts yet',
            sentence: 'New posts from the app appear here automatically.',
          }}
          noMatch={
            isFiltered
              ? {
                  title: 'No posts here',
                  sentence: 'Change the search or the filters, or show all posts.',
                  action: (
                    <Button onClick={() => void navigate({ search: {}, resetScroll: false })}>Show all posts</Button>
                  ),
                }
              : undefined
          }
        >
          {() =>
            list && (
              <PostsList
                key={`${list.asked} ${list.answer.pagination.newest}`}
                list={list}
                isOld={isOld}
                selected={selected}
                here={news.here}
                onPage={posts.onPage}
                opened={opened}
                onOpen={open}
                {...(mayChange && {
                  onSelect,
                  onHide: (post) => {
                    if (selected.size > 0) askBulk('hide');
                    else if (post) hide([post.id], post.hiddenAt === null);
                  },
                  onDelete: (post) => {
                    if (selected.size > 0) askBulk('delete');
                    else if (post) ask(post);
                  },
                })}
              >
                {(post) => (
                  <PostRow
                    post={post}
                    term={list.filter.search ?? ''}
                    selected={selected.has(post.id)}
                    anonymous={settings.anonymous}
                    pictures={settings.pictures}
                    colour={colours.get(post.secretId ?? '')}
                    onOpen={open}
                    {...(mayChange && { onSelect, onHide: hide, onDelete: ask })}
                    onOpenCase={onOpenCase}
                    latestCase={casesOf.get(post.id)}
                    busy={hiding.busy.includes(post.id)}
                    failed={hiding.failedFor(post.id)}
                  />
                )}
              </PostsList>
            )
          }
        </ListStates>
      </ContentCard>
      {opened !== undefined && (
        <PostPanel
          id={opened}
          ids={list?.places.map(({ id }) => id) ?? []}
          anonymous={settings.anonymous}
          pictures={settings.pictures}
          colours={colours}
          onStep={(id) => show({ post: id }, true)}
          {...(mayChange && { hiding, onDelete: ask })}
          onOpenCase={openCase}
          refresh={refresh}
          onClose={() => show({ post: undefined })}
        />
      )}
      {question}
      <OpenCaseDialog {...askedCase} />
      <PostSelection
        opened={selected.size > 0 || bulkAsked !== undefined}
        selection={selection}
        wordsOf={(id) => firstWords(list?.pages ?? [], id)}
        asked={bulkAsked}
        onAsk={askBulk}
        hides={hides}
        hiding={hiding}
        onDeleted={takeOut}
        refresh={() => void refresh()}
      />
    </>
  );
}

/** The colours of secrets: those of their topics. */
const coloursOf = (topics: readonly TopicTree[]) =>
  new Map(topics.flatMap(({ color, secrets }) => secrets.map(({ id }) => [id, color])));

const hintsOf = (hides: boolean) => [
  { keys: ['j', 'k'], does: 'move' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['x'], does: 'select', changes: true },
  { keys: ['h'], does: hides ? 'hide' : 'show again', changes: true },
  { keys: ['Delete'], does: 'delete', changes: true },
  { keys: ['?'], does: 'all keys' },
];

/** Hints for the most frequent keys. Screen readers get them from the list of all keys. */
const KeyHints = ({ mayChange, hides }: { mayChange: boolean; hides: boolean }) =>
  useShortcutsOn() && (
    <Group visibleFrom="md" gap="md" aria-hidden="true">
      {hintsOf(hides)
        .filter(({ changes }) => mayChange || !changes)
        .map(({ keys, does }) => (
          <Group key={does} gap={4}>
            {keys.map((key) => (
              <KeyboardKey key={key} label={key} />
            ))}
            <Text span size="xs" c="dimmed" ml={4}>
              {does}
            </Text>
          </Group>
        ))}
    </Group>
  );
