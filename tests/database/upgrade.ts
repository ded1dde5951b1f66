import { randomInt } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { expect } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { sealLog } from '#server/log/seals/seals.ts';
import { testApp } from '#tests/desk/test-app.ts';
import { caller, expectDone } from '#tests/desk/caller.ts';
import { createDatabase, openTestDatabase } from '#tests/database/database.ts';
import { dump } from '#tests/database/dump.ts';
import { send } from '#tests/desk/send.ts';
import { newFolder } from '#tests/desk/server-process.ts';

const shipped = path.resolve('server/database/migrations');

/** The desks in `upgrades/`, by the day of their version; `scripts/upgrade-fixture.mjs` made them. */
export const upgradeDays = ['2026-11-21', '2026-11-22'] as const;
export type UpgradeDay = (typeof upgradeDays)[number];
/** The number of migrations of each. */
export const migrationsOf: Record<UpgradeDay, number> = { '2026-11-21': 7, '2026-11-22': 27 };
/** The administrator of each. */
const account = { email: 'ada@awa.example', password: 'a long road to Ibadan' };

type Target = { connectionString: string };

async function fixtureDatabase(day: UpgradeDay) {
  const database = await createDatabase("TEMPLATE template0 ENCODING 'UTF8'");
  const sql = gunzipSync(readFileSync(path.join('tests/database/upgrades', day, 'database.sql.gz'))).toString();
  await withClient({ connectionString: database.url }, (client) => client.query(sql));
  return { ...database, target: { connectionString: database.url } };
}

/** A statement of the migrations, by the index of its migration and its own. */
type Point = { migration: number; statement: number };

/** Random statements of the migrations that a desk of this day lacks. */
export function cutPoints(day: UpgradeDay, count: number): Point[] {
  const points = readMigrationFiles({ migrationsFolder: shipped }).flatMap(({ sql }, migration) =>
    migration < migrationsOf[day] ? [] : sql.map((_, statement) => ({ migration, statement })),
  );
  return Array.from({ length: count }, () => points[randomInt(points.length)]).filter((point) => point !== undefined);
}

/** The shipped migrations, changed so that the database ends the connection instead of running one statement. */
function migrationsCutAt({ migration, statement }: Point): string {
  const folder = newFolder();
  cpSync(shipped, folder, { recursive: true });
  const journal = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  const file = path.join(folder, `${journal.entries[migration]?.tag}.sql`);
  const statements = readFileSync(file, 'utf8').split('--> statement-breakpoint');
  statements[statement] = 'SELECT pg_terminate_backend(pg_backend_pid());';
  writeFileSync(file, statements.join('--> statement-breakpoint'));
  return folder;
}

const rowsOf = (target: Target) => withClient(target, dump);

/** All rows except for the unique ids of each database and its feed, and without sequence numbers that a cut migration used up. */
async function contentOf(target: Target) {
  const { desk: _, app_feed: __, figures = '', ...rows } = await rowsOf(target);
  return {
    ...rows,
    figures: figures
      .replaceAll(/^\(\d+,/gm, '(')
      .split('\n')
      .toSorted(),
  };
}

/**
 * Moves the log to today, so that the bin still has the records that were deleted when the fixture was made. Its seals
 * no longer match.
 */
const moveToPresent = (target: Target) =>
  withClient(target, (client) =>
    client.query(`
      SET session_replication_role = replica;
      UPDATE operations SET at = at + age.span FROM (SELECT now() - max(at) AS span FROM operations) AS age;
      UPDATE revisions SET at = (SELECT at FROM operations WHERE id = operation_id)`),
  );

async function signIn(url: string) {
  const answer = await send(url, '/auth/login', { method: 'POST', body: account });
  return caller(url, (expectDone(answer) as { token: string }).token);
}

/**
 * Migrates the desk of a day, cut at each of these points before it completes. Each cut changes nothing, the rows equal
 * those of an uncut upgrade, and the log is consistent. Then everything in the bin is restored, an edit is undone and
 * an earlier version is restored.
 */
export async function expectUpgrade(day: UpgradeDay, cuts: Point[]) {
  const [cut, whole] = [await fixtureDatabase(day), await fixtureDatabase(day)];
  const before = await rowsOf(cut.target);
  for (const point of cuts) {
    await expect(migrate(cut.target, migrationsCutAt(point)), JSON.stringify(point)).rejects.toThrow(/terminat/);
    expect(await rowsOf(cut.target), JSON.stringify(point)).toEqual(before);
  }
  await migrate(cut.target);
  await migrate(whole.target);
  expect(await contentOf(cut.target)).toEqual(await contentOf(whole.target));
  await whole.drop();

  const database = await openTestDatabase(cut.url, cut.drop);
  const app = await testApp({ database });
  const staff = await signIn(app.url);
  await sealLog(database.db);
  expect(await staff.checkLog()).toMatchObject({ fault: null, waiting: 0 });

  await moveToPresent(cut.target);
  const { items } = await staff.bin();
  expect(items.length).toBeGreaterThan(0);
  for (const { kind, id } of items) expectDone(await staff.post(`/admin/bin/${kind}/${id}/restore`));
  expect((await staff.bin()).items).toEqual([]);

  const { operations } = await staff.operations('?kind=doctor&limit=100');
  const edit = operations.find(({ action, undoable }) => action === 'update' && undoable);
  expectDone(await staff.undo(edit?.id ?? ''));
  const [latest, ...earlier] = await staff.revisions('doctor', edit?.entityId ?? '');
  const first = earlier.at(-1);
  expectDone(await staff.post(`/admin/history/doctor/${edit?.entityId}/restore`, { version: first?.version }));
  const [restored] = await staff.revisions('doctor', edit?.entityId ?? '');
  expect(restored).toMatchObject({ version: (latest?.version ?? 0) + 1, data: { name: first?.data?.name } });
  await app.close();
  await database.close();
}
