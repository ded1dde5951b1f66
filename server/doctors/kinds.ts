import { doctorFields, withTitle } from '#contract/doctors.ts';
import { doctors } from '#server/doctors/tables.ts';
import { entityKind } from '#server/records/kind.ts';

/** The columns of a verification, which only its own call writes. */
const ofVerification: ReadonlySet<string> = new Set(['verifiedAt', 'verifiedBy', 'verifiedHow', 'verifiedOf']);

export const doctorKind = entityKind(doctorFields, doctors, {
  label: ({ name }) => withTitle(name),
  actionOf: (changed) => (changed.every((name) => ofVerification.has(name)) ? 'verify' : undefined),
});
