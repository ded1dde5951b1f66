import type { z } from 'zod';
import type { Input, Route } from '#contract/route.ts';
import { CallError, callFile } from '#web/api/call.ts';
import { repeat } from '#web/api/retry.ts';

/** Milliseconds for which the start of the download is repeated automatically. */
const retryWindow = 8_000;
/** Milliseconds without a byte after which the connection counts as lost. */
const maxSilence = 30_000;

/**
 * The whole file of a call, under the server's file name. `grown` gets the number of bytes received. Throws `CallError`
 * when the file ends too early or stops arriving, which also aborts `ending`.
 */
export async function fetchFile<R extends Route<z.ZodObject, z.ZodFile>>(
  route: R,
  input: Input<R>,
  ending: AbortController,
  grown: (bytes: number) => void = () => undefined,
) {
  const { signal } = ending;
  const { headers, body } = await repeat(() => callFile(route, input, { signal }), retryWindow, signal);
  let bytes = 0;
  const giveUp = () => ending.abort();
  let silence = setTimeout(giveUp, maxSilence);
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, stream) {
      clearTimeout(silence);
      silence = setTimeout(giveUp, maxSilence);
      bytes += part.length;
      if (!signal.aborted) grown(bytes);
      stream.enqueue(part);
    },
  });
  try {
    const type = headers.get('Content-Type') ?? '';
    const file = await new Response(body?.pipeThrough(counted, { signal }), {
      headers: { 'Content-Type': type.split(';')[0] ?? '' },
    }).blob();
    const name = /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'export';
    return { name, file };
  } catch {
    const detail = 'The connection dropped before the file was complete. Check your network and try again.';
    const requestId = headers.get('X-Request-Id') ?? '';
    throw new CallError(route.failure, { status: 0, code: 'no_answer', requestId, detail });
  } finally {
    clearTimeout(silence);
  }
}
