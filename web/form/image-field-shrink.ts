/**
 * The maximum size of a picture in bytes, and its maximum side in pixels. With `always`, a picture within both limits
 * is shrunk too.
 */
export type ShrinkLimits = { maxBytes: number; maxSide: number; always?: boolean };

/**
 * The worker's message: it has begun, the picture can be sent as it is, or the smaller picture, which is null on
 * failure.
 */
export type Said = 'begun' | 'fits' | Blob | null;

const endings: Record<string, string> = { 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/png': 'png' };

/**
 * Shrinks a picture to within the limits and turns it upright, unless it already is within them. It runs in a worker,
 * so that the page stays responsive; `onBegun` is called when shrinking starts. Rejects when the browser cannot do it,
 * and when aborted.
 */
export async function shrinkImage(
  file: File,
  { maxBytes, maxSide, always = false }: ShrinkLimits,
  signal: AbortSignal,
  onBegun?: () => void,
): Promise<File> {
  const worker = new Worker(new URL('./image-field-shrink-worker.ts', import.meta.url), { type: 'module' });
  try {
    const bytes = await new Promise<Blob | undefined>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Said>) => {
        if (data === 'begun') onBegun?.();
        else if (data === 'fits') resolve(undefined);
        else if (data) resolve(data);
        else reject(new Error('This browser cannot shrink the picture'));
      });
      worker.addEventListener('error', () => reject(new Error('This browser has no room for the picture')));
      signal.addEventListener('abort', () => reject(new DOMException('The shrinking was aborted', 'AbortError')));
      worker.postMessage({ file, maxBytes, maxSide, always });
    });
    if (!bytes) return file;
    return new File([bytes], `${file.name.replace(/\.\w+$/, '')}.${endings[bytes.type]}`, { type: bytes.type });
  } finally {
    worker.terminate();
  }
}
