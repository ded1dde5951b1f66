import { failures } from '#contract/errors.ts';
import { type imageRoutes, maxImageBytes, maxImageSide } from '#contract/images.ts';
import { type Transport, address, exchange, explain } from '#web/api/call.ts';
import { repeat } from '#web/api/retry.ts';
import { shownAdmin } from '#web/api/session.ts';
import { randomId } from '#web/lib/random.ts';

/** Milliseconds for which an upload is repeated automatically. */
const retryWindow = 25_000;

/** The longest file name that the server accepts, in characters. */
const maxName = 255;

/** A call that stores a picture. */
export type UploadRoute = (typeof imageRoutes)[keyof typeof imageRoutes];

type UploadOptions = {
  signal: AbortSignal;
  /** The share of the file that has been sent, 0 to 1. It drops when the file is sent again. */
  onProgress: (part: number) => void;
};

/**
 * Stores a picture and returns its address, `/images/…`. Like a call of `web/api/call.ts` it throws `CallError`, and
 * may ask for a new sign-in. An upload that fails in transit is repeated with growing pauses, and is stored once.
 */
async function upload(route: UploadRoute, image: File, { signal, onProgress }: UploadOptions) {
  const target = address(route, { image, fileName: image.name.slice(-maxName), mimeType: image.type });
  const options = { adminId: shownAdmin(), key: randomId(), signal, transport: reporting(onProgress) };
  const { output } = await repeat(() => exchange(route, target, options), retryWindow, signal);
  return output.imageUrl;
}

/** Sends a request as `fetch` does, and reports the share sent, 0 to 1, which `fetch` cannot. */
export const reporting =
  (onProgress: (part: number) => void): Transport =>
  async (url, { method, headers, body, signal }, alive) => {
    const request = new XMLHttpRequest();
    const end = () => request.abort();
    await new Promise<void>((resolve, reject) => {
      request.addEventListener('loadend', () => resolve());
      request.addEventListener('error', () => reject(new TypeError('The request got no answer')));
      request.addEventListener('abort', () => reject(new DOMException('The request was called off', 'AbortError')));
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        alive();
        onProgress(total > 0 ? loaded / total : 0);
      });
      request.open(method, url);
      for (const [name, value] of headers) request.setRequestHeader(name, value);
      signal.addEventListener('abort', end);
      if (signal.aborted) reject(new DOMException('The request was called off', 'AbortError'));
      else request.send(body);
    }).finally(() => signal.removeEventListener('abort', end));
    return new Response(request.responseText, { status: request.status, headers: headersOf(request) });
  };

function headersOf(request: XMLHttpRequest) {
  const lines = request.getAllResponseHeaders().split('\r\n').filter(Boolean);
  return new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
}

/** The functions that `ImageField` needs, for a route that stores pictures. */
export const imageUpload = (route: UploadRoute) => ({
  send: (image: File, options: UploadOptions) => upload(route, image, options),
  explain,
  maxBytes: maxImageBytes,
  maxSide: maxImageSide,
  tooLarge: failures.images.tooLarge,
  notAnImage: failures.images.notAnImage,
});
