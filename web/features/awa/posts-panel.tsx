import { ActionIcon, Box, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconEye,
  IconEyeOff,
  IconMessageCircle,
  IconMessageOff,
  IconTrash,
} from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Comment, type Post, awaApi } from '#contract/awa.ts';
import type { SubjectCase } from '#contract/subject-cases.ts';
import { CallError, explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { ask, keyOf } from '#web/api/query.ts';
import { useConfirmedDeletion } from '#web/entity/list/use-confirmed-deletion.tsx';
import {
  CaseSign,
  HiddenBadge,
  HideButton,
  MarkBadges,
  OpenCaseButton,
  Picture,
  Places,
  Portrait,
  PostFoot,
  PostText,
  WrittenBy,
} from '#web/features/awa/posts-row.tsx';
import { type Hiding, useHide } from '#web/features/awa/use-hide.ts';
import { useCasesOf } from '#web/history/use-cases-of.ts';
import type { CaseSubject } from '#web/history/open-case.tsx';
import { excerpt } from '#web/lib/excerpt.ts';
import { isOwnImage } from '#web/lib/image-address.ts';
import { counted } from '#web/lib/numbers.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { DetailPanel } from '#web/ui/detail-panel.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { ForeignImage } from '#web/ui/foreign-image.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { MarkedText } from '#web/ui/marked-text.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { showToast } from '#web/ui/toast-store.ts';

/** The number of comments on a page. */
const limit = 50;

const isGone = (error: unknown) => error instanceof CallError && error.status === 404;

/** A post with its comments, oldest first, page by page. */
const usePostWithComments = (id: string) =>
  useInfiniteQuery({
    queryKey: [...keyOf(awaApi.comments.list), id],
    queryFn: ({ pageParam: cursor, signal }) => ask(awaApi.comments.list, { id, cursor, limit }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
    // The post is opened to see the latest comments.
    staleTime: 0,
  });

type PostPanelProps = {
  id: string;
  /** The ids of the posts in the list beside the panel; the arrow keys move through them. */
  ids: readonly string[];
  /** Names and profile pictures are hidden. */
  anonymous: boolean;
  /** The post's picture is shown at once. */
  pictures: boolean;
  /** The colours of secrets, by their ids. */
  colours: ReadonlyMap<string, string>;
  onStep: (id: string) => void;
  /** Both are left out for a role that cannot change posts and comments. */
  hiding?: Hiding;
  onDelete?: (post: Post) => void;
  /** Left out for a role that may not change moderation. */
  onOpenCase: ((subject: CaseSubject) => void) | undefined;
  /** Reloads the post, and the list beside it, whose counts a change of a comment changes. */
  refresh: () => Promise<unknown>;
  onClose: () => void;
};

/** Shows one post with its comments beside the list. */
export function PostPanel(props: PostPanelProps) {
  const { id, ids, anonymous, pictures, colours, onStep, hiding, onDelete, onOpenCase, refresh, onClose } = props;
  const pages = usePostWithComments(id);
  const { data, error } = pages;
  const post = isGone(error) ? undefined : data?.pages[0]?.post;
  const comments = useHide('comment', { onDone: () => undefined, refresh });
  const { ask: askToDelete, question } = useConfirmedDeletion<Comment>({
    mutationKey: [awaApi.comments.remove.path],
    send: (comment) => change(awaApi.comments.remove, { id: comment.id }),
    called: () => 'the comment',
    onDeleted: (_, message) => showToast(message),
    refresh,
    texts: ({ content }) => ({
      title: 'Delete this comment?',
      about: (
        <Text c="dimmed" mt="sm" mb="md">
          “{excerpt(content, 240)}”
        </Text>
      ),
      sentence: 'Are you sure you want to delete this comment?',
      consequence: 'This cannot be undone.',
      action: 'Delete comment',
    }),
  });
  const casesOf = useCasesOf([[id], ...(data?.pages.map((page) => page.comments.map((one) => one.id)) ?? [])]);
  const at = ids.indexOf(id);
  const isHidden = post !== undefined && post.hiddenAt !== null;
  const HideIcon = isHidden ? IconEye : IconEyeOff;
  const failed = hiding?.failedFor(id);
  return (
    <>
      <DetailPanel
        title="Post"
        foot={
          post &&
          hiding &&
          onDelete && (
            <Group justify="flex-end" gap={4}>
              {onOpenCase && (
                <Button
                  mr="auto"
                  px="xs"
                  variant="subtle"
                  aria-haspopup="dialog"
                  aria-label="Open a case on the post"
                  leftSection={<IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />}
                  onClick={() => onOpenCase({ kind: 'post', id, words: post.content })}
                >
                  Open a case
                </Button>
              )}
              <BusyButton
                px="xs"
                variant="subtle"
                leftSection={<HideIcon size={18} stroke={1.6} aria-hidden="true" />}
                busy={hiding.busy.includes(id)}
                busyLabel={isHidden ? 'Showing' : 'Hiding'}
                onClick={() => hiding.hide([id], !isHidden)}
              >
                {isHidden ? 'Show post again' : 'Hide post'}
              </BusyButton>
              <Button
                px="xs"
                variant="subtle"
                c="var(--awa-danger)"
                leftSection={<IconTrash size={18} stroke={1.6} aria-hidden="true" />}
                onClick={() => onDelete(post)}
              >
                Delete post
              </Button>
            </Group>
          )
        }
        onStep={(by) => {
          const next = at < 0 ? undefined : ids[at + by];
          if (next !== undefined) onStep(next);
        }}
        onClose={onClose}
      >
        <Box py={24} px={{ base: 'var(--awa-gutter)', md: 24 }} aria-busy={pages.isPending && !error}>
          {isGone(error) ? (
            <Empty
              icon={IconMessageOff}
              title="This post no longer exists"
              sentence="It was deleted with its comments, or the link is wrong."
              action={<Button onClick={onClose}>Close</Button>}
            />
          ) : (
            <>
              {/* A screen reader hears the text when the arrow keys go to another post. */}
              <VisuallyHidden role="status">{post ? excerpt(post.content) : 'Loading the post'}</VisuallyHidden>
              {post && (
                <WholePost
                  post={post}
                  latestCase={casesOf.get(id)}
                  {...{ anonymous, pictures }}
                  colour={colours.get(post.secretId ?? '')}
                />
              )}
              {failed && (
                <Box mt="sm">
                  <InlineFailure failed={failed} />
                </Box>
              )}
              {post && (
                <Text component="h3" size="md" fw={600} mt="lg" data-tabular>
                  {counted(post._count.comments, 'comment')}
                </Text>
              )}
              <Comments
                pages={pages}
                casesOf={casesOf}
                anonymous={anonymous}
                {...(onDelete && { hiding: comments, onDelete: askToDelete })}
                onOpenCase={
                  onOpenCase && ((comment) => onOpenCase({ kind: 'comment', id: comment.id, words: comment.content }))
                }
              />
            </>
          )}
        </Box>
      </DetailPanel>
      {question}
    </>
  );
}

function Author(author: { user: Post['user']; at: string; anonymous: boolean }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Portrait {...author} />
      <WrittenBy {...author} />
    </Group>
  );
}

type WholePostProps = {
  post: Post;
  latestCase: SubjectCase | undefined;
  anonymous: boolean;
  pictures: boolean;
  colour: string | undefined;
};

function WholePost({ post, latestCase, anonymous, pictures, colour }: WholePostProps) {
  return (
    <Stack gap="sm" align="flex-start">
      <Author user={post.user} at={post.createdAt} anonymous={anonymous} />
      <PostText post={post} term="" />
      {post.imageUrl && !isOwnImage(post.imageUrl) && <ForeignImage address={post.imageUrl} />}
      {isOwnImage(post.imageUrl) && <Picture address={post.imageUrl} shown={pictures} />}
      {(post.secretId ?? post.communityId) && <Places post={post} colour={colour} />}
      <PostFoot post={post} latestCase={latestCase} />
    </Stack>
  );
}

type CommentsProps = {
  casesOf: ReadonlyMap<string, SubjectCase>;
  pages: ReturnType<typeof usePostWithComments>;
  anonymous: boolean;
  hiding?: Hiding;
  onDelete?: (comment: Comment) => void;
  onOpenCase: ((comment: Comment) => void) | undefined;
};

function CommentFailure({ of, hiding }: { of: Comment; hiding: Hiding | undefined }) {
  const failed = hiding?.failedFor(of.id);
  return failed && <InlineFailure failed={failed} />;
}

/** The marks of a comment, whether it is hidden, and whether it has a case. */
const CommentSigns = ({ of: { hiddenAt, marks }, latestCase }: { of: Comment; latestCase: SubjectCase | undefined }) =>
  (hiddenAt !== null || latestCase || marks.length > 0) && (
    <Group gap="xs" fz="xs">
      {hiddenAt !== null && <HiddenBadge at={hiddenAt} />}
      {latestCase && <CaseSign of={latestCase} />}
      <MarkBadges of={marks} />
    </Group>
  );

/** The comments of a post, oldest first. */
function Comments({ pages, casesOf, anonymous, hiding, onDelete, onOpenCase }: CommentsProps) {
  const { data, error, isFetching, isFetchNextPageError, fetchNextPage, refetch } = pages;
  const comments = data?.pages.flatMap((page) => page.comments);
  const total = data?.pages.at(-1)?.pagination.total ?? 0;
  return (
    <>
      {!comments && !error && <SkeletonRows label="Loading the comments" shape="text" rows={3} />}
      {comments?.length === 0 && (
        <Empty icon={IconMessageCircle} title="No comments yet" sentence="Comments on this post appear here." />
      )}
      <Box component="ul" p={0} style={{ listStyle: 'none' }} aria-label="Comments">
        {comments?.map((comment, index) => (
          <Group
            key={comment.id}
            component="li"
            justify="space-between"
            align="flex-start"
            wrap="nowrap"
            gap="xs"
            py="sm"
            style={index === 0 ? undefined : { borderTop: '1px solid var(--awa-hairline)' }}
          >
            <Stack gap={6} miw={0} style={{ overflowWrap: 'anywhere' }}>
              <Author user={comment.user} at={comment.createdAt} anonymous={anonymous} />
              <MarkedText content={comment.content} marks={comment.marks} />
              <CommentSigns of={comment} latestCase={casesOf.get(comment.id)} />
              <CommentFailure of={comment} hiding={hiding} />
            </Stack>
            {hiding && onDelete && (
              // A phone has room for two in a line.
              <Group flex="none" gap={0} maw={{ base: '5.5rem', sm: 'none' }} justify="flex-end">
                <HideButton
                  what={`the comment “${excerpt(comment.content)}”`}
                  isHidden={comment.hiddenAt !== null}
                  busy={hiding.busy.includes(comment.id)}
                  onHide={(next) => hiding.hide([comment.id], next)}
                />
                {onOpenCase && (
                  <OpenCaseButton
                    what={`the comment “${excerpt(comment.content)}”`}
                    onClick={() => onOpenCase(comment)}
                  />
                )}
                <ActionIcon
                  aria-label={`Delete the comment “${excerpt(comment.content)}”`}
                  onClick={() => onDelete(comment)}
                >
                  <IconTrash size={18} stroke={1.6} aria-hidden="true" />
                </ActionIcon>
              </Group>
            )}
          </Group>
        ))}
      </Box>
      {error && (
        <FailedPanel
          failed={explain(error)}
          onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
          retrying={isFetching}
        />
      )}
      {comments && <ShowMore pages={pages} shown={comments.length} total={total} mt="sm" />}
    </>
  );
}
