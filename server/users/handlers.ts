import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { api } from '#contract/api.ts';
import type { Change, History } from '#server/history/change.ts';
import { notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import { countMetrics, eraseUser, findUser, findUsers, setVerified } from '#server/users/queries.ts';

/** Of people the log keeps nothing but who did what to which id. */
const aUser = { area: 'users', kind: 'user' } as const;

export function userHandlers(db: NodePgDatabase, history: History): Handlers<typeof api.users> {
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

    setStatus({ userId, isVerified }, context) {
      const read = async (tx: NodePgDatabase) => {
        const user = await findUser(tx, userId);
        if (!user) throw notFound('user');
        return user;
      };
      const work = async (change: Change) => {
        const changed = await setVerified(change.tx, userId, isVerified);
        const user = await read(change.tx);
        if (changed) change.about({ ...aUser, action: isVerified ? 'verify' : 'unverify', entityId: userId });
        return user;
      };
      return history.change(context, work, { readAgain: read });
    },

    remove({ userId }, context) {
      return history.change(context, async (change) => {
        if (!(await eraseUser(change.tx, userId))) throw notFound('user');
        change.about({ ...aUser, action: 'delete', entityId: userId });
      });
    },
  };
}
