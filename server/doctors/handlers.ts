import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { api } from '#contract/api.ts';
import { DoctorInput, withTitle } from '#contract/doctors.ts';
import { findDoctor, listDoctors, listPublished } from '#server/doctors/queries.ts';
import { doctors } from '#server/doctors/tables.ts';
import { publicAddress } from '#server/images/storage.ts';
import { cached } from '#server/http/cached.ts';
import { notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { History } from '#server/history/history.ts';
import { entityKind } from '#server/history/entity-kinds.ts';
import { lockOrder, shiftSiblings, putInOrder } from '#server/history/order.ts';
import type { Snapshot } from '#server/history/tables.ts';

export const doctor = entityKind({
  kind: 'doctor',
  area: 'doctors',
  table: doctors,
  fields: DoctorInput,
  label: ({ name }) => withTitle(name),
  read: findDoctor,
  images: ['profileImage', 'imageUrl'],
  orderFields: ['displayOrder'],
  action: (changed, { isActive }) =>
    changed.length === 1 && changed[0] === 'isActive' ? (isActive ? 'enable' : 'disable') : 'update',
});

const placeOf = ({ id, displayOrder }: Snapshot) => ({ id, displayOrder: Number(displayOrder) });

async function read(tx: NodePgDatabase, id: string) {
  const found = await findDoctor(tx, id);
  if (!found) throw notFound('doctor');
  return found;
}

export function doctorHandlers(
  db: NodePgDatabase,
  history: History,
  { publicUrl }: { publicUrl: string },
): Handlers<typeof api.doctors> {
  return {
    list: cached({
      areas: ['doctors', 'staff'],
      read: async () => ({ doctors: await listDoctors(db) }),
    }),

    published: cached({
      areas: ['doctors'],
      async read() {
        const shown = await listPublished(db);
        for (const one of shown) {
          one.imageUrl = publicAddress(one.imageUrl, publicUrl);
          one.profileImage = publicAddress(one.profileImage, publicUrl);
        }
        return { doctors: shown };
      },
    }),

    create(values, context) {
      return history.change(context, async (change) => {
        if (values.displayOrder > 0) await lockOrder(change, doctor);
        const added = await change.create(doctor, { ...values, createdBy: context.staff.id });
        await shiftSiblings(change, doctor, placeOf(added), 0);
        return read(change.tx, added.id);
      });
    },

    order({ ids }, context) {
      return history.change(context, (change) => putInOrder(change, doctor, ids));
    },

    update({ id, ...sent }, context) {
      return history.change(context, async (change) => {
        const before = sent.displayOrder === undefined ? undefined : (await lockOrder(change, doctor)).get(id);
        const row = await change.update(doctor, id, sent);
        if (before) await shiftSiblings(change, doctor, placeOf(row), placeOf(before).displayOrder);
        return read(change.tx, id);
      });
    },

    remove({ id }, context) {
      return history.change(context, (change) => change.remove(doctor, id));
    },
  };
}
