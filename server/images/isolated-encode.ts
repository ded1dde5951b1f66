import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  ImagesUnavailable,
  type WorkerLimits,
  endOf,
  limitedWorker,
  workerMemory,
} from '#server/images/limited-worker.ts';

const defaultLimits: WorkerLimits = { processorSeconds: 20, memory: workerMemory };
/** Milliseconds after which encoding is aborted: the machine is too busy. */
const maxTime = 60_000;

/** Exit codes of the worker. */
const notAnImage = 10;
const tooLarge = 11;

/** Signals from outside, which are not caused by decoding the picture. */
const foreignSignals = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']);

/** The reason why a picture is refused. */
export class UnusablePicture extends Error {
  readonly reason: 'not_an_image' | 'too_large';

  constructor(reason: UnusablePicture['reason']) {
    super(reason);
    this.reason = reason;
  }
}

export type Picture = { bytes: Buffer; width: number; height: number };

type Failed = Error & { code: number | string | null; signal?: string | null; stdout?: Buffer; stderr?: Buffer };

/** Whether the picture or this machine caused the end of a worker. */
function blame({ code, signal, message, stdout, stderr }: Failed, file: string) {
  if (code === notAnImage) return new UnusablePicture('not_an_image');
  if (code === tooLarge) return new UnusablePicture('too_large');
  // The first byte means that the header was read. After that the worker was ended by one of the limits, or by a
  // library that ran out of memory.
  const hasBegun = stdout !== undefined && stdout.length > 0;
  if (signal && hasBegun && !foreignSignals.has(signal)) return new UnusablePicture('too_large');
  return new ImagesUnavailable(
    endOf(code, signal ?? null, String(stderr?.length ? stderr : message).replaceAll(file, 'FILE')),
  );
}

/**
 * Encodes an untrusted picture as WebP, its longest side at most `side` pixels, in a separate process that ends with
 * it. Whatever the file makes the decoder do, it uses no more than the limits, and no memory of the server. Throws
 * `UnusablePicture` when the picture is the cause of a failure, else `ImagesUnavailable`.
 */
export async function encodeIsolated(
  file: string,
  side: number,
  quality: number,
  limits = defaultLimits,
): Promise<Picture> {
  const { program, args, env } = limitedWorker('encode-worker', [file, String(side), String(quality)], limits);
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      encoding: 'buffer',
      maxBuffer: 32_000_000,
      timeout: maxTime,
      killSignal: 'SIGKILL',
      env,
      windowsHide: true,
    });
    // This process does not even read the header of the picture: the library takes 16 MB for that, and never returns
    // them.
    return { bytes: stdout.subarray(9), width: stdout.readUInt32BE(1), height: stdout.readUInt32BE(5) };
  } catch (error) {
    throw blame(error as Failed, file);
  }
}
