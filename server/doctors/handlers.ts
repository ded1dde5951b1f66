import type { api } from '#contract/api.ts';
import { doctor as contract, withTitle } from '#contract/doctors.ts';
import { doctors } from '#server/doctors/tables.ts';
import { crud } from '#server/history/crud.ts';
import { entityKind } from '#server/history/entity-kinds.ts';
import type { History } from '#server/history/history.ts';
import type { Handlers } from '#server/http/mount.ts';

export const doctor = entityKind(contract, doctors, { label: ({ name }) => withTitle(name) });

export const doctorHandlers = (history: History, settings: { publicUrl: string }): Handlers<typeof api.doctors> =>
  crud(history, doctor, settings);
