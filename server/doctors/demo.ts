import type pg from 'pg';
import { copyRows, type Row } from '#server/database/copy.ts';
import { idsOf, type Random, seededRandom } from '#server/database/seeded-random.ts';
import { type DemoPerson, drawPerson, peoplesByShare } from '#server/doctors/demo-people.ts';
import { drawBio, specialtiesByShare } from '#server/doctors/demo-texts.ts';

const day = 86_400_000;
const doctorId = idsOf('doctor');

/** The item for row `n`: every forty rows have each item as often as its share says. `step` mixes them. */
function turnOf<T>(items: readonly T[], row: number, step: number): T {
  const round = Math.floor(row / items.length);
  return items[(row * step + round) % items.length] as T;
}

const columns = [
  'id', 'version', 'name', 'specialty', 'bio', 'email', 'phone', 'image_url', 'profile_image', 'years_of_experience',
  'location', 'availability_status', 'consultation_fee', 'rating', 'languages', 'calendly_url', 'is_active',
  'display_order', 'created_by', 'created_at', 'updated_at',
]; // prettier-ignore

/** A name as it is written in addresses: `adebayo` for `Adébáyọ̀`. */
const plain = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[ɓɗƙƴ]/g, (letter) => ({ ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' })[letter] ?? '')
    .replaceAll(/[^a-z ]/g, '')
    .replaceAll(' ', '.');

/** Addresses and numbers that can belong to nobody (RFC 2606; no Nigerian network begins with 900 0). */
function contactOf({ name }: DemoPerson, random: Random) {
  const digits = String(Math.floor(random.next() * 10_000)).padStart(4, '0');
  return {
    email: random.chance(0.9) ? `${plain(name)}@clinic.example` : '',
    phone: random.chance(0.85) ? `+234 900 000 ${digits}` : '',
    booking: random.chance(0.6) ? `https://booking.example/${plain(name).replaceAll('.', '-')}` : '',
  };
}

/** Most ratings are between 4 and 5. A doctor who has not been rated has 0. */
const drawRating = (random: Random) =>
  random.chance(0.08) ? 0 : Math.min(50, Math.round(45 + random.normal() * 3)) / 10;

function* doctorRows(count: number, now: Date, staffId: string | null, pictures: readonly string[]): Generator<Row> {
  const today = Math.floor(now.getTime() / day) * day;
  const taken = new Set<string>();
  let pictured = 0;
  for (let row = 0; row < count; row += 1) {
    const random = seededRandom(`doctor ${row}`);
    const person = drawPerson(turnOf(peoplesByShare, row, 17), random, taken);
    taken.add(person.name);
    const specialty = turnOf(specialtiesByShare, row, 11);
    const years = 2 + Math.floor(random.next() * 33);
    const bio = random.chance(0.04) ? '' : drawBio(specialty, person.isWoman, years, random);
    const { email, phone, booking } = contactOf(person, random);
    const fee = random.chance(0.06) ? 0 : Math.round((specialty.fee * (0.7 + random.next() * 0.8)) / 500) * 500;
    const rating = drawRating(random);
    const status = random.pick(['available', 'available', 'available', 'available', 'busy', 'unavailable']);
    const isActive = random.chance(0.88);
    const createdAt = Math.round(today - (20 + random.next() * 400) * day);
    const updatedAt = random.chance(0.5) ? createdAt : Math.round(createdAt + random.next() * 19 * day);
    // The drawn pictures are of women.
    const isPictured = person.isWoman && random.chance(0.8);
    const picture = isPictured ? (pictures[pictured % pictures.length] ?? '') : '';
    if (isPictured) pictured += 1;
    yield [
      doctorId(createdAt, row), createdAt === updatedAt ? '1' : '2', person.name, specialty.name, bio, email, phone, '',
      picture, String(years), person.location, status, String(fee), String(rating), JSON.stringify(person.languages),
      booking, isActive, String(row + 1), staffId, createdAt, updatedAt,
    ]; // prettier-ignore
  }
}

/** Fills an area without doctors, in the transaction of `client`; about half of them get one of the pictures. */
export async function loadDemoDoctors(
  client: pg.ClientBase,
  count: number,
  now: Date,
  staffId: string | null,
  pictures: readonly string[],
): Promise<void> {
  const { rows } = await client.query('SELECT FROM doctors LIMIT 1');
  if (rows.length > 0) return;
  await copyRows(client, 'doctors', columns, doctorRows(count, now, staffId, pictures));
  await client.query('ANALYZE doctors');
}
