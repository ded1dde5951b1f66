import { doctorFields, withTitle } from '#contract/doctors.ts';
import { doctors } from '#server/doctors/tables.ts';
import { entityKind } from '#server/records/kind.ts';

/** The columns of a verification, which only its own call writes. */
const verification = ['verifiedAt', 'verifiedBy', 'verifiedHow', 'verifiedOf'] as const;
const ofVerification: ReadonlySet<string> = new Set(verification);

export const doctorKind = entityKind(doctorFields, doctors, {
  label: ({ name }) => withTitle(name),
  mergeGroups: [verification],
  actionOf: (changed) => (changed.every((name) => ofVerification.has(name)) ? 'verify' : undefined),
});
