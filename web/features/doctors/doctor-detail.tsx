import { Button } from '@mantine/core';
import { IconExternalLink, IconHistory, IconPencil, IconStarFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { withTitle, type Doctor } from '#contract/doctors.ts';
import classes from '#web/features/doctors/doctor-detail.module.css';
import { doctorDraft } from '#web/features/doctors/draft.ts';
import { availabilityStates, Languages, pictureOf, years } from '#web/features/doctors/doctor-display.tsx';
import { LastChange } from '#web/features/doctors/last-change.tsx';
import { DraftOffers } from '#web/form/form-drafts.tsx';
import { useDraftOffers } from '#web/drafts/use-draft.ts';
import type { Draft } from '#web/drafts/drafts.ts';
import { isOwnImage } from '#web/lib/image-address.ts';
import { formatFee, formatInteger, formatRating } from '#web/lib/numbers.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { ForeignImage } from '#web/ui/foreign-image.tsx';
import { activeState, StatusBadge } from '#web/ui/status-badge.tsx';

type DoctorDetailProps = {
  doctor: Doctor;
  /** From 1, of so many. */
  place: number;
  count: number;
  /** With unsaved text to go on with, where there is some. */
  onEdit: (draft?: Draft) => void;
  onHistory: () => void;
};

/** All that is known of a doctor. */
export function DoctorDetail({ doctor, place, count, onEdit, onHistory }: DoctorDetailProps) {
  const { id, name, specialty, bio, isActive, availabilityStatus, rating } = doctor;
  const { account, kind } = doctorDraft();
  const offers = useDraftOffers(account, kind, ({ entityId }) => entityId === id, doctor);
  const picture = pictureOf(doctor);
  const called = withTitle(name);
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
            <StatusBadge state={availabilityStates[availabilityStatus]} />
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
            onClick={onHistory}
          >
            History
          </Button>
          <Button leftSection={<IconPencil size={18} stroke={1.6} aria-hidden="true" />} onClick={() => onEdit()}>
            Edit
          </Button>
        </div>
      </div>
      <DraftOffers offers={offers} onGoOn={onEdit} />
      <p className={classes.bio} data-missing={bio === '' || undefined}>
        {bio || 'No bio yet.'}
      </p>
      {picture && !isOwnImage(picture) && <ForeignImage address={picture} />}
      <Facts doctor={doctor} place={`${formatInteger(place)} of ${formatInteger(count)}`} />
    </div>
  );
}

function Facts({ doctor, place }: { doctor: Doctor; place: string }) {
  const { email, phone, location, calendlyUrl, consultationFee, yearsOfExperience, languages } = doctor;
  return (
    <>
      <dl className={classes.figures}>
        <Fact name="Consultation">{formatFee(consultationFee)}</Fact>
        <Fact name="Experience">{years(yearsOfExperience)}</Fact>
        <Fact name="Languages">
          {languages.length > 3 ? <Languages languages={languages} /> : languages.join(', ')}
        </Fact>
      </dl>
      <dl className={classes.facts}>
        <Fact name="Email">{email}</Fact>
        <Fact name="Phone">{phone}</Fact>
        <Fact name="Location">{location}</Fact>
        <Fact name="Booking link">{calendlyUrl && <BookingLink address={calendlyUrl} />}</Fact>
        <Fact name="Place in the list">{place}</Fact>
        <Fact name="Updated">
          <LastChange doctor={doctor} />
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

/** Leads out of the desk, to a place that learns nothing of it. */
const BookingLink = ({ address }: { address: string }) => (
  <a className={classes.link} href={address} target="_blank" rel="noopener noreferrer">
    {address.replace(/^https?:\/\/(www\.)?/, '')}
    <IconExternalLink size={16} stroke={1.6} role="img" aria-label="opens in a new tab" />
  </a>
);
