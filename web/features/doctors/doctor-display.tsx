import { IconCircleOff, IconClock, IconPointFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AvailabilityStatus, Doctor } from '#contract/doctors.ts';
import { doctor } from '#contract/doctors.ts';
import { maxEmail, maxUrl } from '#contract/common.ts';
import classes from '#web/features/doctors/doctor-display.module.css';
import { imageFor, isOwnImage } from '#web/lib/image-address.ts';
import { formatFee, formatRating } from '#web/lib/numbers.ts';
import { ForeignImage } from '#web/ui/foreign-image.tsx';
import type { BadgeState } from '#web/ui/status-badge.tsx';

/** The picture that the app shows of a doctor: the uploaded one, else the one at the image address. */
export const pictureOf = ({ profileImage, imageUrl }: Pick<Doctor, 'profileImage' | 'imageUrl'>) =>
  profileImage || imageUrl;

/** What each availability is called. */
export const availabilities = [
  { value: 'available', label: 'Available' },
  { value: 'busy', label: 'Busy' },
  { value: 'unavailable', label: 'Unavailable' },
] as const satisfies readonly { value: AvailabilityStatus; label: string }[];

/** The badge of each. */
export const availabilityStates: Record<AvailabilityStatus, BadgeState> = {
  available: { word: 'Available', look: 'dot', icon: IconPointFilled },
  busy: { word: 'Busy', look: 'draft', icon: IconClock },
  unavailable: { word: 'Unavailable', look: 'draft', icon: IconCircleOff },
};

/** `Busy` */
const availabilityName = (status: unknown) => availabilities.find(({ value }) => value === status)?.label ?? '';

/** `1 year`, `17 years` */
export const years = (count: number) => `${count} ${count === 1 ? 'year' : 'years'}`;

/** Languages side by side, none in a word. */
export const Languages = ({ languages }: { languages: readonly string[] }) =>
  languages.length === 0 ? (
    'None'
  ) : (
    <ul className={classes.tags}>
      {languages.map((language) => (
        <li key={language} className={classes.tag}>
          {language}
        </li>
      ))}
    </ul>
  );

function Picture({ address }: { address: string }) {
  if (!address) return 'None';
  if (!isOwnImage(address)) return <ForeignImage address={address} />;
  return <img className={classes.picture} src={imageFor(address, 96)} alt="" width={96} height={96} loading="lazy" />;
}

const picture = (address: unknown): ReactNode => <Picture address={String(address)} />;
const languages = (value: unknown): ReactNode => <Languages languages={value as string[]} />;

/** By field, what it is called, how much it holds, and how it is read where two versions are compared. */
export const doctorFields = {
  name: { label: 'Name', max: doctor.fields.name.max },
  specialty: { label: 'Specialty', max: doctor.fields.specialty.max },
  bio: { label: 'Bio', max: doctor.fields.bio.max },
  email: { label: 'Email', max: maxEmail },
  phone: { label: 'Phone', max: doctor.fields.phone.max },
  location: { label: 'Location', max: doctor.fields.location.max },
  languages: { label: 'Languages', render: languages },
  consultationFee: { label: 'Consultation fee', format: (value: unknown) => formatFee(Number(value)) },
  rating: { label: 'Rating', format: (value: unknown) => formatRating(Number(value)) },
  yearsOfExperience: { label: 'Years of experience' },
  availabilityStatus: { label: 'Availability', format: availabilityName },
  calendlyUrl: { label: 'Booking link', max: maxUrl },
  profileImage: { label: 'Picture', render: picture },
  imageUrl: { label: 'Image address', render: picture },
  displayOrder: { label: 'Place in the list' },
  isActive: { label: 'Active', format: (value: unknown) => (value ? 'Active' : 'Inactive') },
};
