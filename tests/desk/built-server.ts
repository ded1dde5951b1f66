import { inject } from 'vitest';
import { copyFolder, newFolder, programsIn } from '#tests/desk/server-process.ts';

/** The programs of the server as `npm start` runs them, built once for the whole run, for tests that kill them. */
export const built = programsIn(inject('built'));

/**
 * Copies DATA_DIR as a first start leaves it, to a new temporary folder that the caller removes, or to the given
 * folder, which must not exist.
 */
export function copyPreparedFolder(dataDir = newFolder()): string {
  copyFolder(inject('started').dataDir, dataDir);
  return dataDir;
}

/** The password of the first administrator in such a folder. */
export const preparedPassword = () => inject('started').password;
