import { Readable } from 'node:stream';
import type { api } from '#contract/api.ts';
import { doctorRows } from '#server/doctors/demo.ts';
import { doctorsAsCsv } from '#server/doctors/csv.ts';
import { importDoctors } from '#server/doctors/import.ts';
import { doctorKind } from '#server/doctors/kinds.ts';
import { verify } from '#server/doctors/verification.ts';
import { copyDemoRecords } from '#server/records/demo-records.ts';
import { listEntities } from '#server/records/reads.ts';
import { crud } from '#server/history/crud.ts';
import type { Feature } from '#server/feature.ts';

export const doctorsFeature: Feature<typeof api> = {
  kinds: [doctorKind],
  handlers: ({ history, publicUrl }) => ({
    doctors: {
      ...crud(history, doctorKind, { publicUrl }),
      verify: (checked, context) => history.change(context, (change) => verify(change, checked)),
    },
    doctorFile: {
      async export(_, { reply }) {
        const day = new Date().toISOString().slice(0, 10);
        reply.header('Content-Disposition', `attachment; filename="awa-doctors-${day}.csv"`);
        return Readable.from([doctorsAsCsv(await listEntities(history.db, doctorKind))]);
      },
      import: (input, context) => importDoctors(history, context, input),
    },
  }),
  demo: (client, demo) => copyDemoRecords(client, doctorKind, doctorRows(demo), demo),
};
