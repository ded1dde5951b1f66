import { Group, Text } from '@mantine/core';
import { api } from '#contract/api.ts';
import { doctor as contract, withTitle, type Doctor } from '#contract/doctors.ts';
import { defineEntity } from '#web/entity/define-entity.ts';
import { imageFor, isOwnImage } from '#web/lib/image-address.ts';
import { formatFee, formatRating } from '#web/lib/numbers.ts';
import { ForeignImage } from '#web/ui/foreign-image.tsx';

/** The picture that the app shows of a doctor: the uploaded one, else the one at the image address. */
export const pictureOf = ({ profileImage, imageUrl }: Pick<Doctor, 'profileImage' | 'imageUrl'>) =>
  profileImage || imageUrl;

/** Languages side by side, or a word when there are none. */
export const Languages = ({ languages }: { languages: readonly string[] }) =>
  languages.length === 0 ? (
    'None'
  ) : (
    <Group component="ul" className="languages" gap="0.25rem 0.375rem">
      {languages.map((language) => (
        <Text
          component="li"
          key={language}
          maw="100%"
          px="xs"
          py="0.125rem"
          bdrs="sm"
          bg="var(--awa-sunken)"
          fz="xs"
          lh="xs"
        >
          {language}
        </Text>
      ))}
    </Group>
  );

function Picture({ address }: { address: string }) {
  if (!address) return 'None';
  if (!isOwnImage(address)) return <ForeignImage address={address} />;
  const side = 96;
  const style = { borderRadius: '50%', objectFit: 'cover' } as const;
  return <img style={style} src={imageFor(address, side)} alt="" width={side} height={side} loading="lazy" />;
}

const picture = { render: (address: unknown) => <Picture address={String(address)} /> };

export const doctor = defineEntity({
  kind: 'doctor',
  routes: api.doctors,
  contract,
  shown: {
    languages: { render: (languages) => <Languages languages={languages as string[]} /> },
    consultationFee: { format: (fee) => formatFee(Number(fee)) },
    rating: { format: (rating) => formatRating(Number(rating)) },
    profileImage: picture,
    imageUrl: picture,
    isActive: { format: (active) => (active ? 'Active' : 'Inactive') },
  },
  title: ({ name }) => withTitle(name),
  named: true,
  pronoun: 'them',
  created: 'Added',
  afterDeletion: ({ isActive }) =>
    isActive ? 'People stop finding them in the app.' : 'They are inactive, so nobody sees them now.',
});
