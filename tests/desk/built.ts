import { inject } from 'vitest';
import { copyFolder, newFolder, programsIn } from '#tests/desk/start.ts';

/** The programs of the server as `npm start` runs them, built once for the whole run, for tests that kill them. */
export const built = programsIn(inject('built'));

/** Makes a temporary DATA_DIR as a first start leaves it, which the caller removes; or in a folder that is not there yet. */
export function startedFolder(dataDir = newFolder()): string {
  copyFolder(inject('started').dataDir, dataDir);
  return dataDir;
}

/** The password of the first administrator of these. */
export const startedPassword = () => inject('started').password;
