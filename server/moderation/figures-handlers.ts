import { Readable } from 'node:stream';
import type { api } from '#contract/api.ts';
import type { Services } from '#server/feature.ts';
import type { Handlers } from '#server/http/mount.ts';
import { figuresAsCsv, readFigures } from '#server/moderation/figures.ts';

export function figuresHandlers({ history }: Pick<Services, 'history'>): Handlers<typeof api.moderationFigures> {
  const { db } = history;
  return {
    read: ({ months }, { staff }) => readFigures(db, staff.role, months),

    async export({ months }, { staff, reply }) {
      const about = { area: 'moderation', kind: 'case', entityId: null } as const;
      const details = `counts by month and reason, ${months === 1 ? 'this month' : `last ${months} months`}`;
      const file = await figuresAsCsv(db, staff.role, months);
      await history.record({ ...about, actor: staff, action: 'export', details });
      const day = new Date().toISOString().slice(0, 10);
      reply.header('Content-Disposition', `attachment; filename="awa-moderation-${day}.csv"`);
      return Readable.from([file]);
    },
  };
}
