import type pg from 'pg';
import type { CallResult } from '#contract/safety.ts';
import { seededIds } from '#server/database/seeded-random.ts';
import type { ReferenceOptions } from '#server/feature.ts';
import { type Demo, copyDemoRecords } from '#server/records/demo-records.ts';
import { helpLineTexts } from '#server/safety/help-line-texts.ts';
import { helpLineKind, playbookKind } from '#server/safety/kinds.ts';
import { playbookTexts } from '#server/safety/texts.ts';

/**
 * Fills empty tables with the playbooks and help lines of a new desk. They are active: staff need the steps from the first
 * day, and a line is offered only once it was called.
 */
export async function copyPlaybooks(client: pg.ClientBase, given: ReferenceOptions) {
  const placed = <T extends object>(texts: readonly T[]) =>
    texts.map((one, index) => ({ ...one, isActive: true, displayOrder: index + 1, made: given.today }));
  await copyDemoRecords(client, playbookKind, placed(playbookTexts), given);
  await copyDemoRecords(client, helpLineKind, placed(helpLineTexts), given);
}

/** The calls of the demo: the number of a line in the list, the days since the call, and its result. */
const demoCalls: readonly [line: number, daysAgo: number, result: CallResult, note: string][] = [
  [1, 16, 'answered', ''],
  [2, 16, 'answered', 'Invented for the demo.'],
  [3, 12, 'wrong', 'Invented for the demo.'],
  [4, 97, 'answered', ''],
  [5, 12, 'no_answer', 'Tried at 10 am and at 4 pm.'],
  [6, 4, 'answered', 'Also Pidgin.'],
];

/** Adds calls of help lines, so that the page of the demo shows each state. They are of the demo alone. */
export async function loadCalls(client: pg.ClientBase, { today, staffId }: Pick<Demo, 'today' | 'staffId'>) {
  const { rowCount } = await client.query('SELECT FROM help_line_calls LIMIT 1');
  if (rowCount !== 0) return;
  const ids = seededIds('help-line-calls');
  for (const [row, [line, daysAgo, result, note]] of demoCalls.entries()) {
    const at = today - daysAgo * 86_400_000;
    await client.query(
      `INSERT INTO help_line_calls (id, help_line_id, number, staff_id, result, note, at)
       SELECT $1, id, number, $2, $3, $4, $5 FROM help_lines WHERE display_order = $6`,
      [ids(at, row), staffId, result, note, new Date(at).toISOString(), line],
    );
  }
}
