import { checkedUntil } from '#contract/checked.ts';
import { type Doctor, type VerificationWay, type VerifiedDetails, verifiedFields } from '#contract/doctors.ts';

/** The ways at the end of a sentence: `verified Dr. Ada Obi by phone`. */
export const waysInWords: Readonly<Record<VerificationWay, string>> = {
  call: 'by phone',
  visit: 'on a visit',
  document: 'from a document',
};

type Verified = Pick<Doctor, 'verifiedAt' | 'verifiedOf' | keyof VerifiedDetails>;

/** The details of a doctor that a verification is about, as they are now. */
export const detailsOf = ({ name, phone, email, licenceNumber }: VerifiedDetails): VerifiedDetails => ({
  name,
  phone,
  email,
  licenceNumber,
});

/**
 * Whether the verification of a doctor counts: `never` verified; details have `changed` since; `due` since a time,
 * because it is too long ago; or `valid`.
 */
export function verificationOf(
  { verifiedAt, verifiedOf, ...doctor }: Verified,
  now: Date,
):
  | { state: 'never' | 'valid' }
  | { state: 'changed'; fields: (keyof VerifiedDetails)[] }
  | { state: 'due'; since: Date } {
  if (verifiedAt === null || verifiedOf === null) return { state: 'never' };
  const fields = verifiedFields.filter((name) => doctor[name] !== verifiedOf[name]);
  if (fields.length > 0) return { state: 'changed', fields };
  const until = checkedUntil(verifiedAt);
  return until <= now ? { state: 'due', since: until } : { state: 'valid' };
}

/** Whether a doctor is to be verified again. */
export const isCheckDue = (doctor: Verified, now: Date) => verificationOf(doctor, now).state !== 'valid';
