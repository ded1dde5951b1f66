import { Button } from '@mantine/core';
import {
  IconCircleOff,
  IconClock,
  IconExternalLink,
  IconHistory,
  IconPencil,
  IconPointFilled,
  IconStarFilled,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { doctor as contract, type AvailabilityStatus, type Doctor } from '#contract/doctors.ts';
import { LastChange } from '#web/entity/last-change.tsx';
import type { useEntityAddress } from '#web/entity/use-entity-address.ts';
import { useEntityOffers } from '#web/entity/use-entity-form.ts';
import classes from '#web/features/doctors/doctor-detail.module.css';
import { doctor, Languages, pictureOf } from '#web/features/doctors/doctor.tsx';
import { DraftOffers } from '#web/form/form-drafts.tsx';
import { isOwnImage } from '#web/lib/image-address.ts';
import { formatFee, formatInteger, formatRating } from '#web/lib/numbers.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { ForeignImage } from '#web/ui/foreign-image.tsx';
import { activeState, StatusBadge, type BadgeState } from '#web/ui/status-badge.tsx';

const { labels } = contract;

const availability: Record<AvailabilityStatus, Omit<BadgeState, 'word'>> = {
  available: { look: 'dot', icon: IconPointFilled },
  busy: { look: 'draft', icon: IconClock },
  unavailable: { look: 'draft', icon: IconCircleOff },
};

type DoctorDetailProps = {
  thing: Doctor;
  /** All doctors, in their order. */
  things: readonly Doctor[];
  address: ReturnType<typeof useEntityAddress<Doctor>>;
};

/** Shows all fields of a doctor. */
export function DoctorDetail({ thing, things, address }: DoctorDetailProps) {
  const { id, name, specialty, bio, isActive, availabilityStatus, rating } = thing;
  const offers = useEntityOffers(doctor, thing);
  const picture = pictureOf(thing);
  const called = doctor.title(thing);
  const word = contract.fields.availabilityStatus.options[availabilityStatus];
  return (
    <div className={classes.detail} data-row>
      <div className={classes.head}>
        <Avatar id={id} name={name} image={picture} size={88} />
        <div className={classes.words}>
          <h2 className={classes.name} tabIndex={-1} data-autofocus data-panel-heading>
            {called}
          </h2>
          <p className={classes.specialty}>{specialty}</p>
          <p className={classes.badges}>
            <StatusBadge state={activeState(isActive)} />
            <StatusBadge state={{ word, ...availability[availabilityStatus] }} />
            <span className={classes.rating}>
              <IconStarFilled size={14} className={classes.star} aria-hidden="true" />
              <span className={classes.spoken}>Rating </span>
              {formatRating(rating)}
            </span>
          </p>
        </div>
        <div className={classes.actions}>
          <Button
            variant="subtle"
            leftSection={<IconHistory size={18} stroke={1.6} aria-hidden="true" />}
            aria-label={`History of ${called}`}
            onClick={() => address.openHistory(thing)}
          >
            History
          </Button>
          <Button
            leftSection={<IconPencil size={18} stroke={1.6} aria-hidden="true" />}
            onClick={() => address.edit(thing)}
          >
            Edit
          </Button>
        </div>
      </div>
      <DraftOffers offers={offers} onGoOn={(draft) => address.edit(thing, draft)} />
      <p className={classes.bio} data-missing={bio === '' || undefined}>
        {bio || 'No bio yet.'}
      </p>
      {picture && !isOwnImage(picture) && <ForeignImage address={picture} />}
      <Facts thing={thing} things={things} />
    </div>
  );
}

function Facts({ thing, things }: Omit<DoctorDetailProps, 'address'>) {
  const { email, phone, location, calendlyUrl, consultationFee, yearsOfExperience, languages } = thing;
  const position = things.findIndex(({ id }) => id === thing.id) + 1;
  return (
    <>
      <dl className={classes.figures}>
        <Fact name="Consultation">{formatFee(consultationFee)}</Fact>
        <Fact name="Experience">{`${yearsOfExperience} ${yearsOfExperience === 1 ? 'year' : 'years'}`}</Fact>
        <Fact name={labels.languages}>
          {languages.length > 3 ? <Languages languages={languages} /> : languages.join(', ')}
        </Fact>
      </dl>
      <dl className={classes.facts}>
        <Fact name={labels.email}>{email}</Fact>
        <Fact name={labels.phone}>{phone}</Fact>
        <Fact name={labels.location}>{location}</Fact>
        <Fact name={labels.calendlyUrl}>{calendlyUrl && <BookingLink address={calendlyUrl} />}</Fact>
        <Fact name={labels.displayOrder}>{`${formatInteger(position)} of ${formatInteger(things.length)}`}</Fact>
        <Fact name="Updated">
          <LastChange kind="doctor" thing={thing} />
        </Fact>
      </dl>
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children || <span className={classes.missing}>Not given</span>}</dd>
  </div>
);

/** A link out of the desk. The other website does not learn from which page. */
const BookingLink = ({ address }: { address: string }) => (
  <a className={classes.link} href={address} target="_blank" rel="noopener noreferrer">
    {address.replace(/^https?:\/\/(www\.)?/, '')}
    <IconExternalLink size={16} stroke={1.6} role="img" aria-label="opens in a new tab" />
  </a>
);
