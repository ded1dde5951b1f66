import type { z } from 'zod';
import { DoctorInput, type AvailabilityStatus } from '#contract/doctors.ts';
import { typedNumber } from '#web/form/number-field.tsx';
import type { ParsedNumber } from '#web/lib/numbers.ts';

/** What a doctor's form holds: the contract's fields, numbers as they are typed. */
export type DoctorValues = {
  name: string;
  specialty: string;
  bio: string;
  email: string;
  phone: string;
  location: string;
  languages: string[];
  consultationFee: ParsedNumber;
  rating: ParsedNumber;
  yearsOfExperience: ParsedNumber;
  availabilityStatus: AvailabilityStatus;
  calendlyUrl: string;
  profileImage: string;
  imageUrl: string;
  displayOrder: ParsedNumber;
  isActive: boolean;
};

/** A new doctor, before anything is typed. */
export const newDoctor: DoctorValues = {
  name: '',
  specialty: '',
  bio: '',
  email: '',
  phone: '',
  location: '',
  languages: [],
  consultationFee: 0,
  rating: 0,
  yearsOfExperience: 0,
  availabilityStatus: 'available',
  calendlyUrl: '',
  profileImage: '',
  imageUrl: '',
  displayOrder: 0,
  isActive: true,
};

const { shape } = DoctorInput;

const rules = DoctorInput.extend({
  consultationFee: typedNumber(shape.consultationFee, '25000'),
  rating: typedNumber(shape.rating, '4.5'),
  yearsOfExperience: typedNumber(shape.yearsOfExperience, '12'),
  displayOrder: typedNumber(shape.displayOrder, '3'),
});

/** What is sent of a form. */
export type DoctorOutput = z.output<typeof rules>;

/** The contract's rules, for numbers as they are typed. A form has all the fields, so none is filled in. */
export const doctorSchema = rules as z.ZodType<DoctorOutput, DoctorValues>;
