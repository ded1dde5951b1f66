import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of a desk that is started in the repository without settings. */
const folder = path.resolve('data');

/** Fails the run when a test leaves `./data` where there was none: `npm start` would refuse to use that folder. */
export function setup() {
  const existed = existsSync(folder);
  return () => {
    if (existed || !existsSync(folder)) return;
    // Vitest reports an error here, and ends with 0 all the same.
    process.exitCode = 1;
    throw new Error(`A test wrote into ${folder}. Give its desk a temporary DATA_DIR.`);
  };
}
