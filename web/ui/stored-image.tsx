import { Image } from '@mantine/core';
import { imageFor, isOwnImage } from '#web/lib/image-address.ts';
import { ForeignImage } from '#web/ui/foreign-image.tsx';

/** In pixels. */
const side = 96;

/** The picture of a record, small; a picture on another website is not loaded. */
export function StoredImage({ address }: { address: string }) {
  if (!address) return 'None';
  if (!isOwnImage(address)) return <ForeignImage address={address} />;
  return <Image src={imageFor(address, side)} alt="" w={side} h={side} radius="lg" loading="lazy" />;
}
