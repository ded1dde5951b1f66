import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { api } from '#contract/api.ts';
import { DoctorInput, withTitle } from '#contract/doctors.ts';
import { doctors } from '#server/doctors/tables.ts';
import { crud } from '#server/history/crud.ts';
import { entityKind } from '#server/history/entity-kinds.ts';
import type { History } from '#server/history/history.ts';
import { listEntities } from '#server/history/reads.ts';
import { cached } from '#server/http/cached.ts';
import type { Handlers } from '#server/http/mount.ts';
import { publicAddress } from '#server/images/storage.ts';

export const doctor = entityKind({
  kind: 'doctor',
  area: 'doctors',
  table: doctors,
  fields: DoctorInput,
  label: ({ name }) => withTitle(name),
  images: ['profileImage', 'imageUrl'],
  order: {},
  flag: 'isActive',
});

export const doctorHandlers = (
  db: NodePgDatabase,
  history: History,
  { publicUrl }: { publicUrl: string },
): Handlers<typeof api.doctors> => ({
  ...crud(history, doctor),

  list: cached({ areas: ['doctors', 'staff'], read: async () => ({ doctors: await listEntities(db, doctor) }) }),

  published: cached({
    areas: ['doctors'],
    async read() {
      const shown = await listEntities(db, doctor, eq(doctors.isActive, true));
      for (const one of shown) {
        one.imageUrl = publicAddress(one.imageUrl, publicUrl);
        one.profileImage = publicAddress(one.profileImage, publicUrl);
      }
      return { doctors: shown };
    },
  }),
});
