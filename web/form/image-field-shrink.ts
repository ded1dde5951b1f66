/**
 * The largest size of a picture in bytes, and its longest side in pixels. With `always` a picture within both is made smaller
 * too.
 */
export type Limits = { maxBytes: number; maxSide: number; always?: boolean };

/** What the worker says: it has begun, the picture is to be sent as it is, or a smaller one, which is null where that fails. */
export type Said = 'begun' | 'fits' | Blob | null;

const endings: Record<string, string> = { 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/png': 'png' };

/**
 * Makes a smaller upright picture, within the limits, if it is not within them. A worker does it, so that the page stays
 * responsive; `onBegun` is called when it does. Rejects when the browser cannot do it, and when it is aborted.
 */
export async function shrinkImage(
  file: File,
  { maxBytes, maxSide, always = false }: Limits,
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
