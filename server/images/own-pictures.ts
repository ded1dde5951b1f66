import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Picture } from '#server/images/isolated-encode.ts';
import { ImagesUnavailable, endOf, limitedWorker, workerMemory } from '#server/images/limited-worker.ts';

/** A picture that was made here, as WebP or as raw red, green and blue bytes, and its encoding options. */
export type Work = {
  bytes: Buffer;
  raw?: { width: number; height: number; channels: 3 };
  /** In pixels; by default the width is unchanged. */
  width?: number;
  /** A WebP with more pixels is not decoded. */
  maxPixels: number;
  quality: number;
};

/**
 * Milliseconds for which a worker waits for more work, since pages request many narrow pictures one after the other.
 */
const idleTime = 10_000;
/** Milliseconds after which a worker is killed. */
const maxTime = 60_000;

type Answer = Picture | string;
type Worker = {
  child: ChildProcess;
  complaints: string;
  /** For the piece of work in progress. */
  resolve?: (answer: Answer) => void;
  reject?: (error: Error) => void;
  ending?: NodeJS.Timeout;
};

/** Workers that wait for work. They do not keep this process running. */
const idle = new Set<Worker>();

function startWorker(): Worker {
  const { program, args, env } = limitedWorker('own-pictures-worker', [], { memory: workerMemory });
  const child = spawn(program, args, {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  });
  const worker: Worker = { child, complaints: '' };
  child.stderr?.on(
    'data',
    (data: Buffer) => (worker.complaints = (worker.complaints + data.toString()).slice(-10_000)),
  );
  (child.stderr as Socket | null)?.unref();
  child.unref();
  child.on('message', (answer) => worker.resolve?.(answer as Answer));
  child.on('error', ({ message }) => worker.reject?.(new ImagesUnavailable(message)));
  child.on('exit', () => {
    clearTimeout(worker.ending);
    idle.delete(worker);
  });
  // Its last error output may arrive after its end.
  child.on('close', (code, signal) => worker.reject?.(new ImagesUnavailable(endOf(code, signal, worker.complaints))));
  return worker;
}

function letWait(worker: Worker) {
  if (!worker.child.connected) return;
  worker.child.channel?.unref();
  worker.ending = setTimeout(() => {
    idle.delete(worker);
    worker.child.disconnect();
  }, idleTime).unref();
  idle.add(worker);
}

/**
 * The response of the worker: a picture, or the reason why there is none. Throws `ImagesUnavailable` when it ends
 * instead.
 */
async function ask(worker: Worker, work: Work) {
  const { child } = worker;
  const late = setTimeout(() => child.kill('SIGKILL'), maxTime);
  child.channel?.ref();
  try {
    return await new Promise<Answer>((resolve, reject) => {
      Object.assign(worker, { resolve, reject });
      // If the worker has ended, that is the reported error.
      child.send(work, () => undefined);
    });
  } finally {
    clearTimeout(late);
  }
}

/**
 * Encodes a picture that was made here, in a separate process, because the library never returns the 80 to 300 MB that
 * it takes. Throws when the picture cannot be decoded, and `ImagesUnavailable` when the machine is the cause.
 */
export async function encodeOwn(work: Work): Promise<Picture> {
  const [waiting] = idle;
  if (waiting) {
    idle.delete(waiting);
    clearTimeout(waiting.ending);
  }
  const worker = waiting ?? startWorker();
  let answer: Answer;
  try {
    answer = await ask(worker, work);
  } catch (error) {
    // The system may have ended it while it waited, to free memory. A new worker shows whether the machine can process
    // pictures.
    if (waiting) return encodeOwn(work);
    throw error;
  }
  letWait(worker);
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
}
