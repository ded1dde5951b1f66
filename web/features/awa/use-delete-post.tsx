import { Text } from '@mantine/core';
import { type Post, awaApi } from '#contract/awa.ts';
import { change } from '#web/api/change.ts';
import { useConfirmedDeletion } from '#web/entity/list/use-confirmed-deletion.tsx';
import { excerpt } from '#web/lib/excerpt.ts';
import { counted } from '#web/lib/numbers.ts';
import { showToast } from '#web/ui/toast-store.ts';

/** The most characters of a post in the question. */
const maxShown = 240;

function consequence({ _count: { likes, comments } }: Post) {
  const some = [comments > 0 && counted(comments, 'comment'), likes > 0 && counted(likes, 'like')].filter(Boolean);
  const alone = likes + comments === 1 ? 'is' : 'are';
  return `${some.length > 0 ? `Its ${some.join(' and ')} ${alone} deleted too. ` : ''}This cannot be undone.`;
}

/** Deletes a post after a question. `question` belongs at the end of the page. */
export const useDeletePost = (onDeleted: (id: string) => void, refresh: () => Promise<unknown>) =>
  useConfirmedDeletion<Post>({
    mutationKey: [awaApi.posts.remove.path],
    send: ({ id }) => change(awaApi.posts.remove, { id }),
    called: () => 'the post',
    onDeleted: ({ id }, message) => {
      showToast(message);
      onDeleted(id);
    },
    refresh,
    texts: (post) => ({
      title: 'Delete this post?',
      about: post.content && (
        <Text c="dimmed" mt="sm" mb="md">
          “{excerpt(post.content, maxShown)}”
        </Text>
      ),
      sentence: 'Are you sure you want to delete this post?',
      consequence: consequence(post),
      action: 'Delete post',
    }),
  });
