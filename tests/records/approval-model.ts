import { expect } from 'vitest';
import type { Approval } from '#contract/approval-lists.ts';
import type { PregnancyWeek } from '#contract/cycle.ts';
import type { Random } from '#server/database/seeded-random.ts';
import { type Caller, expectDone, operationOf } from '#tests/desk/caller.ts';

const path = '/admin/cycle/approvals';
const weeks = '/admin/cycle/pregnancy/weeks';

const sources = [
  'WHO: Nutrition. https://www.who.int/health-topics/nutrition',
  'NHS: Pregnancy. https://www.nhs.uk/pregnancy/',
];
/** Values that differ by one character, by one citation, or by the order of the citations. */
const edits = [
  { babySize: 'A lime' },
  { babySize: 'A lime.' },
  { tips: ['Rest'] },
  { tips: [] },
  { citations: sources },
  { citations: sources.toReversed() },
  { citations: sources.slice(1) },
];
const steps = ['edit', 'edit', 'edit', 'switch', 'same', 'approve', 'approve', 'withdraw', 'undo', 'undo'] as const;

const wordsOf = ({ babySize, developments, tips, citations }: PregnancyWeek) =>
  JSON.stringify([babySize, developments, tips, citations]);

/**
 * Edits, approves and withdraws two weeks at random, and compares after each step which of them are approved with a
 * model: a set of approved words for each week.
 */
export async function compareApprovals(editor: Caller, clinician: Caller, random: Random, count: number) {
  const all: { week: PregnancyWeek; approved: Set<string>; last: string | undefined }[] = [];
  for (const weekNumber of [12, 13]) {
    const week = await editor.make<PregnancyWeek>(weeks, { weekNumber, babySize: 'A lime', citations: sources });
    all.push({ week, approved: new Set(), last: undefined });
  }
  let valid = 0;
  for (let index = 0; index < count; index += 1) {
    const one = random.pick(all);
    const { week } = one;
    const step = random.pick(steps);
    if (step === 'approve') {
      const records = [{ id: week.id, version: week.version }];
      expectDone(await clinician.post(path, { kind: 'pregnancy-week', records }));
      one.approved.add(wordsOf(week));
    } else if (step === 'withdraw') {
      const answer = await clinician.remove(`${path}/${week.id}`);
      expect([index, answer.status]).toEqual([index, one.approved.size > 0 ? 204 : 404]);
      one.approved.clear();
    } else if (step === 'undo') {
      if (one.last) expectDone(await editor.undo(one.last));
      one.last = undefined;
    } else {
      const fields = { edit: random.pick(edits), switch: { isActive: !week.isActive }, same: { tips: week.tips } };
      const answer = await editor.put(`${weeks}/${week.id}`, fields[step]);
      expectDone(answer);
      one.last = operationOf(answer) ?? one.last;
    }
    const stored = expectDone(await editor.get(weeks)) as { weeks: PregnancyWeek[] };
    for (const each of all) each.week = stored.weeks.find(({ id }) => id === each.week.id) ?? each.week;
    const { approvals } = expectDone(await editor.get(path)) as { approvals: Approval[] };
    const expected = all.filter((each) => each.approved.has(wordsOf(each.week))).map((each) => each.week.id);
    expect([index, step, approvals.map(({ id }) => id)]).toEqual([index, step, expected]);
    valid += expected.length;
  }
  return valid / count;
}
