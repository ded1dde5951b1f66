import { expect, test } from 'vitest';
import type { Doctor } from '#contract/doctors.ts';
import { filterDoctors, specialtiesOf } from '#web/features/doctors/filter-doctors.ts';

const doctor = (name: string, specialty: string) => ({ name, specialty }) as Doctor;
const ngozi = doctor('Ngọzi Okonkwọ', 'Obstetrics and gynaecology');
const sola = doctor('Ṣọlá Adé', 'Midwifery');
const aisha = doctor('Aisha Ɗantata', 'midwifery');
const spaced = doctor('Ada  Obi', 'General practice');
const all = [ngozi, sola, aisha, spaced];

test.each([
  ['', undefined, all],
  ['  sola ', undefined, [sola]],
  ['OKONKWO', undefined, [ngozi]],
  ['dr. ng', undefined, [ngozi]],
  ['gynae', undefined, [ngozi]],
  ['', 'Midwifery', [sola, aisha]],
  ['danta', 'Midwifery', [aisha]],
  ['ngozi', 'Midwifery', []],
  ['', 'Cardiology', []],
  ['ada obi', undefined, [spaced]],
  ['ada   obi', 'General  practice', [spaced]],
])('“%s” of %s', (search, specialty, found) => {
  expect(filterDoctors(all, search, specialty)).toEqual(found);
});

test('each specialty is listed once, in alphabetical order', () => {
  expect(specialtiesOf(all)).toEqual(['General practice', 'Midwifery', 'Obstetrics and gynaecology']);
});
