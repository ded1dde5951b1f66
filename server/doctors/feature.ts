import type { api } from '#contract/api.ts';
import { doctorFields, withTitle } from '#contract/doctors.ts';
import { doctorRows } from '#server/doctors/demo.ts';
import { doctors } from '#server/doctors/tables.ts';
import { copyDemoRecords } from '#server/records/demo-records.ts';
import { crud } from '#server/history/crud.ts';
import { entityKind } from '#server/records/kind.ts';
import type { Feature } from '#server/feature.ts';

export const doctorKind = entityKind(doctorFields, doctors, { label: ({ name }) => withTitle(name) });

export const doctorsFeature: Feature<typeof api> = {
  kinds: [doctorKind],
  handlers: ({ history, publicUrl }) => ({ doctors: crud(history, doctorKind, { publicUrl }) }),
  demo: (client, demo) => copyDemoRecords(client, doctorKind, doctorRows(demo), demo),
};
