/** What a picture may be at most: in bytes, and pixels of its longest side. */
export type Limits = { maxBytes: number; maxSide: number };

/**
 * A smaller JPEG of a picture, within the limits, upright. It is made beside the page, which stays quick. Rejects when
 * the browser cannot do it, and when it is called off.
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
      signal.addEventListener('abort', () => reject(new DOMException('The shrinking was called off', 'AbortError')));
      worker.postMessage({ file, maxBytes, maxSide });
    });
    return new File([bytes], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: bytes.type });
  } finally {
    worker.terminate();
  }
}
