import { Box } from '@mantine/core';
import { useCallback, useState, type ReactNode } from 'react';
import { imageFor } from '#web/lib/image-address.ts';

/**
 * The size of a picture on screen, and its width in pixels at most. Portraits are round, header pictures are shown
 * whole.
 */
const shapes = {
  round: { pixels: 72, box: { w: 72, h: 72, bdrs: '50%', style: { overflow: 'hidden' } }, fit: 'cover' },
  wide: {
    pixels: 384,
    box: { maw: 384, bdrs: 'md', style: { aspectRatio: '16 / 9', overflow: 'hidden' } },
    fit: 'contain',
  },
} as const;

export type ImageShape = keyof typeof shapes;

type ImagePreviewProps = {
  shape: ImageShape;
  /** The address of a picture stored on the desk; null when there is none to show. */
  address: string | null;
  /** A file being uploaded, shown instead of the address. */
  file: File | undefined;
  /** The description for screen readers. */
  alt: string;
  /** Shown without a picture, or when it fails to load. */
  fallback: ReactNode;
};

/** The picture of a field as it will look. */
export function ImagePreview({ shape, address, file, alt, fallback }: ImagePreviewProps) {
  const [broken, setBroken] = useState<unknown>();
  const { pixels, box, fit } = shapes[shape];
  const source = file ?? address;
  const shown = source !== null && source !== broken;
  const show = useCallback(
    (image: HTMLImageElement) => {
      if (!file) return undefined;
      const local = URL.createObjectURL(file);
      image.src = local;
      return () => URL.revokeObjectURL(local);
    },
    [file],
  );
  if (!shown && !fallback) return null;
  return (
    <Box pos="relative" flex="none" bg="var(--awa-sunken)" {...box}>
      {fallback}
      {shown && (
        <Box
          component="img"
          key={file ? 'file' : address}
          ref={show}
          src={file || address === null ? undefined : imageFor(address, pixels)}
          alt={alt}
          decoding="async"
          pos="absolute"
          inset={0}
          w="100%"
          h="100%"
          style={{ objectFit: fit }}
          onError={() => setBroken(source)}
        />
      )}
    </Box>
  );
}
