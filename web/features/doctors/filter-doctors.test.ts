import { expect, test } from 'vitest';
import type { Doctor } from '#contract/doctors.ts';
import { type DoctorFilter, filterDoctors, specialtiesOf } from '#web/features/doctors/filter-doctors.ts';

const doctor = (name: string, specialty: string, rest: Partial<Doctor> = {}) =>
  ({
    name,
    specialty,
    isActive: true,
    availabilityStatus: 'available',
    verifiedAt: null,
    verifiedOf: null,
    ...rest,
  }) as Doctor;
const ngozi = doctor('Ngọzi Okonkwọ', 'Obstetrics and gynaecology');
const sola = doctor('Ṣọlá Adé', 'Midwifery', { availabilityStatus: 'busy' });
const aisha = doctor('Aisha Ɗantata', 'midwifery', { isActive: false });
const spaced = doctor('Ada  Obi', 'General practice', { isActive: false, availabilityStatus: 'busy' });
const now = new Date('2026-11-30T12:00:00.000Z');
const verified = doctor('Efe Okoro', 'Dentistry', {
  phone: '+234 803 123 4567',
  email: '',
  licenceNumber: '',
  verifiedAt: '2026-11-21T12:00:00.000Z',
  verifiedOf: { name: 'Efe Okoro', phone: '+234 803 123 4567', email: '', licenceNumber: '' },
});
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

test('those are found who are to be checked', () => {
  const due = { active: 'check-due' };
  expect(filterDoctors([ngozi, aisha, verified], '', due, now)).toEqual([ngozi]);
  expect(filterDoctors([verified], '', due, new Date('2027-02-19T11:59:59.999Z'))).toEqual([]);
  expect(filterDoctors([verified], '', due, new Date('2027-02-19T12:00:00.000Z'))).toEqual([verified]);
});

test('each specialty is listed once, in alphabetical order', () => {
  expect(specialtiesOf(all)).toEqual(['General practice', 'Midwifery', 'Obstetrics and gynaecology']);
});
