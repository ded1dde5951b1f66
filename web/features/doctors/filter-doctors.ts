import { withTitle, type Doctor } from '#contract/doctors.ts';
import { fold } from '#web/lib/fold.ts';

type Folded = { text: string; specialty: string };

/** However many spaces stand between two words. */
const searched = (text: string) => fold(text).replaceAll(/\s+/g, ' ');

/** Thousands are searched at each key: a doctor is folded once. */
const folded = new WeakMap<Doctor, Folded>();

function foldedOf(doctor: Doctor) {
  const known = folded.get(doctor);
  if (known) return known;
  const specialty = searched(doctor.specialty);
  const fresh = { text: `${searched(withTitle(doctor.name))}\n${specialty}`, specialty };
  folded.set(doctor, fresh);
  return fresh;
}

/** Those with this in their name or specialty, and of this specialty, whatever the case and the marks. */
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

/** The specialties there are, each in the spelling of the first who has it, in the order of the alphabet. */
export function specialtiesOf(doctors: readonly Doctor[]) {
  const first = new Map<string, string>();
  for (const doctor of doctors) {
    const key = foldedOf(doctor).specialty;
    if (!first.has(key)) first.set(key, doctor.specialty);
  }
  return [...first.values()].sort(alphabet.compare);
}
