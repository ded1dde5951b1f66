import path from 'node:path';
import { makeBackup } from '#server/backup/backup.ts';
import { runCommand, say, WrongUse } from '#server/commands/command.ts';
import { isDiskFull } from '#server/database/disk-full.ts';
import { NoDatabase } from '#server/database/embedded/folder.ts';
import { useEmbedded } from '#server/database/embedded/postgres.ts';
import { sessionConfig, withClient } from '#server/database/connect/pool.ts';
import { namedFile, readEnv } from '#server/env.ts';
import { createLog } from '#server/http/log/log.ts';
import { diskStorage } from '#server/images/disk.ts';

const usage = `Writes the embedded database and its images into a new file, also while the desk runs.

  npm run backup -- FILE

The file holds everything as it is at one moment: accounts, content, users, the log with its seals. It has the names and
emails of all users in it, so keep it as safe as the database. It does not have: who is signed in; settings and the keys in
them (FACTOR_KEY); images in an object store.
`;

await runCommand(usage, async (words) => {
  const [name, ...more] = words;
  if (!name || more.length > 0) throw new WrongUse('backup takes one FILE.');
  const file = namedFile(name);
  const { databaseUrl, dataDir, s3 } = readEnv();
  if (databaseUrl)
    throw new Error('DATABASE_URL is set: this backs up the embedded database. Use pg_dump for that one.');
  const storage = s3 ? null : diskStorage(path.join(dataDir, 'images'));
  try {
    const { manifest, bytes, sha256 } = await useEmbedded(dataDir, createLog('silent'), async (target) => {
      // A mistyped folder may contain the empty desk of an accidental start.
      const { rowCount } = await withClient(sessionConfig(target), (client) =>
        client.query('SELECT FROM staff LIMIT 1'),
      );
      if (rowCount === 0) throw new NoDatabase(dataDir, 'a desk without a staff account: nothing is backed up.');
      return makeBackup({ target, storage, file });
    });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const images = manifest.files.filter(({ name: one }) => one.startsWith('images/')).length;
    say(`Wrote ${file}: the desk as it was at ${manifest.madeAt}.`);
    say(`${rows} rows of ${manifest.tables.length} tables and ${images} images in ${(bytes / 1e6).toFixed(1)} MB.`);
    if (s3) say('Images are in the object store of S3_ENDPOINT, and not in this file.');
    say(`Its last line: ${sha256}`);
    return 0;
  } catch (error) {
    throw isDiskFull(error) ? new Error(`There is no room for ${file}. Nothing was kept of it.`) : error;
  }
});
