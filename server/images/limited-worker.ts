import { fileURLToPath } from 'node:url';
import { failures } from '#contract/errors.ts';
import { programEnvironment } from '#server/database/embedded/process.ts';
import { LoggableError } from '#server/database/reason.ts';
import { Failure } from '#server/http/failure.ts';

/** The system's limits for one process: seconds of CPU time, if limited, and kilobytes of memory. */
export type WorkerLimits = { processorSeconds?: number; memory: number };

/** The memory limit of a worker, in kilobytes. */
export const workerMemory = 450_000;

/** 503 for a fault of this machine or this program, which is in the log and not in the response. */
export class ImagesUnavailable extends Failure {
  constructor(reason: string) {
    super(503, 'images_unavailable', failures.images.unavailable, { retryAfter: 30 });
    this.cause = new LoggableError(reason);
  }
}

/**
 * The program, the arguments and the environment for a worker, a script next to this file in the sources and next to
 * the bundle once built. It gets none of the desk's settings. When the machine runs out of memory, the system ends this
 * process first.
 */
export function limitedWorker(name: string, words: string[], { processorSeconds, memory }: WorkerLimits) {
  const script = fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
  const env = { ...programEnvironment(), MALLOC_ARENA_MAX: '2' };
  // With a compiler, V8 of Node 24 and newer reserves 512 MB for code, which counts as memory. The decoders are native
  // code.
  const command = [process.execPath, '--jitless', script, ...words];
  // Windows has neither these limits nor this shell. There the check of the picture's header is the only protection.
  if (process.platform === 'win32') return { program: process.execPath, args: command.slice(1), env };
  const shell = [
    'ulimit -c 0',
    // At the soft limit the system sends a specific signal, SIGXCPU, and at the hard one SIGKILL, as when the machine
    // is out of memory.
    ...(processorSeconds ? [`ulimit -H -t ${processorSeconds + 5}`, `ulimit -S -t ${processorSeconds}`] : []),
    `ulimit -d ${memory}`,
    '{ echo 1000 > /proc/self/oom_score_adj; } 2> /dev/null',
    'exec "$@"',
  ];
  return { program: '/bin/sh', args: ['-c', shell.join('; '), 'sh', ...command], env };
}

/** How a worker ended, and the line of its error output with the cause. */
export function endOf(code: number | string | null, signal: string | null, complaints: string) {
  const said = complaints.split('\n').map((line) => line.trim());
  // V8 of Node 20 and 22 warns about the effect of `--jitless` on WebAssembly.
  const lines = said.filter((line) => !line.startsWith('Warning: disabling flag'));
  const cause = lines.find((line) => /^\w*Error\b|fatal|cannot|not found|failed to/i.test(line));
  const end = signal ? `was ended by ${signal}` : `ended with ${code}`;
  return `the worker ${end}: ${(cause ?? lines.findLast(Boolean) ?? 'it said nothing').slice(0, 300)}`;
}
