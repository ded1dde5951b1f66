import { areaRoles } from '#contract/areas.ts';
import type { api } from '#contract/api.ts';
import type { Role } from '#contract/roles.ts';
import { maxCountedPosts } from '#contract/awa.ts';
import { readAwaAnalytics } from '#server/awa/analytics.ts';
import { deleteComment, listComments } from '#server/awa/comments.ts';
import { deletePost, deletePosts } from '#server/awa/delete-posts.ts';
import { setHidden } from '#server/awa/hide.ts';
import { communityKind, secretKind, topicKind } from '#server/awa/kinds.ts';
import { markTexts } from '#server/awa/mark-texts.ts';
import { countNewPosts, listPosts, maxNew } from '#server/awa/posts.ts';
import { pseudonyms } from '#server/awa/pseudonyms.ts';
import { listSecretsOf, listTopics, withHeld, withMembers } from '#server/awa/topics.ts';
import { crud } from '#server/history/crud.ts';
import type { Services } from '#server/feature.ts';
import { cached } from '#server/http/responses/cached.ts';
import { readCursor, parseCursor } from '#server/http/cursor.ts';
import type { Handlers } from '#server/http/mount.ts';
import { imageEraser } from '#server/images/erase.ts';
import { publicAddress } from '#server/images/storage.ts';

const area = 'awa';

type Api = Pick<typeof api, 'topics' | 'secrets' | 'communities' | 'posts' | 'comments' | 'awa'>;

export function awaHandlers({ history, pipeline, storage, imageColumns, publicUrl, log }: Services): {
  [Name in keyof Api]: Handlers<Api[Name]>;
} {
  const { db } = history;
  const reading = pipeline();
  const images = imageEraser(storage, imageColumns);
  const madeUpNames = pseudonyms(db);
  /** Only accounts that may act on a post see its author; others see a made-up name. */
  const namingFor = ({ role }: { role: Role }) => (areaRoles.awa.change.includes(role) ? undefined : madeUpNames());
  const [ofTopics, ofSecrets, ofCommunities] = [
    crud(history, topicKind, { publicUrl }),
    crud(history, secretKind, { publicUrl }),
    crud(history, communityKind, { publicUrl }),
  ];
  /** The content areas that the lists of staff depend on, including members. */
  const areas = [area, 'awa-members', 'staff'];

  return {
    topics: {
      ...ofTopics,
      list: cached({ areas, read: async () => ({ topics: await listTopics(db) }) }),
      create: async (values, context) => withHeld(db, await ofTopics.create(values, context)),
      update: async (sent, context) => withHeld(db, await ofTopics.update(sent, context)),
    },

    secrets: {
      ...ofSecrets,
      list: cached({ areas, read: async ({ topicId }) => ({ secrets: await listSecretsOf(db, topicId) }) }),
      create: async (values, context) => withMembers(db, await ofSecrets.create(values, context)),
      update: async (sent, context) => withMembers(db, await ofSecrets.update(sent, context)),
    },

    communities: ofCommunities,

    posts: {
      async list({ cursor, limit, ...filter }, { staff }) {
        const before = parseCursor(cursor);
        const naming = await namingFor(staff);
        // A search, or the posts of a topic, reads many rows: that must not delay the reads in the pipeline.
        const over = filter.search === '' && filter.topicId === undefined ? reading : db;
        const read = () => listPosts(over, filter, { cursor: before, limit, naming });
        let found = await read();
        if (found.pending) {
          // First the posts of this page, then others, which may also match a filter by marks.
          if (found.unmarked.length > 0) await markTexts(db, 'post', log, found.unmarked);
          await markTexts(db, 'post', log);
          found = await read();
        }
        const { posts, nextCursor, newest } = found;
        const totalIsCapped = found.total > maxCountedPosts && found.isCounted;
        const total = totalIsCapped ? maxCountedPosts : found.total;
        return { posts, pagination: { nextCursor, total, totalIsCapped, newest } };
      },

      async countNew({ since, ...filter }) {
        const found = await countNewPosts(db, filter, readCursor(since, 'since'));
        return { count: Math.min(found, maxNew), countIsCapped: found > maxNew };
      },

      async remove({ id }, context) {
        const { forgotten } = await history.change(context, (change) => deletePost(change, images, id));
        await images.removeFiles(forgotten);
      },

      async bulkRemove({ ids }, context) {
        const { count, forgotten } = await history.change(context, (change) => deletePosts(change, images, ids));
        await images.removeFiles(forgotten);
        return { count };
      },

      setHidden: ({ ids, isHidden }, context) =>
        history.change(context, async (change) => ({ ids: await setHidden(change, 'post', ids, isHidden) })),
    },

    comments: {
      async list({ id, cursor, limit }, { staff }) {
        const page = { cursor: parseCursor(cursor), limit, naming: await namingFor(staff) };
        const read = () => listComments(db, id, page);
        let found = await read();
        if (found.unmarked.length > 0) {
          await markTexts(db, 'comment', log, found.unmarked);
          found = await read();
        }
        const { post, comments, pagination } = found;
        return { post, comments, pagination };
      },
      remove: ({ id }, context) => history.change(context, (change) => deleteComment(change, id)),
      setHidden: ({ ids, isHidden }, context) =>
        history.change(context, async (change) => ({ ids: await setHidden(change, 'comment', ids, isHidden) })),
    },

    awa: {
      analytics: () => readAwaAnalytics(db),

      published: cached({
        areas: [area],
        async read(_, replica = db) {
          const all = await listTopics(replica);
          for (const { secrets } of all) {
            for (const one of secrets) one.imageUrl = publicAddress(one.imageUrl, publicUrl);
          }
          return { topics: all };
        },
      }),
    },
  };
}
