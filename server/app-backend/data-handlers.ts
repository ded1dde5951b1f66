import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { type appDataApi, type RefusalCode, refusals } from '#contract/app-data.ts';
import {
  deleteLike,
  deleteMember,
  writeComments,
  writeLikes,
  writeMembers,
  writePeople,
  writePosts,
} from '#server/app-backend/write-rows.ts';
import { eraseComment } from '#server/awa/comments.ts';
import { erasePosts } from '#server/awa/delete-posts.ts';
import { readShown } from '#server/awa/hide.ts';
import { type Marked, markTexts } from '#server/awa/mark-texts.ts';
import { batch } from '#server/database/driver/batch.ts';
import { describeError } from '#server/database/reason.ts';
import { retryDeadlock } from '#server/database/retry-deadlock.ts';
import type { Services } from '#server/feature.ts';
import { notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import { imageEraser } from '#server/images/erase.ts';
import { erasePerson } from '#server/users/queries.ts';
import { users } from '#server/users/tables.ts';

/** The minimum number of milliseconds between two times that texts are marked, so that one time marks many. */
const markEvery = 500;

/** The answer to rows of which some were refused. */
const answerTo = <Row extends { code: RefusalCode }>(sent: readonly unknown[], refused: readonly Row[]) => ({
  written: sent.length - refused.length,
  refused: refused.map((row) => ({ ...row, message: refusals[row.code] })),
});

/** Serves the calls with which the app's backend writes people, and what they write. None of them is in the staff log. */
export function appDataHandlers({ history, storage, imageColumns, appWrote, log }: Services): {
  [Name in keyof typeof appDataApi]: Handlers<(typeof appDataApi)[Name]>;
} {
  const { db, expectRoom } = history;
  const images = imageEraser(storage, imageColumns);

  const marking = (kind: Marked) =>
    batch(1, async (asked: string[][]) => {
      const ids = asked.flat();
      let left = ids.length;
      for (let done = 1; done > 0 && left > 0; left -= done) done = await markTexts(db, kind, log, ids);
      appWrote(['posts']);
      await pause(markEvery, undefined, { ref: false });
      return asked;
    });
  const mark = { post: marking('post'), comment: marking('comment') };

  /** Marks texts in the background. The upkeep marks what is left over. */
  async function markSoon(kind: Marked, ids: string[]) {
    try {
      await mark[kind](ids);
    } catch (error) {
      log.warn({ error: describeError(error) }, `${kind}s of the app are marked later`);
    }
  }

  /** An open panel of a post shows its comments. */
  function wroteTexts(kind: Marked, ids: string[]) {
    if (ids.length === 0) return;
    appWrote(['posts']);
    void markSoon(kind, ids);
  }

  const wrote = (kind: 'posts' | 'users' | 'members', isChanged: boolean) => {
    if (isChanged) appWrote([kind]);
  };

  return {
    appPeople: {
      async write({ people }) {
        expectRoom();
        const { written, refused } = await writePeople.write(db, people);
        wrote('users', written.length > 0);
        return answerTo(people, refused);
      },

      async get({ id }) {
        const { isVerified, createdAt } = users;
        const [person] = await db.select({ id: users.id, isVerified, createdAt }).from(users).where(eq(users.id, id));
        if (!person) throw notFound('person');
        return person;
      },

      async update(sent) {
        expectRoom();
        const { isStored, isChanged } = await writePeople.change(db, sent);
        if (!isStored) throw notFound('person');
        wrote('users', isChanged);
      },

      async remove({ id }) {
        const forgotten = await retryDeadlock(() => db.transaction((tx) => erasePerson(tx, images, id)));
        if (!forgotten) return;
        await images.removeFiles(forgotten);
        appWrote(['users', 'posts', 'members']);
      },
    },

    appPosts: {
      async write({ posts }) {
        expectRoom();
        const { written, refused } = await writePosts.write(db, posts);
        wroteTexts('post', written);
        return answerTo(posts, refused);
      },

      get: ({ id }) => readShown(db, 'post', id),

      async update(sent) {
        expectRoom();
        const { isStored, isChanged } = await writePosts.change(db, sent);
        if (!isStored) throw notFound('post');
        wroteTexts('post', isChanged ? [sent.id] : []);
      },

      async remove({ id }) {
        const { gone, forgotten } = await retryDeadlock(() => db.transaction((tx) => erasePosts(tx, images, [id])));
        await images.removeFiles(forgotten);
        wrote('posts', gone.length > 0);
      },
    },

    appComments: {
      async write({ comments }) {
        expectRoom();
        const { written, refused } = await writeComments.write(db, comments);
        wroteTexts('comment', written);
        return answerTo(comments, refused);
      },

      get: ({ id }) => readShown(db, 'comment', id),

      async update(sent) {
        expectRoom();
        const { isStored, isChanged } = await writeComments.change(db, sent);
        if (!isStored) throw notFound('comment');
        wroteTexts('comment', isChanged ? [sent.id] : []);
      },

      async remove({ id }) {
        wrote('posts', await retryDeadlock(() => eraseComment(db, id)));
      },
    },

    // No list of an open desk shows likes.
    appLikes: {
      async write({ likes }) {
        expectRoom();
        const { refused } = await writeLikes(db, likes);
        return answerTo(likes, refused);
      },

      remove: (like) => retryDeadlock(() => deleteLike(db, like)),
    },

    appMembers: {
      async write({ members }) {
        expectRoom();
        const { written, refused } = await writeMembers(db, members);
        wrote('members', written > 0);
        return answerTo(members, refused);
      },

      async remove(member) {
        wrote('members', await retryDeadlock(() => deleteMember(db, member)));
      },
    },
  };
}
