import { withTitle, type Doctor } from '#contract/doctors.ts';
import { fold } from '#web/lib/fold.ts';

type Folded = { text: string; specialty: string };

/** Several spaces between two words count as one. */
const searched = (text: string) => fold(text).replaceAll(/\s+/g, ' ');

/** Thousands are searched at each key, so a doctor is folded only once. */
const folded = new WeakMap<Doctor, Folded>();

function foldedOf(doctor: Doctor) {
  const known = folded.get(doctor);
  if (known) return known;
  const specialty = searched(doctor.specialty);
  const fresh = { text: `${searched(withTitle(doctor.name))}\n${specialty}`, specialty };
  folded.set(doctor, fresh);
  return fresh;
}

/** The doctors with this text in their name or specialty, and with this specialty, whatever the case and the marks. */
export function filterDoctors(doctors: readonly Doctor[], search: string, specialty: string | undefined) {
  const term = searched(search.trim());
  const wanted = specialty && searched(specialty);
  if (!term && !wanted) return doctors;
  return doctors.filter((doctor) => {
    const own = foldedOf(doctor);
    return own.text.includes(term) && (!wanted || own.specialty === wanted);
  });
}

const alphabet = new Intl.Collator('en');

/** The specialties of all doctors, each in the spelling of the first doctor who has it, in alphabetical order. */
export function specialtiesOf(doctors: readonly Doctor[]) {
  const first = new Map<string, string>();
  for (const doctor of doctors) {
    const key = foldedOf(doctor).specialty;
    if (!first.has(key)) first.set(key, doctor.specialty);
  }
  return [...first.values()].sort(alphabet.compare);
}
