import { IconCircleCheck, IconCircleOff, IconClock, IconStarFilled } from '@tabler/icons-react';
import { Group, VisuallyHidden } from '@mantine/core';
import {
  type Doctor,
  type VerificationWay,
  doctorFields,
  doctorsApi,
  verificationWays,
  withTitle,
} from '#contract/doctors.ts';
import { defineEntity } from '#web/entity/define/define-entity.tsx';
import { formatDecimals } from '#web/lib/numbers.ts';

const entity = defineEntity({
  contract: doctorFields,
  routes: doctorsApi.doctors,
  title: ({ name }) => withTitle(name),
  titleIsName: true,
  pronoun: 'them',
  created: 'Added',
  menuChoices: { availabilityStatus: { available: IconCircleCheck, busy: IconClock, unavailable: IconCircleOff } },
});

export const doctorEntity: typeof entity = {
  ...entity,
  // Not in the form, but in History.
  fields: {
    ...entity.fields,
    verifiedHow: { label: 'Check', format: (how) => verificationWays[how as VerificationWay] ?? '' },
  },
};

/** The picture of a doctor in the app: the uploaded one, else the one at the image address. */
export const pictureOf = ({ profileImage, imageUrl }: Pick<Doctor, 'profileImage' | 'imageUrl'>) =>
  profileImage || imageUrl;

export const Rating = ({ rating }: { rating: number }) =>
  rating === 0 ? (
    <span>No rating yet</span>
  ) : (
    <Group
      component="span"
      display="inline-flex"
      gap={4}
      wrap="nowrap"
      pos="relative"
      fw={500}
      c="var(--awa-text)"
      data-tabular
    >
      <IconStarFilled size={14} color="var(--awa-star)" aria-hidden="true" />
      <span>
        <VisuallyHidden>Rating </VisuallyHidden>
        {formatDecimals(rating, 1)}
      </span>
    </Group>
  );
