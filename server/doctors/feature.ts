import type { api } from '#contract/api.ts';
import { doctorRows } from '#server/doctors/demo.ts';
import { doctorKind } from '#server/doctors/kinds.ts';
import { verify } from '#server/doctors/verification.ts';
import { copyDemoRecords } from '#server/records/demo-records.ts';
import { crud } from '#server/history/crud.ts';
import type { Feature } from '#server/feature.ts';

export const doctorsFeature: Feature<typeof api> = {
  kinds: [doctorKind],
  handlers: ({ history, publicUrl }) => ({
    doctors: {
      ...crud(history, doctorKind, { publicUrl }),
      verify: (checked, context) => history.change(context, (change) => verify(change, checked)),
    },
  }),
  demo: (client, demo) => copyDemoRecords(client, doctorKind, doctorRows(demo), demo),
};
