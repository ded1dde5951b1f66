import { Center, Image } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { imageFor, isOwnImage } from '#web/lib/image-address.ts';
import { textOn } from '#web/lib/contrast.ts';
import { initials } from '#web/ui/initials.ts';

type TopicTileProps = {
  /** The colour of the topic; `''` for none. */
  colour: string;
  title: string;
  /** The address of a picture. Only pictures stored on this desk are shown. */
  image?: string;
  /** In pixels. */
  size?: number;
};

/** A topic or one of its children: its picture, else its initials on the topic's colour. It is decorative. */
export const TopicTile = ({ colour, title, image = '', size = 44 }: TopicTileProps) =>
  isOwnImage(image) ? (
    <Image src={imageFor(image, size)} alt="" w={size} h={size} flex="none" radius="md" loading="lazy" />
  ) : (
    <Center
      w={size}
      h={size}
      flex="none"
      bdrs="md"
      fz={Math.round(size * 0.36)}
      fw={600}
      bg={colour || 'var(--awa-sunken)'}
      c={colour ? textOn(colour) : 'var(--awa-secondary)'}
      aria-hidden="true"
    >
      {initials(title) || <IconMessageCircle size={Math.round(size / 2)} stroke={1.6} />}
    </Center>
  );
