import { expect, test } from 'vitest';
import type { Doctor } from '#contract/doctors.ts';
import { type DoctorFilter, filterDoctors, specialtiesOf } from '#web/features/doctors/filter-doctors.ts';

const doctor = (name: string, specialty: string, rest: Partial<Doctor> = {}) =>
  ({ name, specialty, isActive: true, availabilityStatus: 'available', ...rest }) as Doctor;
const ngozi = doctor('Ngọzi Okonkwọ', 'Obstetrics and gynaecology');
const sola = doctor('Ṣọlá Adé', 'Midwifery', { availabilityStatus: 'busy' });
const aisha = doctor('Aisha Ɗantata', 'midwifery', { isActive: false });
const spaced = doctor('Ada  Obi', 'General practice', { isActive: false, availabilityStatus: 'busy' });
const all = [ngozi, sola, aisha, spaced];

test.each<[string, DoctorFilter, Doctor[]]>([
  ['', {}, all],
  ['  sola ', {}, [sola]],
  ['OKONKWO', {}, [ngozi]],
  ['dr. ng', {}, [ngozi]],
  ['gynae', {}, [ngozi]],
  ['obi general', {}, []],
  ['', { specialty: 'Midwifery' }, [sola, aisha]],
  ['', { specialty: 'wifery' }, []],
  ['danta', { specialty: 'Midwifery' }, [aisha]],
  ['ngozi', { specialty: 'Midwifery' }, []],
  ['', { specialty: 'Cardiology' }, []],
  ['ada obi', {}, [spaced]],
  ['ada   obi', { specialty: 'General  practice' }, [spaced]],
  ['', { active: 'yes' }, [ngozi, sola]],
  ['', { active: 'no' }, [aisha, spaced]],
  ['', { availability: 'busy' }, [sola, spaced]],
  ['', { active: 'no', availability: 'busy' }, [spaced]],
  ['', { availability: 'unavailable' }, []],
])('“%s” of %j', (search, chosen, found) => {
  expect(filterDoctors(all, search, chosen)).toEqual(found);
});

test('each specialty is listed once, in alphabetical order', () => {
  expect(specialtiesOf(all)).toEqual(['General practice', 'Midwifery', 'Obstetrics and gynaecology']);
});
