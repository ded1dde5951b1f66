import { getTableName } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { parentOf } from '#contract/kinds.ts';
import { features } from '#server/features.ts';
import { testDatabase } from '#tests/database/database.ts';

const kinds = features.flatMap((feature) => feature.kinds ?? []);

test('the fields of a kind have the same parent as the table of kinds', () => {
  for (const { kind, parent } of kinds) {
    const holder = parentOf(kind);
    expect(parent, kind).toEqual(holder && { kind: holder, column: `${holder}Id` });
  }
});

test('each change of a kind raises the version of its area, so that kept lists are right at once', async () => {
  const database = await testDatabase();
  const { rows } = await database.pool.query<{ watched: string }>(
    // Its first argument is the area.
    `SELECT format('%s of %s', tgrelid::regclass, split_part(encode(tgargs, 'escape'), '\\000', 1)) AS watched
     FROM pg_trigger WHERE tgname = 'content_version'`,
  );
  await database.close();
  const watched = new Set(rows.map((row) => row.watched));
  const missing = kinds.filter(({ table, area }) => !watched.has(`${getTableName(table)} of ${area}`));
  const hints = missing.map(({ table, area }) => `SELECT watch_content('${getTableName(table)}', '${area}');`);
  expect(hints, 'These statements are missing in the migrations').toEqual([]);
});
