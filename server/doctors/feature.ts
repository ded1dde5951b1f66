import type { api } from '#contract/api.ts';
import { doctor as contract, withTitle } from '#contract/doctors.ts';
import { doctorRows } from '#server/doctors/demo.ts';
import { doctors } from '#server/doctors/tables.ts';
import { copyEntities } from '#server/records/demo.ts';
import { crud } from '#server/history/crud.ts';
import { entityKind } from '#server/records/kind.ts';
import type { Feature } from '#server/feature.ts';

export const doctor = entityKind(contract, doctors, { label: ({ name }) => withTitle(name) });

export const doctorsFeature: Feature<typeof api> = {
  kinds: [doctor],
  handlers: ({ history, publicUrl }) => ({ doctors: crud(history, doctor, { publicUrl }) }),
  demo: (client, demo) => copyEntities(client, doctor, doctorRows(demo), demo),
};
