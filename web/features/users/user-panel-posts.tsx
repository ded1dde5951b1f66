import { VisuallyHidden } from '@mantine/core';
import { type Icon, IconHeart, IconMessageCircle } from '@tabler/icons-react';
import type { UserDetail } from '#contract/users.ts';
import classes from '#web/features/users/user-panel.module.css';
import { shortDate } from '#web/lib/dates.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { Empty } from '#web/ui/empty.tsx';
import { SkeletonBox } from '#web/ui/skeleton.tsx';

type Post = UserDetail['recentPosts'][number];

/** What they wrote last. Undefined while loading. */
export function RecentPosts({ posts }: { posts: Post[] | undefined }) {
  return (
    <section aria-label="Recent posts" className={classes.recent}>
      <h3 className={classes.title}>Recent posts</h3>
      {posts?.length === 0 ? (
        <Empty
          icon={IconMessageCircle}
          title="No posts yet"
          sentence="What they write in the app appears here, with its likes and comments."
        />
      ) : (
        <ul className={classes.posts}>
          {posts
            ? posts.map((post) => <PostRow key={post.id} post={post} />)
            : [1, 2, 3].map((row) => <PostBox key={row} />)}
        </ul>
      )}
    </section>
  );
}

function PostRow({ post: { content, createdAt, _count } }: { post: Post }) {
  return (
    <li className={classes.post}>
      <p className={classes.content} data-missing={content === '' || undefined}>
        {content || 'A picture without words'}
      </p>
      <div className={classes.meta}>
        <time dateTime={createdAt}>{shortDate(createdAt)}</time>
        <Figure icon={IconHeart} count={_count.likes} one="like" />
        <Figure icon={IconMessageCircle} count={_count.comments} one="comment" />
      </div>
    </li>
  );
}

function Figure({ icon: FigureIcon, count, one }: { icon: Icon; count: number; one: string }) {
  return (
    <span className={classes.figure}>
      <FigureIcon size={14} stroke={2} aria-hidden="true" />
      {formatInteger(count)}
      <VisuallyHidden> {count === 1 ? one : `${one}s`}</VisuallyHidden>
    </span>
  );
}

const PostBox = () => (
  <li className={classes.post} aria-hidden="true">
    <SkeletonBox width="22rem" height="0.875rem" />
    <SkeletonBox width="14rem" height="0.875rem" />
    <SkeletonBox width="6rem" height="0.75rem" />
  </li>
);
