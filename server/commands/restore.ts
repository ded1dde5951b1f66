import { restoreBackup } from '#server/backup/restore.ts';
import { runCommand, say, WrongUse } from '#server/commands/command.ts';
import { isDiskFull } from '#server/database/disk-full.ts';
import { namedFile, readEnv } from '#server/env.ts';
import { createLog } from '#server/http/log/log.ts';

const usage = `Restores a backup into DATA_DIR, which must be empty or a new folder.

  DATA_DIR=FOLDER npm run restore -- FILE

Every byte of the file is checked before anything is written. Everybody signs in again afterwards, open links of
invitations are over, and the app's backend reads everything again. Keys of the app's backend that were revoked since
the backup work again: revoke them with npm run staff -- app-key revoke.
`;

await runCommand(usage, async (words) => {
  const [name, ...more] = words;
  if (!name || more.length > 0) throw new WrongUse('restore takes one FILE.');
  const file = namedFile(name);
  const { databaseUrl, dataDir } = readEnv();
  if (databaseUrl) throw new Error('DATABASE_URL is set: this restores the embedded database. Unset it.');
  try {
    const { manifest, seals } = await restoreBackup(file, dataDir, createLog('silent'));
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const images = manifest.files.filter(({ name: one }) => one.startsWith('images/')).length;
    say(`Restored ${file} into ${dataDir}: the desk as it was at ${manifest.madeAt}.`);
    say(`${rows} rows of ${manifest.tables.length} tables and ${images} images. Everybody signs in again.`);
    if (manifest.tables.some((table) => table.name === 'app_keys' && table.rows > 0))
      say("Keys of the app's backend that were revoked later work again: npm run staff -- app-key list shows them.");
    if (manifest.gone.length > 0) say(`${manifest.gone.length} images were erased while the backup was made.`);
    if (seals.fault) say(`The log is not as it was sealed. ${seals.fault.sentence}`);
    else say(`The log is whole${seals.sealedTo ? `, and sealed up to ${seals.sealedTo}` : ''}.`);
    return seals.fault ? 1 : 0;
  } catch (error) {
    throw isDiskFull(error) ? new Error(`There is no room for it in ${dataDir}. Nothing was kept there.`) : error;
  }
});
