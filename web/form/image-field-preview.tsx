import { useCallback, useState, type ReactNode } from 'react';
import classes from '#web/form/image-field.module.css';
import { imageFor } from '#web/lib/image-address.ts';

/** Pixels of the place of a picture: across a round one, and a wide one at its widest. */
const sizes = { round: 72, wide: 384 };

export type ImageShape = keyof typeof sizes;

type ImagePreviewProps = {
  shape: ImageShape;
  /** An own picture's address; null when there is none to show. */
  address: string | null;
  /** A file on its way there, which is shown before all. */
  file: File | undefined;
  /** What it shows, for those who cannot see it. */
  alt: string;
  /** Where there is no picture, or it does not come. */
  fallback: ReactNode;
};

/** The picture of a field as it will be. */
export function ImagePreview({ shape, address, file, alt, fallback }: ImagePreviewProps) {
  const [broken, setBroken] = useState<unknown>();
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
    <div className={classes.preview} data-shape={shape}>
      {fallback}
      {shown && (
        <img
          key={file ? 'file' : address}
          ref={show}
          src={file || address === null ? undefined : imageFor(address, sizes[shape])}
          alt={alt}
          decoding="async"
          className={classes.picture}
          onError={() => setBroken(source)}
        />
      )}
    </div>
  );
}
