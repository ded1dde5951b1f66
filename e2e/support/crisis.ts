import { safetyApi } from '#contract/safety.ts';
import type { Call } from '#e2e/support/calls.ts';
import { addCases } from '#e2e/support/cases.ts';
import type { Desk } from '#e2e/support/desk.ts';
import { withClient } from '#server/database/connect/pool.ts';

/** Records that a colleague called this help line just now. */
const recordCall = (desk: Desk, id: string, number: string) =>
  withClient(desk.database, (client) =>
    client.query(
      `INSERT INTO help_line_calls (id, help_line_id, number, result) VALUES (gen_random_uuid(), $1, $2, 'answered')`,
      [id, number],
    ),
  );

/** Adds a help line, which is offered once it was called. */
export async function addHelpLine(desk: Desk, api: Call, name: string, purpose: 'any' | 'staff', called = true) {
  const number = '0800 123 456';
  const { id } = await api(safetyApi.helpLines.create, { name, purpose, number, hours: 'Day and night' });
  if (called) await recordCall(desk, id, number);
}

/** Adds a playbook for the mark of self-harm, with a blank in its message. */
export const addPlaybook = (api: Call, title = 'Thoughts of suicide') =>
  api(safetyApi.playbooks.create, {
    title,
    mark: 'self-harm',
    steps: ['Read all that the person wrote', 'Write to the person'],
    questions: ['Is anyone with the person?'],
    neverSay: ['“It will pass”'],
    english: 'I have read [their words]. You are not alone.',
    yoruba: 'Mo ti ka ọ̀rọ̀ yín. Ẹ ò dá wà.',
  });

/** Opens a case of danger on each of these new posts of one person. Returns their ids. */
export const addCrisis = (desk: Desk, api: Call, contents: string[]) => addCases(desk, api, contents, 'self-harm');

/** The outcome of a case in which the person is no longer alone, for `decideCase`. */
export const notAlone = { verdict: 'needs_help', crisisOutcome: 'not_alone' } as const;

/** Makes all looks due, as they are after a day. */
export const makeLooksDue = (desk: Desk) =>
  withClient(desk.database, (client) => client.query("UPDATE looks SET due_at = now() - interval '1 minute'"));
