import { isCheckDue } from '#contract/doctor-verification.ts';
import { withTitle, type Doctor } from '#contract/doctors.ts';
import { searched, searchedOf } from '#web/lib/fold.ts';

const linesOf = (doctor: Doctor) => searchedOf(doctor, ({ name, specialty }) => [withTitle(name), specialty]);

/** The filters of the doctor list, with their values from the address. `active` is `check-due` for active doctors who are to be verified. */
export type DoctorFilter = { specialty?: string; active?: string; availability?: string };

/** The doctors with these values at this time whose name or specialty contains the text, ignoring case and accents. */
export function filterDoctors(
  doctors: readonly Doctor[],
  text: string,
  { specialty, active, availability }: DoctorFilter,
  now = new Date(),
) {
  const term = searched(text);
  const end = specialty === undefined ? '' : `\n${searched(specialty)}`;
  return doctors.filter((doctor) => {
    const lines = linesOf(doctor);
    return (
      lines.includes(term) &&
      lines.endsWith(end) &&
      (active === undefined || doctor.isActive === (active !== 'no')) &&
      (active !== 'check-due' || isCheckDue(doctor, now)) &&
      (availability === undefined || doctor.availabilityStatus === availability)
    );
  });
}

const alphabet = new Intl.Collator('en');

/** The specialties of all doctors, each in the spelling of the first doctor who has it, in alphabetical order. */
export function specialtiesOf(doctors: readonly Doctor[]) {
  const first = new Map<string, string>();
  for (const doctor of doctors) {
    const [, key = ''] = linesOf(doctor).split('\n');
    if (!first.has(key)) first.set(key, doctor.specialty);
  }
  return [...first.values()].sort(alphabet.compare);
}
