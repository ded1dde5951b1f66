import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { programEnvironment } from '#server/database/embedded/process.ts';

/** Beside this file in the sources, beside the bundle once built. */
const worker = fileURLToPath(new URL('./encode-worker.mjs', import.meta.url));

/** The system's limits for one picture: seconds of processor time, and kilobytes of memory. */
const defaultLimits = { processorSeconds: 20, memory: 450_000 };
/** Milliseconds after which encoding is given up, however busy the machine is. */
const maxTime = 60_000;

/** Exit codes of the worker. */
const notAnImage = 10;
const tooLarge = 11;

/** The reason why a picture is refused. */
export class UnusablePicture extends Error {
  readonly reason: 'not_an_image' | 'too_large';

  constructor(reason: UnusablePicture['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** A command under limits. When the machine runs out of memory, the system ends this process first. */
function limited(command: string[], { processorSeconds, memory }: typeof defaultLimits) {
  // Windows has neither these limits nor this shell. There only the check of the picture's header protects us.
  if (process.platform === 'win32') return command;
  const script = [
    'ulimit -c 0',
    `ulimit -t ${processorSeconds}`,
    `ulimit -d ${memory}`,
    '{ echo 1000 > /proc/self/oom_score_adj; } 2> /dev/null',
    'exec "$@"',
  ];
  return ['/bin/sh', '-c', script.join('; '), 'sh', ...command];
}

export type Picture = { bytes: Buffer; width: number; height: number };

type Failed = Error & { code?: number | string | null; signal?: NodeJS.Signals | null };

/**
 * Encodes a picture from a stranger as WebP, its longest side at most `side` pixels, in a process of its own that ends
 * with it. Whatever the file makes the decoder do, it takes no more than the limits above and nothing of the server.
 * Throws `UnusablePicture`.
 */
export async function encodeIsolated(
  file: string,
  side: number,
  quality: number,
  limits = defaultLimits,
): Promise<Picture> {
  const command = [process.execPath, worker, file, String(side), String(quality)];
  const [program = '', ...args] = limited(command, limits);
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      encoding: 'buffer',
      maxBuffer: 32_000_000,
      timeout: maxTime,
      killSignal: 'SIGKILL',
      env: { ...programEnvironment(), MALLOC_ARENA_MAX: '2' },
      windowsHide: true,
    });
    // This process does not even read the header of the picture: the library takes 16 MB for that, and never gives them back.
    return { bytes: stdout.subarray(8), width: stdout.readUInt32BE(0), height: stdout.readUInt32BE(4) };
  } catch (error) {
    const { code, signal } = error as Failed;
    if (code === notAnImage) throw new UnusablePicture('not_an_image');
    // Ended by the system at one of the limits, or by a library that cannot go on without memory.
    if (code === tooLarge || signal) throw new UnusablePicture('too_large');
    throw new Error(`Pictures cannot be worked on: the worker ended with ${String(code)}`, { cause: error });
  }
}
