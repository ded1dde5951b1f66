import { type VerificationWay, type VerifiedDetails, verificationWays } from '#contract/doctors.ts';
import { type Random, seededRandom } from '#server/database/seeded-random.ts';
import { type DemoPerson, drawPerson, peoplesByShare } from '#server/doctors/demo-people.ts';
import { drawBio, specialtiesByShare } from '#server/doctors/demo-texts.ts';
import type { doctors } from '#server/doctors/tables.ts';
import type { Demo, DemoRow } from '#server/records/demo-records.ts';

const day = 86_400_000;

/** The item for row `n`: in every forty rows each item occurs as often as its share. `step` mixes them. */
function turnOf<T>(items: readonly T[], row: number, step: number): T {
  const round = Math.floor(row / items.length);
  return items[(row * step + round) % items.length] as T;
}

/** A name in the form used in addresses: `adebayo` for `Adébáyọ̀`. */
const plain = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[ɓɗƙƴ]/g, (letter) => ({ ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' })[letter] ?? '')
    .replaceAll(/[^a-z ]/g, '')
    .replaceAll(' ', '.');

/** Addresses and numbers that can belong to no one (RFC 2606; no Nigerian network begins with 900 0). */
function contactOf({ name }: DemoPerson, random: Random) {
  const digits = String(Math.floor(random.next() * 10_000)).padStart(4, '0');
  return {
    email: random.chance(0.9) ? `${plain(name)}@clinic.example` : '',
    phone: random.chance(0.85) ? `+234 900 000 ${digits}` : '',
    calendlyUrl: random.chance(0.6) ? `https://booking.example/${plain(name).replaceAll('.', '-')}` : '',
  };
}

/** Most ratings are between 4 and 5. An unrated doctor has 0. */
const drawRating = (random: Random) =>
  random.chance(0.08) ? 0 : Math.min(50, Math.round(45 + random.normal() * 3)) / 10;

const ways = Object.keys(verificationWays) as VerificationWay[];

/** A verification in the last months, of the details as they are; some doctors have none. */
function verificationOf(details: VerifiedDetails, made: number, today: number, random: Random) {
  const at = Math.round(today - random.next() * 110 * day);
  if (random.chance(0.15) || at < made) return {};
  return { verifiedAt: new Date(at).toISOString(), verifiedHow: random.pick(ways), verifiedOf: details };
}

/** The demo doctors in order; about half of them have one of the pictures. */
export function* doctorRows({ doctors: count, today, pictures }: Demo): Generator<DemoRow<typeof doctors>> {
  const portraits = pictures?.doctors ?? [];
  const taken = new Set<string>();
  let pictured = 0;
  for (let row = 0; row < count; row += 1) {
    const random = seededRandom(`doctor ${row}`);
    const person = drawPerson(turnOf(peoplesByShare, row, 17), random, taken);
    taken.add(person.name);
    const specialty = turnOf(specialtiesByShare, row, 11);
    const yearsOfExperience = 2 + Math.floor(random.next() * 33);
    const bio = random.chance(0.04) ? '' : drawBio(specialty, person.isWoman, yearsOfExperience, random);
    const contact = contactOf(person, random);
    const fee = random.chance(0.06) ? 0 : Math.round((specialty.fee * (0.7 + random.next() * 0.8)) / 500) * 500;
    const rating = drawRating(random);
    const status = random.pick(['available', 'available', 'available', 'available', 'busy', 'unavailable'] as const);
    const isActive = random.chance(0.88);
    const made = Math.round(today - (20 + random.next() * 400) * day);
    const changed = random.chance(0.5) ? made : Math.round(made + random.next() * 19 * day);
    // The drawn pictures are of women.
    const isPictured = person.isWoman && random.chance(0.8);
    const licenceNumber = random.chance(0.9) ? `MDCN ${10_000 + Math.floor(random.next() * 80_000)}` : '';
    const details = { name: person.name, phone: contact.phone, email: contact.email, licenceNumber };
    const profileImage = isPictured ? (portraits[pictured % portraits.length] ?? '') : '';
    if (isPictured) pictured += 1;
    yield {
      ...contact,
      ...verificationOf(details, made, today, random),
      licenceNumber,
      name: person.name,
      specialty: specialty.name,
      bio,
      profileImage,
      yearsOfExperience,
      location: person.location,
      availabilityStatus: status,
      consultationFee: fee,
      rating,
      languages: person.languages,
      isActive,
      displayOrder: row + 1,
      made,
      changed,
    };
  }
}
