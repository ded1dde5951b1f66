import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { api } from '#contract/api.ts';
import type { Change } from '#server/history/change.ts';
import type { History } from '#server/history/history.ts';
import { someMissing } from '#server/records/failures.ts';
import { notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { ImageEraser } from '#server/images/erase.ts';
import type { ImageKey } from '#server/images/storage.ts';
import { describeFilter, usersAsCsv } from '#server/users/export.ts';
import { countByDay, countWritersByDay, metricsStatement } from '#server/users/metrics.ts';
import { userList } from '#server/users/list.ts';
import { pagesRead } from '#server/users/pages-read.ts';
import { erasePerson, findUser, findUserDetail, setVerified } from '#server/users/queries.ts';

/** The log keeps only the id of a user. */
const aUser = { area: 'users', kind: 'user' } as const;

function found<T>(user: T | undefined): T {
  if (!user) throw notFound('user');
  return user;
}

export function userHandlers(history: History, images: ImageEraser, pipeline = history.db): Handlers<typeof api.users> {
  const { db } = history;
  const metrics = metricsStatement(db).prepare('metrics');
  const read = userList(db, pipeline);
  const notePage = pagesRead(db);
  const readMetrics = async () => {
    const [counts] = await metrics.execute();
    if (!counts) throw new Error('A sum without a row');
    return counts;
  };
  return {
    async metrics() {
      const counts = await readMetrics();
      const rate = counts.totalUsers === 0 ? 0 : (counts.verifiedUsers / counts.totalUsers) * 100;
      return { ...counts, verificationRate: Math.round(rate * 10) / 10 };
    },

    async audience() {
      const { activeUsers } = await readMetrics();
      return { activeUsers };
    },

    signups: async ({ days, timeZone }) => ({ days: await countByDay(db, 'users', days, timeZone) }),
    posts: async ({ days, timeZone }) => ({ days: await countByDay(db, 'posts', days, timeZone) }),

    writers: async ({ days, timeZone }) => ({ days: await countWritersByDay(db, days, timeZone) }),

    async list(filter, context) {
      const page = await read(filter);
      await notePage(context, page);
      return page;
    },

    async export(filter, { staff, reply }) {
      const details = describeFilter(filter);
      await history.record({ ...aUser, actor: staff, action: 'export', entityId: null, details });
      const day = new Date().toISOString().slice(0, 10);
      reply.header('Content-Disposition', `attachment; filename="awa-users-${day}.csv"`);
      return usersAsCsv(db, filter);
    },

    async get({ userId }, context) {
      const user = found(await findUserDetail(db, userId));
      await history.recordLook(context, userId);
      return user;
    },

    setStatus({ userId, isVerified }, context) {
      const read = async (tx: NodePgDatabase) => found(await findUser(tx, userId));
      const work = async (change: Change) => {
        const { changed } = await setVerified(change.tx, [userId], isVerified);
        const user = await read(change.tx);
        if (changed) change.about({ ...aUser, action: isVerified ? 'verify' : 'unverify', entityId: userId });
        return user;
      };
      return history.change(context, work, { readAgain: read });
    },

    bulk({ ids, action }, context) {
      return history.change(context, async (change) => {
        const { changed, missing } = await setVerified(change.tx, ids, action === 'verify');
        if (missing.length > 0) throw someMissing('user', ids, missing);
        if (changed > 0) change.about({ ...aUser, action, entityId: null, count: changed });
        return { count: changed };
      });
    },

    async remove({ userId }, context) {
      let forgotten: ImageKey[] = [];
      await history.change(context, async (change) => {
        const pictures = await erasePerson(change.tx, images, userId);
        if (!pictures) throw notFound('user');
        forgotten = pictures;
        change.about({ ...aUser, action: 'delete', entityId: userId });
      });
      await images.removeFiles(forgotten);
    },
  };
}
