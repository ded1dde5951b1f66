import { Text } from '@mantine/core';
import { IconCircleOff, IconClock, IconPointFilled } from '@tabler/icons-react';
import { doctor as contract, type AvailabilityStatus, type Doctor } from '#contract/doctors.ts';
import { EntityDetail } from '#web/entity/entity-detail.tsx';
import type { EntityPageParts } from '#web/entity/use-entity-page.ts';
import { type doctor, pictureOf, Rating } from '#web/features/doctors/doctor.tsx';
import { isOwnImage } from '#web/lib/image-address.ts';
import { counted } from '#web/lib/numbers.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { ForeignImage } from '#web/ui/foreign-image.tsx';
import { StatusBadge, type BadgeState } from '#web/ui/status-badge.tsx';

const availability: Record<AvailabilityStatus, Omit<BadgeState, 'word'>> = {
  available: { look: 'dot', icon: IconPointFilled },
  busy: { look: 'draft', icon: IconClock },
  unavailable: { look: 'draft', icon: IconCircleOff },
};

type DoctorDetailProps = { page: EntityPageParts<Doctor, typeof doctor.blank>; thing: Doctor };

/** Shows all fields of a doctor. */
export function DoctorDetail({ page, thing }: DoctorDetailProps) {
  const { id, name, specialty, bio, availabilityStatus, rating, languages } = thing;
  const picture = pictureOf(thing);
  const word = contract.fields.availabilityStatus.options[availabilityStatus];
  return (
    <EntityDetail
      page={page}
      thing={thing}
      picture={<Avatar id={id} name={name} image={picture} size={88} />}
      line={specialty}
      badges={
        <>
          <StatusBadge state={{ word, ...availability[availabilityStatus] }} />
          <Rating rating={rating} />
        </>
      }
      figures={[
        ['Consultation', page.entity.fields.consultationFee?.format?.(thing.consultationFee)],
        ['Experience', counted(thing.yearsOfExperience, 'year')],
        languages.length > 3 ? 'languages' : [contract.labels.languages, languages.join(', ') || 'None'],
      ]}
      facts={['email', 'phone', 'location', 'calendlyUrl', 'displayOrder']}
    >
      <Text
        size="md"
        maw="40rem"
        c={bio ? undefined : 'dimmed'}
        style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
      >
        {bio || 'No bio yet.'}
      </Text>
      {picture && !isOwnImage(picture) && <ForeignImage address={picture} />}
    </EntityDetail>
  );
}
