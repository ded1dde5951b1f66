import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * The peak memory of a process, in bytes, if it is a picture decoder started by this process, else 0. Only on Linux.
 */
async function peakOf(pid: string) {
  try {
    if (!(await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('encode-worker')) return 0;
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    // Other test files decode pictures at the same time.
    if (Number(/PPid:\s+(\d+)/.exec(status)?.[1]) !== process.pid) return 0;
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    // It has ended, or there is no such folder on this system.
    return 0;
  }
}

/**
 * Watches the picture decoders of this process. `stop` ends that and returns the peak memory of one of them, in bytes.
 */
export function watchWorkers() {
  let most = 0;
  let stopped = false;
  const looking = (async () => {
    while (!stopped) {
      const names = await readdir('/proc').catch(() => []);
      const peaks = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(peakOf));
      most = Math.max(most, ...peaks);
      await pause(5);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await looking;
      return most;
    },
  };
}
