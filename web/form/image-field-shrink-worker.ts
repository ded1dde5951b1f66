import type { Limits } from '#web/form/image-field-shrink.ts';

/** JPEG qualities. The first one whose file is small enough is taken. */
const qualities = [0.9, 0.8, 0.7, 0.55, 0.4];

/** Returns the picture as an upright JPEG within both limits; null when even the lowest quality is too large. */
async function shrink({ file, maxBytes, maxSide }: Limits & { file: File }): Promise<Blob | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
  const drawing = canvas.getContext('2d');
  if (!drawing) return null;
  // A JPEG has no transparency.
  drawing.fillStyle = '#ffffff';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.imageSmoothingQuality = 'high';
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  for (const quality of qualities) {
    const bytes = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    if (bytes.size <= maxBytes) return bytes;
  }
  return null;
}

addEventListener('message', ({ data }: MessageEvent<Limits & { file: File }>) => {
  void shrink(data)
    .catch(() => null)
    .then((bytes) => postMessage(bytes));
});
