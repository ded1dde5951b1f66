import { type Doctor, doctorFields } from '#contract/doctors.ts';
import { verificationOf, waysInWords } from '#contract/doctor-verification.ts';
import { nearDate } from '#web/lib/dates.ts';

const names = new Intl.ListFormat('en');

/** The verification of a doctor in words, and whether it counts. */
export function verificationWords(doctor: Doctor, now: Date): { text: string; isGood: boolean } {
  const { verifiedAt, verifiedBy, verifiedHow } = doctor;
  const found = verificationOf(doctor, now);
  if (verifiedAt === null || found.state === 'never') return { text: 'Never checked', isGood: false };
  const on = nearDate(verifiedAt, now);
  if (found.state === 'changed') {
    const fields = names.format(found.fields.map((name) => doctorFields.labels[name].toLowerCase()));
    const have = found.fields.length === 1 ? 'has' : 'have';
    return { text: `Check due: the ${fields} ${have} changed since ${on}`, isGood: false };
  }
  const by = verifiedBy ? ` by ${verifiedBy.name}` : '';
  const how = verifiedHow ? `, ${waysInWords[verifiedHow]}` : '';
  if (found.state === 'due')
    return { text: `Check due since ${nearDate(found.since, now)}: last verified on ${on}${by}${how}`, isGood: false };
  return { text: `Verified on ${on}${by}${how}`, isGood: true };
}
