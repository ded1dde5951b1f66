import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { api } from '#contract/api.ts';
import { notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import { countMetrics, eraseUser, findUser, findUsers, setVerified } from '#server/users/queries.ts';

export function userHandlers(db: NodePgDatabase): Handlers<typeof api.users> {
  return {
    async metrics() {
      const counts = await countMetrics(db);
      const rate = counts.totalUsers === 0 ? 0 : (counts.verifiedUsers / counts.totalUsers) * 100;
      return { ...counts, verificationRate: Math.round(rate * 10) / 10 };
    },

    async list({ page, limit, search }) {
      const { users, total } = await findUsers(db, search, page, limit);
      return { users, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } };
    },

    async setStatus({ userId, isVerified }) {
      await setVerified(db, userId, isVerified);
      const user = await findUser(db, userId);
      if (!user) throw notFound('user');
      return user;
    },

    async remove({ userId }) {
      if (!(await eraseUser(db, userId))) throw notFound('user');
    },
  };
}
