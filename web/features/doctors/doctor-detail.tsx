import { Text } from '@mantine/core';
import { IconCircleOff, IconClock, IconPointFilled } from '@tabler/icons-react';
import { doctorFields, type AvailabilityStatus, type Doctor } from '#contract/doctors.ts';
import { EntityDetail } from '#web/entity/page/entity-detail.tsx';
import type { RecordProps } from '#web/entity/list/use-entity-page.ts';
import { type doctorEntity, pictureOf, Rating } from '#web/features/doctors/doctor.tsx';
import { Verification } from '#web/features/doctors/verification.tsx';
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

type DoctorDetailProps = RecordProps<Doctor, typeof doctorEntity.blank>;

/** Shows all fields of a doctor. */
export function DoctorDetail({ page, record }: DoctorDetailProps) {
  const { id, name, specialty, bio, availabilityStatus, rating, languages } = record;
  const picture = pictureOf(record);
  const word = doctorFields.fields.availabilityStatus.options[availabilityStatus];
  return (
    <EntityDetail
      page={page}
      record={record}
      picture={<Avatar id={id} name={name} image={picture} size={88} />}
      subtitle={specialty}
      badges={
        <>
          <StatusBadge state={{ word, ...availability[availabilityStatus] }} />
          <Rating rating={rating} />
        </>
      }
      figures={[
        ['Consultation', page.entity.fields.consultationFee?.format?.(record.consultationFee)],
        ['Experience', counted(record.yearsOfExperience, 'year')],
        languages.length > 3 ? 'languages' : [doctorFields.labels.languages, languages.join(', ') || 'None'],
      ]}
      facts={['email', 'phone', 'licenceNumber', 'location', 'calendlyUrl', 'displayOrder']}
    >
      <Verification doctor={record} />
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
