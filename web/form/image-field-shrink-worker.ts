import type { ShrinkLimits, Said } from '#web/form/image-field-shrink.ts';

/** The first quality with a small enough file is used. */
const qualities = [0.9, 0.8, 0.7, 0.55, 0.4];

const say = (said: Said) => postMessage(said);

/**
 * Returns the picture upright and within both limits: a JPEG as a JPEG; any other type, which may be transparent, as a
 * WebP if the browser can write one, else as a JPEG on white. Null if even the lowest quality is too large.
 */
async function shrink({ file, maxBytes, maxSide, always }: ShrinkLimits & { file: File }): Promise<Said> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
  if (!always && scale === 1 && file.size <= maxBytes) return 'fits';
  say('begun');
  const [width = 1, height = 1] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)));
  const draw = (ground?: string) => {
    const canvas = new OffscreenCanvas(width, height);
    const drawing = canvas.getContext('2d');
    if (!drawing) return undefined;
    if (ground) {
      drawing.fillStyle = ground;
      drawing.fillRect(0, 0, width, height);
    }
    drawing.imageSmoothingQuality = 'high';
    drawing.drawImage(picture, 0, 0, width, height);
    return canvas;
  };
  const types = file.type === 'image/jpeg' ? ['image/jpeg'] : ['image/webp', 'image/jpeg'];
  for (const type of types) {
    const canvas = draw(type === 'image/jpeg' ? '#ffffff' : undefined);
    for (const quality of canvas ? qualities : []) {
      const bytes = await canvas?.convertToBlob({ type, quality });
      // A browser that cannot write this type writes a PNG instead.
      if (bytes?.type !== type) break;
      if (bytes.size <= maxBytes) return bytes;
    }
  }
  return null;
}

addEventListener('message', ({ data }: MessageEvent<ShrinkLimits & { file: File }>) => {
  void shrink(data)
    .catch(() => null)
    .then(say);
});
