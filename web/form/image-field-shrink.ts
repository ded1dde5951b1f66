/** The largest size of a picture in bytes, and its longest side in pixels. */
export type Limits = { maxBytes: number; maxSide: number };

/**
 * Makes a smaller upright JPEG of a picture, within the limits. A worker does it, so that the page stays responsive.
 * Rejects when the browser cannot do it, and when it is aborted.
 */
export async function shrinkImage(file: File, { maxBytes, maxSide }: Limits, signal: AbortSignal): Promise<File> {
  const worker = new Worker(new URL('./image-field-shrink-worker.ts', import.meta.url), { type: 'module' });
  try {
    const bytes = await new Promise<Blob>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Blob | null>) => {
        if (data) resolve(data);
        else reject(new Error('This browser cannot shrink the picture'));
      });
      worker.addEventListener('error', () => reject(new Error('This browser has no room for the picture')));
      signal.addEventListener('abort', () => reject(new DOMException('The shrinking was aborted', 'AbortError')));
      worker.postMessage({ file, maxBytes, maxSide });
    });
    return new File([bytes], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: bytes.type });
  } finally {
    worker.terminate();
  }
}
