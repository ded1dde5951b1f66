import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { openStorage } from '#server/app.ts';
import { runCommand, say, WrongUse } from '#server/commands/command.ts';
import { useEmbedded } from '#server/database/embedded/postgres.ts';
import { inspectDatabase, obstacles, warnings } from '#server/database/inspect-database.ts';
import { expectMigrated } from '#server/database/migrate.ts';
import { noTimeoutsAtAll, sessionConfig, withClient } from '#server/database/connect/pool.ts';
import {
  type Checked,
  checkAccounts,
  checkDanger,
  checkFactors,
  checkFigures,
  checkImages,
  checkLog,
  checkMail,
  checkPictures,
  checkPush,
  checkSettings,
} from '#server/commands/desk-checks.ts';
import { readEnv, type Settings } from '#server/env.ts';
import { createLog } from '#server/http/log/log.ts';
import { poolerRoom } from '#server/database/connect/pooler-room.ts';
import { reach } from '#server/database/connect/reach.ts';
import { reasonOf } from '#server/database/reason.ts';

const usage = `Checks the health of this desk. Safe while it is running.

  npm run doctor
  npm run doctor -- --recount

It checks the settings, picture processing, the database and its migrations, who is told of danger, the file of each image, FACTOR_KEY, the metrics
and the seals of the log. It changes nothing; --recount recalculates wrong metrics. The exit code is 0 when all is well, 1 when
there is something to do, and 2 when a check was not possible.
`;

/** Checks all parts of the database one after the other, as far as its version and its migrations allow. */
async function checkDatabase(
  given: pg.ClientConfig,
  settings: Settings,
  recount: boolean,
  tell: (found: Checked) => void,
) {
  const lookAt = (address: pg.ClientConfig) =>
    reach(address, async (client, _, settled) => ({ found: await inspectDatabase(client), target: settled }), 0);
  const serving = await lookAt(given);
  const direct = settings.databaseDirectUrl ? await lookAt({ connectionString: settings.databaseDirectUrl }) : serving;
  const { found } = serving;
  const { target } = direct;
  const stops = [...new Set([serving, direct].flatMap((one) => obstacles(one.found)))];
  if (stops.length === 0) await expectMigrated(target).catch((error: unknown) => stops.push(reasonOf(error)));
  const room = found.isPooled ? await poolerRoom(serving.target, settings.databasePool) : undefined;
  const wrong = [
    ...stops,
    ...warnings(found, given.connectionString ? settings : undefined),
    ...(room ? [room.sentence] : []),
  ];
  tell({ part: 'database', wrong, well: `Postgres ${found.version}, with every migration` });
  if (stops.length > 0) return;
  await withClient(sessionConfig(target), async (client) => {
    await client.query(noTimeoutsAtAll);
    const { rows: desk } = await client.query<{ id: string }>('SELECT left(database_id::text, 8) AS id FROM desk');
    const db = drizzle(client);
    tell(await checkAccounts(db));
    tell(await checkPush(db, settings));
    tell(await checkDanger(db, settings));
    const storage = await openStorage(settings, { id: desk[0]?.id ?? '' }).catch(reasonOf);
    if (typeof storage === 'string') tell({ part: 'images', wrong: [storage], well: '' });
    else tell(await checkImages(db, storage, settings.databaseUrl && !settings.s3 ? settings.dataDir : undefined));
    tell(await checkFactors(db, settings.factorKey));
    tell(await checkFigures(db, recount));
    tell(await checkLog(db));
  });
}

await runCommand(
  usage,
  async (words) => {
    if (words.some((word) => word !== '--recount')) throw new WrongUse('doctor accepts no arguments except --recount.');
    const settings = readEnv();
    let todo = 0;
    const tell = ({ part, wrong, well }: Checked) => {
      todo += wrong.length;
      if (wrong.length === 0) say(`well   ${part}: ${well}`);
      for (const sentence of wrong) say(`to do  ${part}: ${sentence}`);
    };
    tell(await checkSettings(settings));
    tell(await checkMail(settings));
    tell(await checkPictures());
    const look = (target: pg.ClientConfig) => checkDatabase(target, settings, words.includes('--recount'), tell);
    if (settings.databaseUrl) await look({ connectionString: settings.databaseUrl });
    else await useEmbedded(settings.dataDir, createLog('silent'), look);
    say(todo === 0 ? 'All is well.' : `There ${todo === 1 ? 'is 1 thing' : `are ${todo} things`} to do.`);
    return todo === 0 ? 0 : 1;
  },
  2,
);
